package memo_test

import (
	"testing"

	"unfold/engine/memo"
)

// vector is how many bytes a value of newVector takes.
const vector = 8 * 100

func newVector() []float64 { return make([]float64, 100) }

// has tells which of the keys are kept.
func has(m *memo.Memo, of memo.Key, keys string) string {
	kept := ""
	for _, k := range keys {
		if m.Has(of, k) {
			kept += string(k)
		}
	}
	return kept
}

func TestWhatWasNotAskedForForLongestGoesFirst(t *testing.T) {
	m := memo.New(3 * vector)
	of := memo.Unique()
	keep := func(key rune) { m.Keep(of, key, newVector(), false) }
	keep('a')
	keep('b')
	keep('c')
	if got := has(m, of, "abc"); got != "abc" {
		t.Errorf("kept %q, though there is room", got)
	}
	if _, ok := m.Recall(of, 'a'); !ok {
		t.Error("a is not there")
	}
	has(m, of, "b") // is no use of it
	keep('d')
	if got := has(m, of, "abcd"); got != "acd" {
		t.Errorf("kept %q", got)
	}
	m.Keep(of, 'e', make([]float64, 250), false) // takes the room of more than two
	if got := has(m, of, "acde"); got != "e" {
		t.Errorf("kept %q", got)
	}
	m.Keep(of, 'f', make([]float64, 301), false) // is larger than the memo
	if got := has(m, of, "ef"); got != "e" {
		t.Errorf("kept %q", got)
	}
	if _, ok := m.Recall(of, 'f'); ok {
		t.Error("recalled what is not kept")
	}
	if s, want := m.Stats(), (memo.Stats{Values: 1, Bytes: 2000, Limit: 3 * vector, Evicted: 4}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

func TestRowsAndSessionShareTheRoom(t *testing.T) {
	m := memo.New(2 * vector)
	r := m.Rows(memo.Unique())
	of := memo.Unique()
	get(t, r, 'a', newVector())
	m.Keep(of, 'b', newVector(), false)
	get(t, r, 'a', newVector())
	m.Keep(of, 'c', newVector(), false)
	if got := has(m, of, "bc"); got != "c" {
		t.Errorf("kept %q", got)
	}
	if _, ready := get(t, r, 'a', newVector()); !ready {
		t.Error("what was asked for is gone")
	}
}

func TestSharedMemoryCountsOnce(t *testing.T) {
	type state struct {
		Prepared, Placed []float64
	}
	m := memo.New(memo.Unlimited)
	of := memo.Unique()
	x, y, z := newVector(), newVector(), newVector()
	for _, c := range []struct {
		do    func()
		bytes uint64
	}{
		{func() { m.Keep(of, 'a', state{Prepared: x}, false) }, vector},
		{func() { m.Keep(of, 'b', state{x, y}, false) }, 2 * vector},
		{func() { m.Keep(of, 'c', state{x, x}, false) }, 2 * vector},
		{func() { m.Keep(of, 'a', state{Prepared: z}, false) }, 3 * vector}, // in place of the first
		{func() { m.Keep(of, 'b', 0, false) }, 2 * vector},
		{func() { m.Keep(of, 'c', 0, false) }, vector},
		{func() { m.Release() }, 0},
	} {
		if c.do(); m.Stats().Bytes != c.bytes {
			t.Errorf("%d bytes, want %d", m.Stats().Bytes, c.bytes)
		}
	}
}

// TestSizesOfTheirOwnAdd: values that say how large they are have nothing in
// common.
func TestSizesOfTheirOwnAdd(t *testing.T) {
	m := memo.New(memo.Unlimited)
	m.Keep(memo.Unique(), 0, sized{}, false)
	m.Keep(memo.Unique(), 0, sized{}, false)
	if got := m.Stats().Bytes; got != 2<<40 {
		t.Errorf("%d bytes", got)
	}
	m.Release()
	if got := m.Stats().Bytes; got != 0 {
		t.Errorf("%d bytes of nothing", got)
	}
}

func TestPinnedValuesStayUntilOthersNeedTheirRoom(t *testing.T) {
	m := memo.New(2 * vector)
	of := memo.Unique()
	m.Keep(of, 'a', newVector(), true)
	m.Keep(of, 'b', newVector(), false)
	m.Release()
	if got := has(m, of, "ab"); got != "a" {
		t.Errorf("after Release %q", got)
	}
	m.Keep(of, 'c', newVector(), false)
	m.Keep(of, 'd', newVector(), false)
	if got := has(m, of, "acd"); got != "cd" {
		t.Errorf("kept %q", got)
	}
	m.Keep(of, 'e', make([]float64, 1000), true) // the newest, whatever it weighs
	if got := has(m, of, "cde"); got != "e" {
		t.Errorf("kept %q", got)
	}
	m.Keep(of, 'f', newVector(), false)
	if got := has(m, of, "ef"); got != "f" {
		t.Errorf("kept %q", got)
	}
}

func TestScoresStayUntilAllIsCleared(t *testing.T) {
	m := memo.New(vector)
	key := memo.Unique()
	want := memo.Score{Value: 0.75, Better: "higher"}
	if _, ok := m.Score(key); ok {
		t.Error("a score that nobody has entered")
	}
	m.Enter(key, want)
	m.Keep(key, 0, newVector(), true)
	m.CountHits(2)
	m.Release()
	if got, ok := m.Score(key); got != want || !ok {
		t.Errorf("%+v, %v", got, ok)
	}
	if s, want := m.Stats(), (memo.Stats{Values: 1, Bytes: vector, Limit: vector, Scores: 1, Hits: 2, Found: 1}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	m.Clear()
	if _, ok := m.Score(key); ok || m.Has(key, 0) {
		t.Error("something is left")
	}
	if s, want := m.Stats(), (memo.Stats{Limit: vector}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	m.Keep(key, 0, newVector(), false)
	if s := m.Stats(); s.Values != 1 || s.Bytes != vector {
		t.Errorf("kept again %+v", s)
	}
}

func TestCountIsOfOneKind(t *testing.T) {
	type state struct{}
	m := memo.New(memo.Unlimited)
	x := newVector()
	m.Keep(memo.Unique(), state{}, x, false)
	m.Keep(memo.Unique(), state{}, x, true)
	m.Keep(memo.Unique(), "report", newVector(), true)
	if count, bytes := m.Count(state{}); count != 2 || bytes != 2*vector {
		t.Errorf("%d of %d bytes", count, bytes)
	}
	m.Release()
	if count, bytes := m.Count(state{}); count != 1 || bytes != vector {
		t.Errorf("%d of %d bytes", count, bytes)
	}
	if count, bytes := m.Count("nothing"); count != 0 || bytes != 0 {
		t.Errorf("%d of %d bytes", count, bytes)
	}
}
