# Streams of files are what std::fopen opens; they need nothing of <filesystem> but constructors from its path.
s/^#if !defined(_LIBCPP_HAS_NO_FILESYSTEM)$/#if 1/
s/^#  if _LIBCPP_STD_VER >= 17$/& \&\& !defined(_LIBCPP_HAS_NO_FILESYSTEM)/
