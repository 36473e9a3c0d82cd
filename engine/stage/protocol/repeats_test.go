package protocol

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// TestRepeatsGoOn: the first repeats are the same however many follow, each is
// another division, and all of them are of the same size.
func TestRepeatsGoOn(t *testing.T) {
	n, target := classes(30, 12, 6)
	for name, many := range map[string]func(repeats int) engine.Protocol{
		"holdout":   func(repeats int) engine.Protocol { return &Holdout{Share: 0.25, Seed: 3, Repeats: repeats} },
		"transduce": func(repeats int) engine.Protocol { return &Transduce{Share: 0.25, Seed: 3, Repeats: repeats} },
	} {
		once, few, all := split(t, many(engine.Auto), n, target), split(t, many(3), n, target), split(t, many(8), n, target)
		if len(once) != 1 || len(all) != 8 || !reflect.DeepEqual(once, all[:1]) || !reflect.DeepEqual(few, all[:3]) {
			t.Fatalf("%s: %d, %d and %d folds, of which the first differ", name, len(once), len(few), len(all))
		}
		for i, f := range all {
			if f.Repeat != i || len(f.Held) != 12 || f.Transduced != (name == "transduce") {
				t.Errorf("%s: fold %d is of repeat %d and holds %d rows", name, i, f.Repeat, len(f.Held))
			}
			for _, other := range all[:i] {
				if slices.Equal(f.Held, other.Held) {
					t.Errorf("%s: repeat %d holds the rows of an earlier one", name, i)
				}
			}
		}
	}
}

// TestTransducedFoldsAreThoseOfCV: recipes that may see held rows and recipes
// that may not are compared on the same folds.
func TestTransducedFoldsAreThoseOfCV(t *testing.T) {
	n, target := classes(30, 12, 6)
	want := split(t, &CV{K: 5, Repeats: 2, Seed: 3}, n, target)
	got := split(t, &Transduce{Share: 0.3, Folds: 5, Repeats: 2, Seed: 3}, n, target)
	for i := range got {
		if !got[i].Transduced {
			t.Errorf("fold %d is not transduced", i)
		}
		got[i].Transduced = false
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("folds are %v, want %v", got, want)
	}
}

// TestFieldsThatAreLeft: what a Go program does not say is said by the zero
// value: one repeat, stratified.
func TestFieldsThatAreLeft(t *testing.T) {
	n, target := classes(40, 20)
	for _, c := range []struct{ short, long engine.Protocol }{
		{&CV{K: 5}, &CV{K: 5, Repeats: 1, Stratify: Stratified}},
		{&Holdout{Share: 0.3}, &Holdout{Share: 0.3, Repeats: 1, Stratify: Stratified}},
		{&Transduce{Share: 0.3}, &Transduce{Share: 0.3, Repeats: 1, Stratify: Stratified}},
		{&Nested{Outer: 4}, &Nested{Outer: 4, Repeats: 1, Stratify: Stratified}},
		{&Permute{N: 2, K: 3}, &Permute{N: 2, K: 3, Stratify: Stratified}},
		{&Bootstrap{Repeats: 4}, &Bootstrap{Repeats: 4, Stratify: Stratified}},
	} {
		for _, p := range engine.ParamsOf(c.short) {
			if err := p.Check(); err != nil {
				t.Errorf("%T: %v", c.short, err)
			}
		}
		short, err := c.short.Split(context.Background(), rows(n, target))
		long, _ := c.long.Split(context.Background(), rows(n, target))
		if err != nil || len(short) == 0 || !reflect.DeepEqual(short, long) {
			t.Errorf("%T: %d folds and %d, %v", c.short, len(short), len(long), err)
		}
	}
}

// TestInnerSeedsAreOthers: no inner division is drawn as the outer one, not by
// this seed either, whose draw is the seed itself.
func TestInnerSeedsAreOthers(t *testing.T) {
	const seed = 803167
	if drawn := random.New(seed, "inner").Below(1_000_000); drawn != seed || innerSeed(seed) == seed {
		t.Errorf("seed %d draws %d and has the inner seed %d", seed, drawn, innerSeed(seed))
	}
}
