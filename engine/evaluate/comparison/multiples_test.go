package comparison

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"unfold/engine/figure"
)

// TestMultiplesArrangesEmbeddings: rows begin at the left, whatever failed or is short.
func TestMultiplesArrangesEmbeddings(t *testing.T) {
	good, poor := drawing(higher(0.9), 30), drawing(higher(0.5), 30)
	measure := good.Scores[0].Name
	m := Multiples{Data: "made", Measure: measure, Rows: [][]Entry{
		{{Name: "a, free", Report: poor}, {Name: "a, linear", Failed: errors.New("no way")}},
		{{Name: "b, free", Report: good}},
		{{Name: "c, free", Report: poor}, {Name: "c, linear", Report: poor}},
	}}
	f, err := m.Figure()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, part := range f.Parts {
		names = append(names, part.Title)
	}
	if got, want := strings.Join(names, "|"), "a, free|a, linear: no result|b, free||c, free|c, linear"; got != want || f.Across != 2 {
		t.Errorf("%s, %d across; want %s", got, f.Across, want)
	}
	if !strings.Contains(f.Alt, "a, free 0.5000; a, linear: no result, no way; b, free 0.9000") || !strings.HasSuffix(f.Alt, "The best is b, free.") {
		t.Errorf("it says %s", f.Alt)
	}
	if len(f.Parts[2].Parts) != 1 || f.Parts[2].Parts[0].Name != "scatter" || f.Parts[2].Parts[0].X.Label != measure+" 0.900" {
		t.Errorf("a panel is %+v", f.Parts[2])
	}
}

// TestMultiplesDrawAllRows up to 5,000 marks, and tell a sample of more.
func TestMultiplesDrawAllRows(t *testing.T) {
	for rows, all := range map[int]bool{200: true, 250: false} {
		m := Multiples{Measure: "accuracy", Rows: make([][]Entry, 5)}
		for i := range m.Rows {
			for range 5 {
				m.Rows[i] = append(m.Rows[i], Entry{Name: "a", Report: drawing(higher(0.5), rows)})
			}
		}
		f, err := m.Figure()
		if err != nil {
			t.Fatal(err)
		}
		drawn := len(f.Parts[24].Parts[0].Layers[0].(figure.Points).X)
		if (drawn == rows) != all || drawn < 195 || strings.Contains(f.Caption, fmt.Sprintf("%d of %d rows", drawn, rows)) == all {
			t.Errorf("of %d rows %d are drawn: %s", rows, drawn, f.Caption)
		}
	}
}

// TestMultiplesWithoutEmbeddings returns what the first had against it; one panel has no
// best.
func TestMultiplesWithoutEmbeddings(t *testing.T) {
	if _, err := (Multiples{Rows: [][]Entry{{{Name: "a", Failed: errors.New("no way")}}}}).Figure(); err == nil || !strings.Contains(err.Error(), "no way") {
		t.Errorf("%v", err)
	}
	one := drawing(higher(0.9), 5)
	f, err := Multiples{Measure: one.Scores[0].Name, Rows: [][]Entry{{{Name: "a", Report: one}}}}.Figure()
	if err != nil || strings.Contains(f.Alt, "best") || f.Across != 1 {
		t.Errorf("%v, %v", f, err)
	}
}
