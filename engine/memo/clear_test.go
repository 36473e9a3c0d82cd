package memo_test

import (
	"context"
	"testing"

	"unfold/engine/memo"
)

// TestClearWhileRowsAreOpen: who closes rows afterwards finds nothing to let go.
func TestClearWhileRowsAreOpen(t *testing.T) {
	m := memo.New(memo.Unlimited)
	rows := m.Rows(memo.Unique())
	find := func(context.Context, *[]float64) ([]float64, error) { return make([]float64, 100), nil }
	if _, _, err := memo.Find(t.Context(), rows, "lists", nil, find); err != nil {
		t.Fatal(err)
	}
	m.Clear()
	rows.Close()
	if s := m.Stats(); s.Values != 0 || s.Bytes != 0 {
		t.Errorf("%+v", s)
	}
}
