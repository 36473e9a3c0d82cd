package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// pathCase is a random problem for SelectSecond and UpdateResidual.
type pathCase struct {
	v                    []float64
	rowI, rowJ, diagonal []float32
	up, low              []uint64
	step                 float64
	curve                First
}

// newPathCase draws values from few where coarse, so that many are equal.
func newPathCase(r *rand.Rand, words int, coarse bool) pathCase {
	n := words * BitBlock
	c := pathCase{
		v: make([]float64, n), rowI: make([]float32, n), rowJ: make([]float32, n), diagonal: make([]float32, n),
		up: make([]uint64, words), low: make([]uint64, words), step: r.ExpFloat64(),
	}
	draw := func() float64 {
		if coarse {
			return float64(r.IntN(3)) / 2
		}
		return r.NormFloat64()
	}
	for t := range n {
		c.v[t], c.rowI[t], c.rowJ[t], c.diagonal[t] = draw(), float32(draw()), float32(draw()), 1
	}
	for w := range words {
		c.up[w], c.low[w] = r.Uint64()&r.Uint64(), r.Uint64()|r.Uint64()
		if r.IntN(3) == 0 {
			c.up[w] = 0
		}
	}
	c.curve = First{Top: 1.5, Scale: 0.5, Own: 1, Flat: 1e-12}
	return c
}

// eachPath calls test with problems of all sizes.
func eachPath(test func(c pathCase)) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		test(newPathCase(r, int(seed%7), seed%2 == 0))
	}
}

func TestSelectSecondIsTheSameAtAllLevels(t *testing.T) {
	eachPath(func(c pathCase) {
		want := 0
		eachLevel(t, func(t *testing.T) {
			got := new(WorkingSet).SelectSecond(c.v, c.rowI, c.diagonal, c.low, c.curve)
			if Current() == Portable {
				want = got
			} else if got != want {
				t.Errorf("%d values: second %d, want %d", len(c.v), got, want)
			}
		})
	})
}

// TestSelectSecondMaximisesTheGain compares with the formula in float64, which tells
// apart what float32 does to seven digits.
func TestSelectSecondMaximisesTheGain(t *testing.T) {
	eachPath(func(c pathCase) {
		gain := func(i int) float64 {
			if c.low[i/BitBlock]>>(i%BitBlock)&1 == 0 || c.v[i] >= c.curve.Top {
				return 0
			}
			below := (c.curve.Top - c.v[i]) * c.curve.Scale
			return below * below / max(1+float64(c.diagonal[i])-2*float64(c.rowI[i]), 1e-12)
		}
		most := 0.0
		for i := range c.v {
			most = max(most, gain(i))
		}
		switch at := new(WorkingSet).SelectSecond(c.v, c.rowI, c.diagonal, c.low, c.curve); {
		case at < 0 && most > 0:
			t.Errorf("no second, though one gains %v", most)
		case at >= 0 && gain(at) < most*(1-1e-5):
			t.Errorf("second %d gains %v, another %v", at, gain(at), most)
		}
	})
}

func TestUpdateResidualIsTheSameAtAllLevels(t *testing.T) {
	eachPath(func(c pathCase) {
		var want []float64
		var wanted Extremes
		eachLevel(t, func(t *testing.T) {
			v := slices.Clone(c.v)
			got := new(WorkingSet).UpdateResidual(v, c.rowI, c.rowJ, c.step, c.up, c.low)
			if Current() == Portable {
				want, wanted = v, got
				for i := range v {
					if exact := c.v[i] - c.step*(float64(c.rowI[i])-float64(c.rowJ[i])); math.Abs(v[i]-exact) > 1e-14 {
						t.Fatalf("value %d is %v, want %v", i, v[i], exact)
					}
				}
			} else if !slices.Equal(v, want) || got != wanted {
				t.Errorf("%d values: extremes %v, want %v", len(v), got, wanted)
			}
		})
	})
}

func TestUpdateResidualWithoutMoveFindsExtremes(t *testing.T) {
	v := make([]float64, BitBlock)
	row := make([]float32, BitBlock)
	v[3], v[9], v[11] = 2, 2, -4
	all := []uint64{math.MaxUint64}
	eachLevel(t, func(t *testing.T) {
		if got, want := new(WorkingSet).UpdateResidual(v, row, row, 1, all, all), (Extremes{At: 3, Top: 2, Bottom: -4}); got != want {
			t.Errorf("extremes are %v, want %v", got, want)
		}
		if got, want := new(WorkingSet).UpdateResidual(v, row, row, 1, []uint64{0}, []uint64{0}), (Extremes{At: -1, Top: math.Inf(-1), Bottom: math.Inf(1)}); got != want {
			t.Errorf("extremes of none are %v, want %v", got, want)
		}
	})
}

func TestCombineAndPanelProducts(t *testing.T) {
	for d := range 20 {
		r := rand.New(rand.NewPCG(uint64(d), 6))
		panel, x, at := make([]float64, d*PanelWidth), make([]float64, d), make([]int32, d)
		for i := range panel {
			panel[i] = r.NormFloat64()
		}
		for i := range x {
			x[i], at[i] = r.NormFloat64(), int32(r.IntN(d))
		}
		eachLevel(t, func(t *testing.T) {
			var got, combined [PanelWidth]float64
			combined[7] = 3
			PanelProducts(&got, panel, x)
			Combine(&combined, panel, at, x)
			for j := range got {
				var sum, chosen float64
				if j == 7 {
					chosen = 3
				}
				for c, v := range x {
					sum += float64(v * panel[c*PanelWidth+j])
					chosen += float64(v * panel[int(at[c])*PanelWidth+j])
				}
				if got[j] != sum || combined[j] != chosen {
					t.Fatalf("%d rows, lane %d: %v and %v, want %v and %v", d, j, got[j], combined[j], sum, chosen)
				}
			}
		})
	}
}

func TestCombineRefusesPlacesBeyondTheRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("a row that is not there was read")
			}
		}()
		Combine(new([PanelWidth]float64), make([]float64, 2*PanelWidth), []int32{2}, []float64{1})
	})
}

func FuzzWorkingSet(f *testing.F) {
	f.Add(uint64(1), uint8(2), false)
	f.Fuzz(func(t *testing.T, seed uint64, words uint8, coarse bool) {
		c := newPathCase(rand.New(rand.NewPCG(seed, 7)), int(words%9), coarse)
		var want []float64
		var wanted Extremes
		place := 0
		for l := Portable; l <= Best(); l++ {
			restore := Use(l)
			v, lanes := slices.Clone(c.v), new(WorkingSet)
			at := lanes.SelectSecond(v, c.rowI, c.diagonal, c.low, c.curve)
			e := lanes.UpdateResidual(v, c.rowI, c.rowJ, c.step, c.up, c.low)
			restore()
			if l == Portable {
				want, wanted, place = v, e, at
			} else if !slices.Equal(v, want) || e != wanted || at != place {
				t.Errorf("%v differs: %v, %d for %v, %d", l, e, at, wanted, place)
			}
		}
	})
}

func BenchmarkStep(b *testing.B) {
	c := newPathCase(rand.New(rand.NewPCG(1, 1)), 2688/BitBlock, false)
	c.step = 0
	for l := Portable; l <= Best(); l++ {
		lanes := new(WorkingSet)
		b.Run(fmt.Sprintf("SelectSecond/%v", l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				lanes.SelectSecond(c.v, c.rowI, c.diagonal, c.low, c.curve)
			}
		})
		b.Run(fmt.Sprintf("UpdateResidual/%v", l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				lanes.UpdateResidual(c.v, c.rowI, c.rowJ, c.step, c.up, c.low)
			}
		})
	}
}
