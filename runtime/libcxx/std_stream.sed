/^static const int __limit = 8;/i\
// newlib's stdin, stdout and stderr of the level or thread that runs.\
inline FILE* __file_of_level(FILE* __fp) {\
  return __fp == _global_impure_ptr->_stdin ? stdin : __fp == _global_impure_ptr->_stdout ? stdout : stderr;\
}\

s/(__file_)/(__file_of_level(__file_))/
s/, __file_\([,)]\)/, __file_of_level(__file_)\1/
