package smo

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// threeBlobs returns points of three classes, and their classes.
func threeBlobs(n int) (x *mat.Dense, labels []int) {
	x, _ = cloud(8, n, 3)
	labels = make([]int, n)
	for i := range n {
		labels[i] = i * 7 % 3
		x.Set(i, labels[i], x.At(i, labels[i])+1)
	}
	return x, labels
}

// blobMembers returns points of three classes and the rows of each.
func blobMembers(n int) (*mat.Dense, [][]int) {
	x, labels := threeBlobs(n)
	return x, membersOf(labels, 3)
}

// TestCachedKernelIsTheKernel asks for rows of whole classes, of some of their rows
// and of a few, twice over, with room to keep them and without.
func TestCachedKernelIsTheKernel(t *testing.T) {
	x, members := blobMembers(210)
	points := Gaussian(x, 0.3, 1)
	var whole, half, few []int32
	for _, c := range []int{0, 2} {
		for at, r := range members[c] {
			whole = append(whole, int32(r))
			if at%2 == 0 {
				half = append(half, int32(r))
			}
			if at%16 == 3 {
				few = append(few, int32(r))
			}
		}
	}
	mixed := []int32{5, 4, 3, 9, 200, 1}
	for _, budget := range []int{0, 10_000, 1 << 20} {
		cached := NewCachedKernel(points, members, budget)
		for turn, of := range [][]int32{few, half, whole, half, few, mixed, nil} {
			want, got := points.Columns(of), cached.Columns(of)
			a, b := make([]float32, len(of)), make([]float32, len(of))
			for i := range 210 {
				want.Row(a, i)
				if got.Row(b, i); !slices.Equal(a, b) {
					t.Fatalf("budget %d, turn %d: row %d differs", budget, turn, i)
				}
			}
			want.Diagonal(a)
			if got.Diagonal(b); !slices.Equal(a, b) {
				t.Errorf("budget %d, turn %d: the diagonal differs", budget, turn)
			}
		}
		if left := cached.bytesLeft.Load(); budget > 0 && (left < 0 || left == int64(budget)) {
			t.Errorf("of %d bytes %d are left", budget, left)
		}
	}
}

// TestCachedKernelChangesNoBit solves for several costs at once, over one cached kernel and
// each alone over points.
func TestCachedKernelChangesNoBit(t *testing.T) {
	x, members := blobMembers(300)
	points := Gaussian(x, 0.3, 1)
	cached := NewCachedKernel(points, members, 200_000)
	var solving sync.WaitGroup
	for _, c := range []float64{0.1, 1, 10, 100, 1000} {
		solving.Go(func() {
			s := Settings{C: c, Tol: 1e-4, Budget: 1 << 20}
			got, err := OneAgainstOne(t.Context(), cached, members, s)
			if err != nil {
				t.Error(err)
			}
			want, err := OneAgainstOne(t.Context(), points, members, s)
			if err != nil {
				t.Error(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("C = %v: pairs differ", c)
			}
		})
	}
	solving.Wait()
}

func TestPairsAreTheSameOnAnyProcessors(t *testing.T) {
	x, labels := threeBlobs(200)
	members := membersOf(labels, 3)
	var want []Pair
	for _, procs := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(procs)
		got, err := OneAgainstOne(t.Context(), Gaussian(x, 1, 1), members, Settings{C: 10, Tol: 1e-3, Budget: 1 << 16})
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("on %d processors pairs differ", procs)
		}
	}
}
