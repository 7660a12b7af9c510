#pragma once
/// The instruction set that the including unit is compiled for: the name of the namespace its kernels live in.
/// Units must share no inline code with the rest of the program: the linker keeps one copy of an inline function, and the one
/// compiled for the newest processor would then run on the oldest.  Hence plain structs, no containers, and a namespace a set.
#ifndef EDGEWISE_ISA
#define EDGEWISE_ISA baseline
#endif
