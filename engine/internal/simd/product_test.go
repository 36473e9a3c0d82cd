package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTiles against the definition, to the bit, for A by rows and by columns,
// and looks at what lies between the rows of C.
func TestTiles(t *testing.T) {
	t.Run("float64", func(t *testing.T) { eachLevel(t, testTiles[float64]) })
	t.Run("float32", func(t *testing.T) { eachLevel(t, testTiles[float32]) })
}

func testTiles[T Real](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	tiles := CurrentTiles[T]()
	fill := func(n int) []T {
		v := make([]T, n)
		for i := range v {
			v[i] = T(r.NormFloat64())
		}
		return v
	}
	for columns := tiles.Lanes; columns <= tiles.Columns; columns += tiles.Lanes {
		for _, depth := range []int{0, 1, 3, 4, 7, 256} {
			for _, step := range [][2]int{{1, tiles.Rows}, {depth + 3, 1}, {2, 2*tiles.Rows + 1}} {
				bRow, cRow := columns+step[0]%3, 3*columns+5
				bNext, count := depth*bRow+step[0]%2, 1+step[0]%3
				a, b := fill((tiles.Rows-1)*step[0]+max(0, depth-1)*step[1]+1), fill(count*bNext+1)
				got := fill(tiles.Rows * cRow)
				want := append([]T(nil), got...)
				for i := range tiles.Rows {
					for j := 0; j < count*columns && depth > 0; j++ {
						var sum T
						for p := range depth {
							sum = Fused(a[i*step[0]+p*step[1]], b[j/columns*bNext+p*bRow+j%columns], sum)
						}
						want[i*cRow+j] = Fused(-0.7, sum, want[i*cRow+j])
					}
				}
				tiles.Add(count, columns, depth, -0.7, a, step[0], step[1], b, bRow, bNext, got, cRow)
				for i := range want {
					if got[i] != want[i] {
						t.Fatalf("%d columns, depth %d, steps %v: number %d is %v, want %v", columns, depth, step, i, got[i], want[i])
					}
				}
			}
		}
	}
}

// BenchmarkTiles is how fast a tile is at most: all that it reads is near.
func BenchmarkTiles(b *testing.B) {
	b.Run("float64", benchTiles[float64])
	b.Run("float32", benchTiles[float32])
}

func benchTiles[T Real](b *testing.B) {
	const depth = 256
	for l := Portable; l <= Best(); l++ {
		restore := Use(l)
		tiles := CurrentTiles[T]()
		restore()
		for columns := tiles.Lanes; columns <= tiles.Columns; columns += tiles.Lanes {
			b.Run(fmt.Sprintf("%v/%dx%d", l, tiles.Rows, columns), func(b *testing.B) {
				x, y, c := make([]T, tiles.Rows*depth), make([]T, columns*depth), make([]T, tiles.Rows*columns)
				for b.Loop() {
					tiles.Add(1, columns, depth, 1, x, 1, tiles.Rows, y, columns, 0, c, columns)
				}
				b.ReportMetric(2*depth*float64(tiles.Rows*columns)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
