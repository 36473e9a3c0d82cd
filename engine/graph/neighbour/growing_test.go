package neighbour

import (
	"context"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/memo"
)

// grid returns points with many equal distances, some of them copies.
func grid(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.Set(i, 0, float64(i*7%13))
		x.Set(i, 1, float64(i*5%11))
	}
	return x
}

// TestShorterListsAreTheBeginningOfLonger asks for lists in several orders, and
// at once, by points and by rows.
func TestShorterListsAreTheBeginningOfLonger(t *testing.T) {
	x := grid(200)
	for name, d := range map[string]engine.Distances{"points": engine.Euclidean(x), "rows": rooted{engine.Euclidean(x)}} {
		for _, order := range [][]int{{3, 5, 7, 9, 30, 199}, {40, 7, 2}, {1, 199}} {
			searches := 0
			rows := memo.New(memo.Unlimited).Rows(memo.Unique())
			find := func(ctx context.Context, k int) (Whole, error) {
				searches++
				nb, err := Find(ctx, d, k, Exact)
				return Whole{nb}, err
			}
			var asking sync.WaitGroup
			for _, k := range order {
				asking.Go(func() {
					lists, err := AtLeast(t.Context(), rows, "lists", 200, k, find)
					if err != nil {
						t.Error(err)
						return
					}
					want, err := Find(t.Context(), d, k, Exact)
					if err != nil {
						t.Error(err)
					}
					if got := lists.First(k); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: lists of %d rows are not the first of longer ones", name, k)
					}
				})
			}
			asking.Wait()
			if searches > len(order) {
				t.Errorf("%d searches for %d lengths", searches, len(order))
			}
		}
	}
}

// rooted are distances that only their rows tell.
type rooted struct{ d engine.Distances }

func (r rooted) Len() int { return r.d.Len() }

func (r rooted) Row(dst []float64, i int) {
	r.d.Row(dst, i)
	for j, e := range dst {
		dst[j] = math.Sqrt(e)
	}
}

func TestListsGrowByDoubling(t *testing.T) {
	var asked []int
	rows := memo.New(memo.Unlimited).Rows(memo.Unique())
	searching, free := make(chan struct{}, 100), make(chan struct{})
	close(free)
	find := func(ctx context.Context, k int) (Whole, error) {
		asked = append(asked, k)
		searching <- struct{}{}
		<-free
		nb, err := NewLists(ctx, 100, k)
		return Whole{nb}, err
	}
	for k := 3; k <= 99; k++ {
		if _, err := AtLeast(t.Context(), rows, "lists", 100, k, find); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int{3, 6, 12, 24, 48, 96, 99}; !slices.Equal(asked, want) {
		t.Errorf("lists of %v rows were made, want %v", asked, want)
	}
	// Who waits for a search can be cancelled.
	free, searching = make(chan struct{}), make(chan struct{}, 1)
	var group sync.WaitGroup
	group.Go(func() { AtLeast(t.Context(), rows, "others", 100, 3, find) })
	<-searching
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AtLeast(ctx, rows, "others", 100, 3, find); err != context.Canceled {
		t.Errorf("error is %v", err)
	}
	close(free)
	group.Wait()
}
