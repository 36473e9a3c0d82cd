package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A vertex has edges to some of the rows that lanes and idle are for.
type vertex[T float32 | float64] struct {
	lanes          []T
	ends, better   []int32
	lengths        []T
	idle           []uint8
	row, perVertex int
}

// someVertex has distances and lengths of all sizes, zero and infinite ones
// too, and several edges to the same end.
func someVertex[T float32 | float64](r *rand.Rand, perVertex, degree int) vertex[T] {
	const n = 12
	v := vertex[T]{
		lanes: make([]T, n*perVertex), ends: make([]int32, degree), lengths: make([]T, degree),
		better: make([]int32, degree+1), idle: make([]uint8, n), row: r.IntN(n), perVertex: perVertex,
	}
	for i := range v.lanes {
		v.lanes[i] = someLength[T](r)
	}
	for i := range v.idle {
		v.idle[i] = uint8(r.IntN(2))
	}
	for e := range v.ends {
		v.ends[e], v.lengths[e] = int32((v.row+1+r.IntN(n-1))%n), someLength[T](r)
	}
	return v
}

func someLength[T float32 | float64](r *rand.Rand) T {
	switch r.IntN(10) {
	case 0:
		return 0
	case 1:
		return T(math.Inf(1))
	case 2:
		return T(r.IntN(3))
	}
	return T(r.ExpFloat64() * math.Pow(10, float64(r.IntN(8)-4)))
}

// byDefinition is a relaxation as RelaxSingle's documentation says it, by itself.
func (v vertex[T]) byDefinition() (lanes []T, better []int32, least T) {
	lanes, least = slices.Clone(v.lanes), T(math.Inf(1))
	for l := range v.perVertex {
		least = min(least, v.lanes[v.row*v.perVertex+l])
	}
	for e, end := range v.ends {
		fell := false
		for l := range v.perVertex {
			sum := v.lanes[v.row*v.perVertex+l] + v.lengths[e]
			if far := &lanes[int(end)*v.perVertex+l]; sum < *far {
				*far, fell = sum, true
			}
		}
		if fell && v.idle[end] == 1 {
			better = append(better, int32(e))
		}
	}
	return lanes, better, least
}

func TestRelax(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 0))
		for range 3000 {
			checkRelax(t, someVertex[float32](r, SingleLanes, r.IntN(20)), RelaxSingle)
			checkRelax(t, someVertex[float64](r, DoubleLanes, r.IntN(20)), RelaxDouble)
		}
	})
}

func checkRelax[T float32 | float64](t *testing.T, v vertex[T], relax func([]T, int, []int32, []T, []uint8, []int32) (int, T)) {
	t.Helper()
	lanes, better, least := v.byDefinition()
	found, got := relax(v.lanes, v.row, v.ends, v.lengths, v.idle, v.better)
	if got != least || !slices.Equal(v.better[:found], better) || !slices.Equal(v.lanes, lanes) {
		t.Fatalf("edges to %v: better %v, least %v, want %v, %v, and lanes equal: %v",
			v.ends, v.better[:found], got, better, least, slices.Equal(v.lanes, lanes))
	}
}

// TestRelaxSome against single edges, each from a near end with the lanes that lack
// it made infinite.
func TestRelaxSome(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 0))
		for range 3000 {
			v := someVertex[float64](r, DoubleLanes, r.IntN(20))
			floors, floor := make([]float64, 5*DoubleLanes), make([]uint8, len(v.ends))
			for i := range floors {
				if r.IntN(2) == 0 {
					floors[i] = math.Inf(1)
				}
			}
			one := v
			one.lanes = slices.Clone(v.lanes)
			near := slices.Clone(v.lanes[v.row*DoubleLanes:][:DoubleLanes])
			var better []int32
			for e := range v.ends {
				floor[e] = uint8(r.IntN(5))
				for l := range near {
					one.lanes[v.row*DoubleLanes+l] = max(near[l], floors[int(floor[e])*DoubleLanes+l])
				}
				one.ends, one.lengths = v.ends[e:e+1], v.lengths[e:e+1]
				lanes, fell, _ := one.byDefinition()
				if one.lanes = lanes; len(fell) > 0 {
					better = append(better, int32(e))
				}
			}
			copy(one.lanes[v.row*DoubleLanes:], near)
			found, least := RelaxSome(v.lanes, v.row, v.ends, v.lengths, v.idle, v.better, floors, floor)
			if least != slices.Min(near) || !slices.Equal(v.better[:found], better) || !slices.Equal(v.lanes, one.lanes) {
				t.Fatalf("edges to %v: better %v, least %v, want %v, %v", v.ends, v.better[:found], least, better, slices.Min(near))
			}
		}
	})
}

func FuzzRelax(f *testing.F) {
	f.Add(uint64(1), uint8(11))
	f.Fuzz(func(t *testing.T, seed uint64, degree uint8) {
		for l := Portable; l <= Best(); l++ {
			restore := Use(l)
			r := rand.New(rand.NewPCG(seed, 0))
			checkRelax(t, someVertex[float32](r, SingleLanes, int(degree)), RelaxSingle)
			checkRelax(t, someVertex[float64](r, DoubleLanes, int(degree)), RelaxDouble)
			restore()
		}
	})
}

func BenchmarkRelax(b *testing.B) {
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			v := someVertex[float32](rand.New(rand.NewPCG(4, 0)), SingleLanes, 12)
			for b.Loop() {
				RelaxSingle(v.lanes, v.row, v.ends, v.lengths, v.idle, v.better)
			}
		})
	}
}
