package protocol

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"unfold/engine"
)

func bags(t *testing.T, m *Bootstrap, table *engine.Table) []engine.Fold {
	t.Helper()
	folds, err := m.Split(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range folds {
		if !slices.IsSorted(f.Train) || !slices.IsSorted(f.Held) || len(f.Held) == 0 || f.Repeat != i {
			t.Fatalf("bag %d: %+v", i, f)
		}
		for row := range table.Len() {
			if slices.Contains(f.Train, row) == slices.Contains(f.Held, row) {
				t.Fatalf("bag %d: row %d is on both sides, or on none", i, row)
			}
		}
	}
	return folds
}

// A bag has as many rows of each class as there are, and every row is drawn
// once on average; a share of (1 − 1/m)^m is held of a class of m rows.
func TestBags(t *testing.T) {
	n, target := classes(40, 25)
	table := rows(n, target)
	const draws = 2000
	times, held := make([]float64, n), 0
	for _, f := range bags(t, &Bootstrap{Repeats: draws, Stratify: Stratified, Seed: 1}, table) {
		if got := count(target, f.Train); !reflect.DeepEqual(got, []int{40, 25}) {
			t.Fatalf("a bag has %v rows of the classes", got)
		}
		for _, r := range f.Train {
			times[r]++
		}
		held += len(f.Held)
	}
	for r, c := range times {
		if math.Abs(c-draws) > 5*math.Sqrt(draws) {
			t.Errorf("row %d was drawn %g times in %d bags", r, c, draws)
		}
	}
	want := 40*math.Pow(1-1.0/40, 40) + 25*math.Pow(1-1.0/25, 25)
	if got := float64(held) / draws; math.Abs(got-want) > 5*math.Sqrt(float64(n)/draws) {
		t.Errorf("%.2f rows are held on average, want %.2f", got, want)
	}
}

func TestFirstBagsStay(t *testing.T) {
	n, target := classes(10, 10)
	few := bags(t, &Bootstrap{Repeats: 3, Stratify: Stratified, Seed: 4}, rows(n, target))
	many := bags(t, &Bootstrap{Repeats: 6, Stratify: Stratified, Seed: 4}, rows(n, target))
	if !reflect.DeepEqual(few, many[:3]) || reflect.DeepEqual(many[0].Train, many[3].Train) {
		t.Error("more bags change the first ones, or repeat them")
	}
}

// Two rows of a class are drawn until one of them is left out.
func TestSmallestBags(t *testing.T) {
	n, target := classes(2, 1)
	for _, f := range bags(t, &Bootstrap{Repeats: 20, Stratify: Stratified, Seed: 1}, rows(n, target)) {
		if got := count(target, f.Held); !reflect.DeepEqual(got, []int{1, 0}) {
			t.Errorf("%v rows of the classes are held", got)
		}
	}
}

func TestBagFaults(t *testing.T) {
	n, target := classes(60, 2)
	refuses(t, &Bootstrap{Repeats: 50, Stratify: Unstratified, Seed: 1}, rows(n, target), "stratify", `has no row of class b, which has 2 rows; set stratify="yes"`)
	n, target = classes(1, 1, 1)
	refuses(t, &Bootstrap{Repeats: 1, Stratify: Stratified}, rows(n, target), "stratify", "of the 3 rows each is the only one of its class")
	refuses(t, &Bootstrap{Repeats: 1, Stratify: Stratified}, rows(1, engine.Target{}), "", "use none, which holds no row")
}
