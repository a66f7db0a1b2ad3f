// <fstream> declares these as instantiated in the library; ios.instantiations.cpp leaves them out
// where <filesystem> is not there.
#include <fstream>

_LIBCPP_BEGIN_NAMESPACE_STD
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_filebuf<char>;
_LIBCPP_END_NAMESPACE_STD
