package simd

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
)

// A Level is a set of vector instructions. Each has those of the levels below.
type Level int32

// The levels, from the one that every machine has.
const (
	Portable Level = iota // Go as the compiler translates it
	AVX2                  // AVX2 and FMA: 8 float32 in a register
	AVX512                // AVX-512 F, BW, DQ and VL: 16 float32 in a register
	levels   = iota
)

var levelNames = [levels]string{"portable", "avx2", "avx512"}

// String returns the name that UNFOLD_SIMD knows the level by.
func (l Level) String() string { return levelNames[l] }

// Variable is the environment variable that lowers the level.
const Variable = "UNFOLD_SIMD"

// best is the highest level that this machine runs.
var best = detect()

// current is the level that kernels run at.
var current atomic.Int32

func init() { current.Store(int32(wished(os.Getenv(Variable)))) }

// wished is the level by that name, or the best there is if the machine has no
// such level or nobody wished for one.
func wished(name string) Level {
	for l := Portable; l < best; l++ {
		if strings.EqualFold(name, levelNames[l]) {
			return l
		}
	}
	return best
}

// Current returns the level that kernels run at.
func Current() Level { return Level(current.Load()) }

// Best returns the highest level of this machine.
func Best() Level { return best }

// Use makes kernels run at another level from now on, and returns what sets
// the former one again. It is for tests and benchmarks: a computation that is
// under way while the level changes runs partly at either.
func Use(l Level) (restore func()) {
	if l < Portable || l > best {
		panic(fmt.Sprintf("simd: level %d is not among the %d of this machine", l, best+1))
	}
	before := current.Swap(int32(l))
	return func() { current.Store(before) }
}
