// Package simd has the inner loops of the engine, for the vector units that
// processors have. Each kernel is written three times: in portable Go, which
// says what it computes and serves on every machine, and in assembler for AVX2
// and for AVX-512, which the generate command writes.
//
// Which of them runs is decided once, when the program starts, by what the
// processor and the system offer. UNFOLD_SIMD=portable, avx2 or avx512 in the
// environment asks for less than that; the build tag portable leaves the
// assembler out.
//
// # Rounding
//
// All levels give the same bits, so that a result does not depend on the
// machine, unless a kernel's documentation states the error that levels may
// differ by, as that of Below does. Sums are therefore kept lane by lane, with a
// number of lanes that the kernel fixes and not the register. A product and a
// sum are either rounded apart everywhere, in Go by converting the product,
// float64(x*y), which keeps the compiler from fusing them, or fused everywhere,
// in Go by math.FMA, which is slow on processors without it: that is for kernels
// whose time is in products.
//
// # To add a kernel
//
// Write the exported function with its portable code and a table of kernels by
// level in name.go: the function checks lengths, for the assembler checks
// nothing, calls the kernel for as many whole steps as there are, and does the
// rest in Go. Write the assembler with avo in generate/name.go, for each level
// from one description where that can be, and list it in generate/main.go and
// in wide_amd64.go. Then run
//
//	go generate ./engine/internal/simd
//
// which writes name_amd64.s and name_amd64.go, the same bytes each time. The
// test runs each level by eachLevel against a definition or against the
// portable code, at lengths around a step, and looks at what lies beyond the
// end. Kernels are called through variables, so that what their arguments point
// to escapes: callers keep sums and masks in workspaces rather than on the stack.
//
// # Reading the package
//
// It imports elementary alone. Start at level.go, which chooses between kernels, and
// at dot.go, the shortest of them.
package simd

//go:generate go run -C generate . -into ..
