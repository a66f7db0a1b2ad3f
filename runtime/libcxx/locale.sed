# Words of std::boolalpha have a width too ([facet.num.put.virtuals]).
/typename string_type::iterator __i = __nm.begin(); __i != __nm.end(); ++__i, ++__s)/,/return __s;/c\
  const char_type* __nb = __nm.data();\
  const char_type* __ne = __nb + __nm.size();\
  const bool __left = (__iob.flags() & ios_base::adjustfield) == ios_base::left;\
  return std::__pad_and_output(__s, __nb, __left ? __ne : __nb, __ne, __iob, __fl);
