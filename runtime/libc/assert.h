// No include guard: NDEBUG counts at each inclusion (C11 7.2).
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
_Noreturn void __assert_failed(const char *file, int line, const char *condition);
#define assert(condition) ((condition) ? (void)0 : __assert_failed(__FILE__, __LINE__, #condition))
#endif

#undef static_assert
#define static_assert _Static_assert
