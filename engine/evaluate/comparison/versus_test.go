package comparison

import (
	"errors"
	"math"
	"testing"
)

// TestVersusTellsEveryPair: pairs have the contrasts of the recipes, and a recipe
// that failed is in none.
func TestVersusTellsEveryPair(t *testing.T) {
	c, err := New(Set{Data: "made", Entries: []Entry{
		{Name: "poor", Report: higher(poor...)}, {Name: "gone", Failed: errors.New("no memory")},
		{Name: "good", Report: higher(good...)}, {Name: "like", Report: higher(like...)},
	}}, Options{ROPE: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	sheet := c.Versus()
	if len(sheet.Rows) != 3 {
		t.Fatalf("%d pairs of three recipes that finished", len(sheet.Rows))
	}
	row := sheet.Rows[0] // poor against good
	if row[0].Text != "poor" || row[1].Text != "good" || row[2].Value != 0 || row[4].Value != 10 {
		t.Errorf("poor against good: %v", row)
	}
	if best := c.Standings[0].ToBest; row[5].Value != best.Mean || row[6].Value != best.Test.P || math.Abs(row[10].Value-best.After.Worse) > 1e-15 {
		t.Errorf("the pair differs from the contrast to the best: %v", row)
	}
	if row[7].Value < row[6].Value || row[7].Value > 3*row[6].Value {
		t.Errorf("p = %g is adjusted to %g", row[6].Value, row[7].Value)
	}
	row = sheet.Rows[2] // good against like
	if wins, ties, losses := row[2].Value, row[3].Value, row[4].Value; wins+ties+losses != 10 || wins == 0 || losses == 0 || ties == 0 {
		t.Errorf("good against like: %v", row)
	}
}
