package protocol

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"unfold/engine"
)

// Every protocol chooses, by a stratified cross-validation whose seed follows
// from its own.
func TestAllChoose(t *testing.T) {
	n, target := classes(30, 20)
	for _, s := range Stages() {
		m := s.Make().(engine.Protocol)
		c, ok := m.(engine.Chooser)
		if !ok {
			t.Errorf("%s does not choose", s.Name)
			continue
		}
		if want := (engine.Choosing{Rule: engine.BestRule, Budget: engine.Auto}); c.Choosing() != want {
			t.Errorf("%s chooses by %+v", s.Name, c.Choosing())
		}
		inner := c.Inner().(*CV)
		folds := split(t, inner, n, target)
		if len(folds) != 5 || inner.Stratify != Stratified {
			t.Errorf("%s: %d inner folds, stratify=%q", s.Name, len(folds), inner.Stratify)
		}
		plain := split(t, &CV{K: 5, Repeats: 1, Stratify: Stratified, Seed: 1}, n, target)
		if reflect.DeepEqual(folds[0].Held, plain[0].Held) {
			t.Errorf("%s: the inner division is dealt as the outer one", s.Name)
		}
		if again := split(t, c.Inner(), n, target); !reflect.DeepEqual(folds, again) {
			t.Errorf("%s: the inner division changes", s.Name)
		}
	}
}

func TestChoosingIsAsAsked(t *testing.T) {
	m := &Holdout{Choice: Choice{Rule: engine.OneErrorRule, Budget: 40, Keep: "scores"}}
	if want := (engine.Choosing{Rule: "1se", Budget: 40, Keep: "scores"}); m.Choosing() != want {
		t.Errorf("it chooses by %+v", m.Choosing())
	}
	n, target := classes(9, 9)
	m.InnerFolds, m.Stratify = 3, Stratified
	if folds := split(t, m.Inner(), n, target); len(folds) != 3 {
		t.Errorf("%d inner folds", len(folds))
	}
}

// The automatic number of inner folds gives way; one that was said does not.
func TestInnerFoldsGiveWay(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		folds int
	}{{[]int{30, 3}, 3}, {[]int{30, 1}, 2}, {[]int{4}, 4}, {[]int{2}, 2}} {
		n, target := classes(c.sizes...)
		if folds := split(t, (&Holdout{Stratify: Stratified}).Inner(), n, target); len(folds) != c.folds {
			t.Errorf("%v: %d inner folds, want %d", c.sizes, len(folds), c.folds)
		}
	}
	n, target := classes(30, 3)
	if folds := split(t, (&Holdout{Stratify: Stratified, Choice: Choice{InnerFolds: 5}}).Inner(), n, target); len(folds) != 5 {
		t.Errorf("%d inner folds of the 5 that were asked for", len(folds))
	}
	one, single := classes(1)
	refuses(t, (&Holdout{Stratify: Stratified}).Inner(), rows(one, single), "inner", "1 row cannot make inner = 2 folds")
}

// Copies of a row, as in a bag, are on one side of the inner division.
func TestCopiesStayTogether(t *testing.T) {
	n, target := classes(20, 20)
	table := rows(n, target)
	m := &Bootstrap{Repeats: 3, Stratify: Stratified, Seed: 1}
	bags, err := m.Split(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	for _, bag := range bags {
		part := table.Keep(bag.Train)
		folds, err := m.Inner().Split(context.Background(), part)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range folds {
			for _, r := range f.Held {
				if slices.ContainsFunc(f.Train, func(other int) bool { return part.Rows[other] == part.Rows[r] }) {
					t.Fatalf("inner fold %d holds a copy of row %d and learns from another", i, part.Rows[r])
				}
			}
		}
	}
}
