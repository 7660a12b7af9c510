#pragma once
/// What a shared build of the library shows to the programs that link it: all that a public header declares between EDGEWISE_API_BEGIN and
/// EDGEWISE_API_END, types with their typeinfo (so exceptions can be caught outside), and nothing else.
/// EDGEWISE_API  goes to each explicit instantiation of a function template in a .cpp: for those GCC forgets what the header said.
/// Static        all three are empty and our sources are compiled hidden: whoever links the archives into a library of their own does not
///               hand our symbols on.
/// EDGEWISE_SHARED is set by the targets and the pkg-config file of a build with BUILD_SHARED_LIBS, never by hand.
#if defined(EDGEWISE_SHARED) && defined(__GNUC__)
#define EDGEWISE_API __attribute__((visibility("default")))
#define EDGEWISE_API_BEGIN _Pragma("GCC visibility push(default)")
#define EDGEWISE_API_END _Pragma("GCC visibility pop")
#else
#define EDGEWISE_API
#define EDGEWISE_API_BEGIN
#define EDGEWISE_API_END
#endif
