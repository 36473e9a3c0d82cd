package blas

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
)

// BenchmarkRoutines measures every routine that the engine leans on, in both
// types. GFLOP/s is that of the fastest run; GFLOP/cpu-s divides by the
// processors' time of all runs, which other programs on the machine disturb
// less. Compare with testdata/peer.py, on as many threads:
//
//	go test ./engine/linear/blas -run '^$' -bench Routines -cpu 1,2
//	OPENBLAS_NUM_THREADS=2 python3 engine/linear/blas/testdata/peer.py 500 2000
func BenchmarkRoutines(b *testing.B) {
	b.Run("double", benchRoutines[float64])
	b.Run("single", benchRoutines[float32])
}

func benchRoutines[T Float](b *testing.B) {
	ctx := b.Context()
	for _, n := range []int{500, 1000, 2000, 4000, 8000} {
		r := rand.New(rand.NewPCG(1, 1))
		var a, c, spd []T
		fill := func() { // only what is asked for pays for its matrices
			if a == nil {
				a, c, spd = make([]T, n*n), make([]T, n*n), make([]T, n*n)
				for i := range a {
					a[i] = T(r.NormFloat64())
				}
				_ = Syrk(ctx, blas.Lower, blas.NoTrans, n, n, 1/T(n), a, n, 0, spd, n)
				for i := range n {
					spd[i*n+i]++
				}
			}
		}
		cube := float64(n) * float64(n) * float64(n)
		measure(b, fmt.Sprintf("gemm/n=%d", n), 2*cube, fill, nil, func() {
			_ = Gemm(ctx, blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n)
		})
		measure(b, fmt.Sprintf("syrk/n=%d", n), cube, fill, nil, func() {
			_ = Syrk(ctx, blas.Lower, blas.NoTrans, n, n, 1, a, n, 0, c, n)
		})
		refill := func() { copy(c, spd) }
		measure(b, fmt.Sprintf("cholesky/n=%d", n), cube/3, fill, refill, func() {
			Cholesky(ctx, blas.Lower, n, c, n)
		})
		measure(b, fmt.Sprintf("choleskyUpper/n=%d", n), cube/3, func() {
			fill()
			for i := range n {
				for j := range i {
					spd[j*n+i] = spd[i*n+j]
				}
			}
		}, refill, func() {
			Cholesky(ctx, blas.Upper, n, c, n)
		})
		measure(b, fmt.Sprintf("invert/n=%d", n), cube/3, fill, refill, func() {
			InvertTriangle(ctx, blas.Lower, n, c, n)
		})
		measure(b, fmt.Sprintf("trsm/n=%d", n), cube, func() { fill(); copy(c, a) }, nil, func() {
			_ = Trsm(ctx, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, spd, n, c, n)
		})
		benchThin(b, n, fill, func() ([]T, []T, []T) { return a, c, spd })
	}
	panel, block, product := make([]T, 256*1024), make([]T, 1024*16), make([]T, 256*16)
	measure(b, "one/256x1024x16", 2*256*1024*16, func() {}, nil, func() {
		Single[T]{}.Gemm(blas.NoTrans, blas.NoTrans, 256, 16, 1024, 1, panel, 1024, block, 16, 0, product, 16)
	})
}

// benchThin measures products and solves of a square matrix with few columns.
func benchThin[T Float](b *testing.B, n int, fill func(), filled func() (a, c, spd []T)) {
	const few = 16
	ctx, thin := b.Context(), 2*float64(n)*float64(n)*few
	measure(b, fmt.Sprintf("gemm/%dx%dx%d", n, n, few), thin, fill, nil, func() {
		a, c, spd := filled()
		_ = Gemm(ctx, blas.NoTrans, blas.NoTrans, n, few, n, 1, spd, n, a, few, 0, c, few)
	})
	measure(b, fmt.Sprintf("gemm/%dx%dx%d", few, n, n), thin, fill, nil, func() {
		a, c, spd := filled()
		_ = Gemm(ctx, blas.NoTrans, blas.NoTrans, few, n, n, 1, a, n, spd, n, 0, c, n)
	})
	measure(b, fmt.Sprintf("trsm/%dx%d", n, few), thin/2, fill, nil, func() {
		_, c, spd := filled()
		_ = Trsm(ctx, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, few, 1, spd, n, c, few)
	})
}

// BenchmarkBesideOpenBLAS measures products, rank updates, solves and factors by
// our own routines and by OpenBLAS in turn, and reports the median speed of
// both, by the processors' time, and their ratio:
//
//	go test ./engine/linear/blas -run '^$' -bench BesideOpenBLAS -benchtime 7x
//	UNFOLD_SIMD=avx2 OPENBLAS_CORETYPE=Zen go test ./engine/linear/blas -run '^$' -bench BesideOpenBLAS -benchtime 7x
func BenchmarkBesideOpenBLAS(b *testing.B) {
	b.Run("double", besideOpenBLAS[float64])
	b.Run("single", besideOpenBLAS[float32])
}

func besideOpenBLAS[T Float](b *testing.B) {
	lib, err := open("openblas")
	if err != nil {
		b.Skip(err)
	}
	former := *chosen()
	defer func() { *chosen() = former }()
	ways := [2]backend{{routines: &ownRoutines}, {routines: &lib.routines}}
	ctx := b.Context()
	for _, n := range []int{500, 1000, 2000, 4000} {
		r := rand.New(rand.NewPCG(1, 1))
		cube := float64(n) * float64(n) * float64(n)
		var a, c, spd []T
		for name, routine := range map[string]struct {
			operations float64
			do         func()
		}{
			"gemm": {2 * cube, func() { _ = Gemm(ctx, blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n) }},
			"gram": {2 * cube, func() { _ = Gemm(ctx, blas.NoTrans, blas.Trans, n, n, n, 1, a, n, a, n, 0, c, n) }},
			"syrk": {cube, func() { _ = Syrk(ctx, blas.Lower, blas.NoTrans, n, n, 1, a, n, 0, c, n) }},
			"trsm": {cube, func() {
				_ = Trsm(ctx, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, spd, n, c, n)
			}},
			"cholesky": {cube / 3, func() { copy(c, spd); _, _, _ = Cholesky(ctx, blas.Lower, n, c, n) }},
			"gemv":     {2 * cube / float64(n), func() { Single[T]{}.Gemv(blas.NoTrans, n, n, 1, a, n, c, 1, 0, spd[n*n-n:], 1) }},
			"gemvT":    {2 * cube / float64(n), func() { Single[T]{}.Gemv(blas.Trans, n, n, 1, a, n, c, 1, 0, spd[n*n-n:], 1) }},
			"thin":     {32 * cube / float64(n), func() { _ = Gemm(ctx, blas.NoTrans, blas.NoTrans, n, 16, n, 1, a, n, c, 16, 0, spd[n*n-16*n:], 16) }},
			"flat":     {32 * cube / float64(n), func() { _ = Gemm(ctx, blas.NoTrans, blas.NoTrans, 16, n, n, 1, c, n, a, n, 0, spd[n*n-16*n:], n) }},
		} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				if a == nil { // only what is asked for pays for its matrices
					a, c, spd = numbers[T](r, n*n), make([]T, n*n), make([]T, n*n)
					for i := range n {
						spd[i*n+i] = 2
					}
				}
				copy(c, a)
				var wall, used [2][]float64
				for b.Loop() {
					for way := range ways {
						*chosen() = ways[way]
						begun, before := time.Now(), processors()
						routine.do()
						wall[way], used[way] = append(wall[way], time.Since(begun).Seconds()), append(used[way], (processors()-before).Seconds())
					}
				}
				for way := range ways {
					slices.Sort(wall[way])
					slices.Sort(used[way])
				}
				half := len(wall[0]) / 2
				b.ReportMetric(routine.operations/used[0][half]/1e9, "ours/cpu-s")
				b.ReportMetric(routine.operations/used[1][half]/1e9, "theirs/cpu-s")
				b.ReportMetric(used[1][half]/used[0][half], "cpu-ratio")
				b.ReportMetric(wall[1][half]/wall[0][half], "ratio")
				b.ReportMetric(wall[1][0]/wall[0][0], "best-ratio")
			})
		}
	}
}

// measure runs do, after prepare each time, and reports its speed for so many
// operations.
func measure(b *testing.B, name string, operations float64, setUp, prepare, do func()) {
	b.Run(name, func(b *testing.B) {
		setUp()
		if prepare == nil {
			prepare = func() {}
		}
		prepare()
		do()
		best, used := time.Duration(1<<62), time.Duration(0)
		for b.Loop() {
			b.StopTimer()
			prepare()
			b.StartTimer()
			begun, before := time.Now(), processors()
			do()
			best, used = min(best, time.Since(begun)), used+processors()-before
		}
		b.ReportMetric(operations/best.Seconds()/1e9, "GFLOP/s")
		b.ReportMetric(operations*float64(b.N)/used.Seconds()/1e9, "GFLOP/cpu-s")
	})
}

// processors is the time that this process has spent on all of them.
func processors() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
