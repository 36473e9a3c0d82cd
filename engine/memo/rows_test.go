package memo_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"unfold/engine/memo"
)

// get asks for what is kept under a key, and makes value if it is not there.
func get[T any](t *testing.T, r *memo.Rows, key any, value T) (got T, ready bool) {
	t.Helper()
	got, ready, err := memo.Find(t.Context(), r, key, nil, func(context.Context, *T) (T, error) { return value, nil })
	if err != nil {
		t.Error(err)
	}
	return got, ready
}

func TestRowsKeepWhatIsFound(t *testing.T) {
	m := memo.New(memo.Unlimited)
	r := m.Rows(memo.Unique())
	type lists int
	type graph int
	for _, c := range []struct {
		rows  *memo.Rows
		key   any
		value int
		want  int
		ready bool
	}{
		{r, lists(5), 1, 1, false},
		{r, lists(5), 2, 1, true},
		{r, lists(6), 3, 3, false},
		{r, graph(5), 4, 4, false}, // the same number of another type
		{m.Rows(memo.Unique()), lists(5), 5, 5, false},
		{r, lists(5), 6, 1, true},
	} {
		if got, ready := get(t, c.rows, c.key, c.value); got != c.want || ready != c.ready {
			t.Errorf("%T %v: %d, %v; want %d, %v", c.key, c.key, got, ready, c.want, c.ready)
		}
	}
	if r.Hits() != 2 || m.Stats().Values != 4 {
		t.Errorf("%d hits, %+v", r.Hits(), m.Stats())
	}
}

func TestNoRowsKeepNothing(t *testing.T) {
	var r *memo.Rows
	for i := range 2 {
		if got, ready := get(t, r, 0, i); got != i || ready {
			t.Errorf("got %d, %v", got, ready)
		}
	}
	if r.Then(memo.Unique()) != nil || r.Hits() != 0 {
		t.Error("nothing comes of no rows")
	}
	r.Close()
	own := r.Own()
	get(t, own, 0, 1)
	if got, ready := get(t, own, 0, 2); got != 1 || !ready {
		t.Errorf("of its own: %d, %v", got, ready)
	}
	if own.Own() != own {
		t.Error("rows that are there are not the holder's own")
	}
}

func TestRowsThatComeOfOthersCountTogether(t *testing.T) {
	r := memo.New(memo.Unlimited).Rows(memo.Unique())
	scaled := r.Then(memo.Unique())
	get(t, r, 0, 1)
	if got, ready := get(t, scaled, 0, 2); got != 2 || ready {
		t.Errorf("%d, %v is of other rows", got, ready)
	}
	get(t, scaled, 0, 3)
	if r.Hits() != 1 || scaled.Hits() != 1 {
		t.Errorf("%d and %d hits", r.Hits(), scaled.Hits())
	}
}

func TestRowsLiveUntilTheLastHolderCloses(t *testing.T) {
	m := memo.New(memo.Unlimited)
	key := memo.Unique()
	one, two := m.Rows(key), m.Rows(key)
	others := m.Rows(memo.Unique())
	get(t, one, 0, make([]float64, 100))
	get(t, one, 1, 1)
	get(t, others, 0, 7)
	m.Keep(key, "state", 8, false) // of the same rows, for the session
	one.Close()
	if _, ready := get(t, two, 0, []float64{}); !ready {
		t.Error("gone, though others hold the rows open")
	}
	two.Close()
	if s := m.Stats(); s.Values != 2 || s.Bytes != 0 {
		t.Errorf("after the last holder %+v", s)
	}
	if !m.Has(key, "state") {
		t.Error("what is kept for the session went with the rows")
	}
	for i := range 2 { // who has closed may still ask
		if got, ready := get(t, two, "other", i); got != i || ready {
			t.Errorf("of closed rows %d, %v", got, ready)
		}
	}
	if got, ready := get(t, m.Rows(key), 1, 2); got != 2 || ready {
		t.Errorf("opened again: %d, %v", got, ready)
	}
	if _, ready := get(t, others, 0, 0); !ready {
		t.Error("what is known of other rows is gone")
	}
}

// TestValueThatDoesNotServeIsReplaced: one key has the last value only, and who
// makes the next meets the old one.
func TestValueThatDoesNotServeIsReplaced(t *testing.T) {
	m := memo.New(memo.Unlimited)
	r := m.Rows(memo.Unique())
	longer := func(n int) (got []float64, ready bool, old int) {
		got, ready, err := memo.Find(t.Context(), r, "lists", func(v []float64) bool { return len(v) >= n }, func(_ context.Context, had *[]float64) ([]float64, error) {
			if had != nil {
				old = len(*had)
			}
			return make([]float64, n), nil
		})
		if err != nil {
			t.Error(err)
		}
		return got, ready, old
	}
	for _, c := range []struct {
		n, want int
		ready   bool
		old     int
	}{{5, 5, false, 0}, {3, 5, true, 0}, {8, 8, false, 5}, {5, 8, true, 0}} {
		got, ready, old := longer(c.n)
		if len(got) != c.want || ready != c.ready || old != c.old {
			t.Errorf("asked for %d: %d, %v, of an old one of %d; want %+v", c.n, len(got), ready, old, c)
		}
	}
	if s := m.Stats(); s.Values != 1 || s.Bytes != 8*8 || s.Evicted != 0 {
		t.Errorf("%+v", s)
	}
}

// TestOneFindsForAll: of many who ask at once, on the same rows by holders of
// their own, one finds, and all get its value.
func TestOneFindsForAll(t *testing.T) {
	m := memo.New(memo.Unlimited)
	rows := memo.Unique()
	var made atomic.Int32
	var all sync.WaitGroup
	const keys, each = 4, 16
	held := m.Rows(rows)
	for i := range keys * each {
		all.Go(func() {
			r := m.Rows(rows)
			defer r.Close()
			got, _, err := memo.Find(t.Context(), r, i%keys, nil, func(context.Context, *[]int) ([]int, error) {
				made.Add(1)
				return []int{i % keys}, nil
			})
			if err != nil || got[0] != i%keys {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	all.Wait()
	if made.Load() != keys || m.Stats().Values != keys {
		t.Errorf("made %d times, %+v", made.Load(), m.Stats())
	}
	if held.Close(); m.Stats().Values != 0 || m.Stats().Bytes != 0 {
		t.Errorf("after all have closed %+v", m.Stats())
	}
}

// TestManyUseALittleMemo has values come and go under the race detector: what is
// got is always what was asked for, and nothing that is held is lost count of.
func TestManyUseALittleMemo(t *testing.T) {
	const vector = 8 * 64
	m := memo.New(3 * vector)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			r := m.Rows(memo.Key{byte(g % 2)})
			defer r.Close()
			for i := range 100 {
				want := float64((g*7 + i) % 9)
				got, _, err := memo.Find(t.Context(), r, want, nil, func(context.Context, *[]float64) ([]float64, error) {
					v := make([]float64, 64)
					v[0] = want
					return v, nil
				})
				if err != nil || got[0] != want {
					t.Errorf("%v, %v", got, err)
				}
				if i%30 == 0 {
					m.Release()
				}
			}
		})
	}
	all.Wait()
	if s := m.Stats(); s.Values != 0 || s.Bytes != 0 || s.Evicted == 0 {
		t.Errorf("after all have closed %+v", s)
	}
}
