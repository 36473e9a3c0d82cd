// Package elementary has the elementary functions of package math with one
// answer each: the same bits on every processor, system and instruction set.
//
// Package math does not promise that. On some processors its exponential is
// written in assembler, with fused steps where the processor has them; elsewhere
// the compiler may fuse a product with the sum that it goes into. Here each such
// product is rounded on its own, float64(x*y), or fused on purpose by math.FMA,
// which is exact in what it says on every machine.
//
// Results are within one unit in the last place of the true value, powers within
// 0.6, hyperbolic tangents within three. Special cases are those of package math. What that package gets exactly
// everywhere, Sqrt, Abs, Floor, Ldexp and their like, is called there.
//
// The arguments are reduced as Cody and Waite have it (Software manual for the
// elementary functions, 1980); what has to be known beyond the last place is
// carried as the sum of two numbers (Dekker 1971, doi:10.1007/BF01397083).
//
// It imports package math alone. Start at exp.go and log.go.
package elementary
