package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// nearCase is a random problem for Below and PanelSquares.
type nearCase struct {
	d, count              int
	panels, squares, rows []float32
}

func newNearCase(r *rand.Rand, d, count int) nearCase {
	c := nearCase{d, count, make([]float32, count*d*PanelWidth), make([]float32, count*PanelWidth), make([]float32, d*BelowRows)}
	for p := range count {
		for j := range PanelWidth {
			var square float64
			for k := range d {
				v := float32(r.NormFloat64())
				c.panels[(p*d+k)*PanelWidth+j] = v
				square += float64(v) * float64(v)
			}
			c.squares[p*PanelWidth+j] = float32(square)
		}
	}
	for i := range c.rows {
		c.rows[i] = float32(-2 * r.NormFloat64())
	}
	return c
}

// exact returns ‖y‖² − 2 x·y and (‖x‖ + ‖y‖)².
func (c nearCase) exact(p, q, j int) (key, size float64) {
	var x, y, product float64
	for k := range c.d {
		f, v := float64(c.rows[k*BelowRows+q]), float64(c.panels[(p*c.d+k)*PanelWidth+j])
		x, y, product = x+f*f/4, y+v*v, product+f*v
	}
	size = math.Sqrt(x) + math.Sqrt(y)
	return y + product, size * size
}

func TestBelow(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	eachLevel(t, func(t *testing.T) {
		for _, s := range [][2]int{{1, 1}, {2, 3}, {3, 1}, {21, 4}, {64, 2}, {300, 1}} {
			c := newNearCase(r, s[0], s[1])
			c.squares[5] = float32(math.NaN())
			masks := make([]uint64, c.count*BelowRows+1)
			masks[c.count*BelowRows] = 77
			sums := make([]float32, c.count*BelowRows*PanelWidth+1)
			sums[c.count*BelowRows*PanelWidth] = 77
			bounds := [BelowRows]float32{0, -1, 1, float32(c.d), float32(math.Inf(1)), float32(math.Inf(-1))}
			Below(masks[:c.count*BelowRows], sums[:c.count*BelowRows*PanelWidth], c.panels, c.squares, c.rows, &bounds, c.d)
			for p := range c.count {
				for q := range BelowRows {
					for j := range PanelWidth {
						key, size := c.exact(p, q, j)
						room, got := float64(c.d+2)*size/(1<<24), masks[p*BelowRows+q]>>j&1 == 1
						if p == 0 && j == 5 {
							if got {
								t.Fatal("a point without a square passed")
							}
							continue
						}
						if sum := sums[(p*BelowRows+q)*PanelWidth+j]; math.Abs(float64(sum)-key) > room || got != (sum <= bounds[q]) {
							t.Fatalf("d = %d, panel %d, row %d, point %d: sum %v, key %v, passed %v", c.d, p, q, j, sum, key, got)
						}
						if key+room < float64(bounds[q]) && !got || key-room > float64(bounds[q]) && got {
							t.Fatalf("d = %d, panel %d, row %d, point %d: key %v, bound %v, passed %v", c.d, p, q, j, key, bounds[q], got)
						}
					}
				}
			}
			if masks[c.count*BelowRows] != 77 || sums[c.count*BelowRows*PanelWidth] != 77 {
				t.Fatal("beyond the panels something was written")
			}
		}
	})
}

func checkPanelSquares(t *testing.T, panel, x []float64, bound float64) {
	var want [PanelWidth]float64
	var bits uint64
	for j := range want {
		for c, v := range x {
			diff := v - panel[c*PanelWidth+j]
			want[j] += float64(diff * diff)
		}
		if want[j] <= bound {
			bits |= 1 << j
		}
	}
	eachLevel(t, func(t *testing.T) {
		var sums [PanelWidth]float64
		if got := PanelSquares(&sums, panel, x, bound); got != bits {
			t.Fatalf("d = %d: mask %x, want %x", len(x), got, bits)
		}
		for j, s := range sums {
			if math.Float64bits(s) != math.Float64bits(want[j]) && !(math.IsNaN(s) && math.IsNaN(want[j])) {
				t.Fatalf("d = %d: sum %d is %v, want %v", len(x), j, s, want[j])
			}
		}
	})
}

func TestPanelSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for _, d := range []int{0, 1, 2, 3, 16, 77} {
		panel, x := make([]float64, d*PanelWidth), make([]float64, d)
		for i := range panel {
			panel[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(9)))
		}
		for i := range x {
			x[i] = r.NormFloat64()
		}
		for _, bound := range []float64{0, float64(d), 1e9, math.Inf(1)} {
			checkPanelSquares(t, panel, x, bound)
		}
		if d > 2 {
			panel[PanelWidth+7], panel[9] = math.NaN(), math.Inf(1)
			checkPanelSquares(t, panel, x, math.Inf(1))
		}
	}
}

func FuzzPanelSquares(f *testing.F) {
	f.Add(uint64(1), 3, 2.0)
	f.Add(uint64(2), 70, math.Inf(1))
	f.Fuzz(func(t *testing.T, seed uint64, d int, bound float64) {
		if d < 0 || d > 200 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		panel, x := make([]float64, d*PanelWidth), make([]float64, d)
		for i := range panel {
			panel[i] = math.Float64frombits(r.Uint64())
		}
		for i := range x {
			x[i] = math.Float64frombits(r.Uint64())
		}
		checkPanelSquares(t, panel, x, bound)
	})
}

func BenchmarkBelow(b *testing.B) {
	for _, d := range []int{3, 16, 20, 50, 784} {
		c := newNearCase(rand.New(rand.NewPCG(4, 0)), d, 16)
		masks, sums, bounds := make([]uint64, c.count*BelowRows), make([]float32, c.count*BelowRows*PanelWidth), [BelowRows]float32{}
		for l := Portable; l <= Best(); l++ {
			b.Run(fmt.Sprintf("d=%d/%v", d, l), func(b *testing.B) {
				defer Use(l)()
				for b.Loop() {
					Below(masks, sums, c.panels, c.squares, c.rows, &bounds, d)
				}
				b.ReportMetric(2*float64(d*PanelWidth*c.count*BelowRows*b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

func BenchmarkPanelSquares(b *testing.B) {
	for _, d := range []int{3, 16, 50} {
		panel, x := make([]float64, d*PanelWidth), make([]float64, d)
		var sums [PanelWidth]float64
		for l := Portable; l <= Best(); l++ {
			b.Run(fmt.Sprintf("d=%d/%v", d, l), func(b *testing.B) {
				defer Use(l)()
				for b.Loop() {
					PanelSquares(&sums, panel, x, 1)
				}
			})
		}
	}
}
