// RUN: t1-clang -O2 -S -emit-llvm %s -o - | FileCheck %s

// A message carries 32-bit words: nobody extended what a narrow parameter gets.
// CHECK: define dso_local void @narrow(i1 {{(noundef )?}}%{{[^,]*}}, i8 {{(noundef )?}}%{{[^,]*}}, i8 {{(noundef )?}}%{{[^,]*}}, i16 {{(noundef )?}}%{{.*}})
__attribute__((xnet_handler)) void narrow(_Bool a, unsigned char b, signed char c, short d) {}
// Arguments of calls are extended.
// CHECK: define dso_local void @called(i8 noundef zeroext %{{.*}})
void called(unsigned char a) {}
