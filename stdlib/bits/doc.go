// Package bits keeps digests of what sentences of the language compute, and holds
// them against every instruction set, number of threads and build that this
// machine offers, and against an emulated arm64; what was decided, which are neighbours, choices and classes,
// also against the code that a foreign linear algebra has for several processors.
// It has tests only. Digests are written anew by
//
//	go test ./stdlib/bits -run Kept -update
package bits
