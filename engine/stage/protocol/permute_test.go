package protocol

import (
	"context"
	"math"
	"reflect"
	"testing"

	"unfold/engine"
)

// The real labels meet the folds of cv; every deal meets the same folds, and
// each fold keeps the labels that it has.
func TestDealsStayInTheirFolds(t *testing.T) {
	n, target := classes(30, 21)
	m := &Permute{N: 4, K: 3, Stratify: Stratified, Seed: 1}
	folds, err := m.Split(context.Background(), rows(n, target))
	if err != nil {
		t.Fatal(err)
	}
	plain := split(t, &CV{K: 3, Repeats: 1, Stratify: Stratified, Seed: 1}, n, target)
	if !reflect.DeepEqual(folds[:3], plain) {
		t.Error("real labels meet other folds than under cv")
	}
	if len(folds) != 3*5 {
		t.Fatalf("%d folds", len(folds))
	}
	for i, f := range folds[3:] {
		if f.Deal != 1+i/3 || !reflect.DeepEqual(f.Train, plain[i%3].Train) || !reflect.DeepEqual(f.Held, plain[i%3].Held) {
			t.Fatalf("fold %d is %+v", i, f)
		}
		dealt := target.Take(f.Dealt)
		if !reflect.DeepEqual(count(dealt, f.Held), count(target, f.Held)) {
			t.Errorf("deal %d gives a fold other labels", f.Deal)
		}
		if reflect.DeepEqual(dealt.Labels, target.Labels) {
			t.Errorf("deal %d changes nothing", f.Deal)
		}
	}
	more, err := (&Permute{N: 6, K: 3, Stratify: Stratified, Seed: 1}).Split(context.Background(), rows(n, target))
	if err != nil || !reflect.DeepEqual(folds, more[:len(folds)]) {
		t.Errorf("more deals change the first ones (%v)", err)
	}
}

// Within a fold of four rows, a row has each of the labels equally often.
func TestDealsAreFair(t *testing.T) {
	const deals = 4000
	folds, err := (&Permute{N: deals, K: 2, Stratify: Unstratified, Seed: 2}).Split(context.Background(), rows(8, responses(8)))
	if err != nil {
		t.Fatal(err)
	}
	times := map[[2]int]float64{}
	for _, f := range folds[2:] {
		for _, r := range f.Held {
			times[[2]int{r, f.Dealt[r]}]++
		}
	}
	for pair, c := range times {
		if math.Abs(c-deals/4) > 5*math.Sqrt(deals)/2 {
			t.Errorf("row %d has the label of row %d in %g of %d deals", pair[0], pair[1], c, deals)
		}
	}
	if len(times) != 2*4*4 {
		t.Errorf("%d pairs of rows and labels", len(times))
	}
}

func TestPermuteFaults(t *testing.T) {
	n, target := classes(10, 3)
	refuses(t, &Permute{N: 9, K: 14, Stratify: Stratified}, rows(n, target), "k", "13 rows cannot make k = 14 folds")
	refuses(t, &Permute{N: 9, K: 2, Stratify: Stratified}, rows(n, engine.Target{}), "", "so there are no labels to deal; name the column")
	refuses(t, &Permute{N: 9, K: 13, Stratify: Unstratified}, rows(n, target), "k", "so dealing them there changes nothing; lower k")
}

func TestTransduceIsAHoldout(t *testing.T) {
	n, target := classes(30, 21)
	f := split(t, &Transduce{Share: 0.4, Stratify: Stratified, Seed: 3}, n, target)[0]
	plain := split(t, &Holdout{Share: 0.4, Stratify: Stratified, Seed: 3}, n, target)[0]
	if !f.Transduced || !reflect.DeepEqual(f.Held, plain.Held) || !reflect.DeepEqual(f.Train, plain.Train) {
		t.Error("another share of the rows is held")
	}
	refuses(t, &Transduce{Share: 0.4, Stratify: Stratified}, rows(n, engine.Target{}), "", "so there are no labels to hide; name the column")
}

func TestLOO(t *testing.T) {
	n, target := classes(5, 1)
	folds := split(t, &LOO{}, n, target)
	if len(folds) != n {
		t.Fatalf("%d folds", len(folds))
	}
	for i, f := range folds {
		if !reflect.DeepEqual(f.Held, []int{i}) {
			t.Errorf("fold %d holds %v", i, f.Held)
		}
	}
	refuses(t, &LOO{}, rows(1, engine.Target{}), "", "1 row cannot be held and learned from")
}

func TestNestedIsCVOutside(t *testing.T) {
	n, target := classes(30, 21)
	m := &Nested{Outer: 4, Repeats: 2, Stratify: Stratified, Seed: 3, Choice: Choice{InnerFolds: 5}}
	if !reflect.DeepEqual(split(t, m, n, target), split(t, &CV{K: 4, Repeats: 2, Stratify: Stratified, Seed: 3}, n, target)) {
		t.Error("outer folds are not those of cv")
	}
	small, few := classes(4, 3)
	m.InnerFolds, m.Outer, m.Repeats = 5, 2, 1
	refuses(t, m, rows(small, few), "inner", "among the 3 training rows of fold 1, 3 rows cannot make inner = 5 folds; lower inner to 3 or less")
	m.Outer = 8
	refuses(t, m, rows(small, few), "outer", "7 rows cannot make outer = 8 folds; lower outer to 7 or less")
}
