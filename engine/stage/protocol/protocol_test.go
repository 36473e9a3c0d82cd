package protocol

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// classes makes a target with the given number of rows of each class, mixed.
func classes(sizes ...int) (int, engine.Target) {
	t := engine.Target{Label: "class"}
	for c, size := range sizes {
		t.Classes = append(t.Classes, string(rune('a'+c)))
		for range size {
			t.Labels = append(t.Labels, c)
		}
	}
	random.New(5, "mix").Shuffle(t.Labels)
	return len(t.Labels), t
}

// rows makes a table of one column with the given target.
func rows(n int, target engine.Target) *engine.Table {
	t := &engine.Table{X: mat.NewDense(n, 1, nil), Columns: []engine.Column{{Name: "x"}}, Target: target}
	for i := range n {
		t.Rows = append(t.Rows, i)
	}
	return t
}

func split(t *testing.T, p engine.Protocol, n int, target engine.Target) []engine.Fold {
	t.Helper()
	folds, err := p.Split(context.Background(), rows(n, target))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range folds {
		seen := make([]int, n)
		for _, part := range [][]int{f.Train, f.Held} {
			for j, row := range part {
				seen[row]++
				if j > 0 && part[j-1] >= row {
					t.Fatalf("fold %d: rows out of order: %v", i, part)
				}
			}
		}
		for row, times := range seen {
			if times != 1 {
				t.Fatalf("fold %d: row %d is in %d parts", i, row, times)
			}
		}
	}
	return folds
}

// count returns how many of the rows are of each class.
func count(target engine.Target, rows []int) []int { return target.Take(rows).Sizes() }

func TestHoldoutKeepsProportions(t *testing.T) {
	cases := []struct {
		share float64
		sizes []int
		held  []int // by hand: quotas, rounded down, the rest to the largest remainders
	}{
		{0.3, []int{50, 50, 50}, []int{15, 15, 15}},
		{0.3, []int{59, 71, 48}, []int{18, 21, 14}}, // 53 of 178: 17.57, 21.14, 14.29
		{0.5, []int{3, 3}, []int{2, 1}},             // 3 of 6: a tie goes to the first
		{0.3, []int{1, 9}, []int{0, 3}},
		{0.5, []int{1, 1, 6}, []int{0, 0, 4}}, // a class of one row is learned from
	}
	for _, c := range cases {
		n, target := classes(c.sizes...)
		folds := split(t, &Holdout{Share: c.share, Stratify: Stratified, Seed: 1}, n, target)
		if len(folds) != 1 {
			t.Fatalf("%d folds", len(folds))
		}
		if got := count(target, folds[0].Held); !reflect.DeepEqual(got, c.held) {
			t.Errorf("share %g of %v holds %v, want %v", c.share, c.sizes, got, c.held)
		}
	}
}

func TestHoldoutIgnoresClassesWhenTold(t *testing.T) {
	n, target := classes(40, 40)
	share := map[int]bool{}
	for seed := range 20 {
		f := split(t, &Holdout{Share: 0.25, Stratify: Unstratified, Seed: seed}, n, target)[0]
		if len(f.Held) != 20 {
			t.Fatalf("%d rows held", len(f.Held))
		}
		share[count(target, f.Held)[0]] = true
	}
	if len(share) < 3 {
		t.Errorf("unstratified draws hold %v rows of the first class", share)
	}
}

func TestHoldoutOfResponses(t *testing.T) {
	target := engine.Target{Response: mat.NewDense(11, 1, nil)}
	if f := split(t, &Holdout{Share: 0.3, Stratify: Stratified, Seed: 1}, 11, target)[0]; len(f.Held) != 3 {
		t.Errorf("%d of 11 rows held, want 3", len(f.Held))
	}
	if f := split(t, &Holdout{Share: 0.3, Stratify: Stratified, Seed: 1}, 11, engine.Target{})[0]; len(f.Held) != 3 {
		t.Errorf("%d of 11 rows held without a target, want 3", len(f.Held))
	}
}

// Every row is held as often as any other, over many seeds.
func TestHoldoutIsFair(t *testing.T) {
	n, target := classes(6, 4)
	times := make([]float64, n)
	const seeds = 4000
	for seed := range seeds {
		for _, row := range split(t, &Holdout{Share: 0.5, Stratify: Stratified, Seed: seed}, n, target)[0].Held {
			times[row]++
		}
	}
	for row, c := range times {
		if math.Abs(c-seeds/2) > 5*math.Sqrt(seeds)/2 {
			t.Errorf("row %d was held %g times in %d", row, c, seeds)
		}
	}
}

func TestCVDealsEvenly(t *testing.T) {
	for _, c := range []struct {
		k, repeats int
		sizes      []int
	}{{2, 1, []int{5, 5}}, {10, 3, []int{59, 71, 48}}, {5, 2, []int{5, 6, 7, 8}}, {7, 1, []int{100}}} {
		n, target := classes(c.sizes...)
		folds := split(t, &CV{K: c.k, Repeats: c.repeats, Stratify: Stratified, Seed: 1}, n, target)
		if len(folds) != c.k*c.repeats {
			t.Fatalf("%d folds, want %d", len(folds), c.k*c.repeats)
		}
		times := make([]int, n)
		for i, f := range folds {
			if f.Repeat != i/c.k {
				t.Errorf("fold %d is of repeat %d", i, f.Repeat)
			}
			if even := n / c.k; len(f.Held) < even || len(f.Held) > even+1 {
				t.Errorf("k = %d: fold of %d of %d rows", c.k, len(f.Held), n)
			}
			for class, held := range count(target, f.Held) {
				if even := c.sizes[class] / c.k; held < even || held > even+1 {
					t.Errorf("k = %d: %d of %d rows of class %d in a fold", c.k, held, c.sizes[class], class)
				}
			}
			for _, row := range f.Held {
				times[row]++
			}
		}
		for row, held := range times {
			if held != c.repeats {
				t.Errorf("row %d is held %d times in %d repeats", row, held, c.repeats)
			}
		}
	}
}

func TestCVRepeatsDifferAndStay(t *testing.T) {
	n, target := classes(20, 20)
	two := split(t, &CV{K: 4, Repeats: 2, Stratify: Stratified, Seed: 3}, n, target)
	three := split(t, &CV{K: 4, Repeats: 3, Stratify: Stratified, Seed: 3}, n, target)
	if !reflect.DeepEqual(two, three[:8]) {
		t.Error("more repeats change the first ones")
	}
	if reflect.DeepEqual(two[0].Held, two[4].Held) {
		t.Error("the second repeat deals as the first")
	}
	other := split(t, &CV{K: 4, Repeats: 1, Stratify: Stratified, Seed: 4}, n, target)
	if reflect.DeepEqual(two[0].Held, other[0].Held) {
		t.Error("another seed deals the same")
	}
}

func TestCVSaysWhatIsNotLearned(t *testing.T) {
	n, target := classes(1, 9)
	ctx, notes := engine.WithNotes(context.Background(), "cv")
	if _, err := (&CV{K: 5, Repeats: 1, Stratify: Unstratified, Seed: 1}).Split(ctx, rows(n, target)); err != nil {
		t.Fatal(err)
	}
	said := notes()
	if len(said) != 1 || !strings.Contains(said[0].Text, "holds every row of class a") {
		t.Errorf("notes: %v", said)
	}
}

func TestNoneHoldsNothing(t *testing.T) {
	f := split(t, &None{}, 4, engine.Target{})[0]
	if len(f.Train) != 4 || len(f.Held) != 0 {
		t.Errorf("fold %v", f)
	}
}

func TestFaults(t *testing.T) {
	three, apart := classes(1, 1, 1)
	four, singles := classes(1, 1, 2)
	cases := []struct {
		name   string
		method engine.Protocol
		n      int
		target engine.Target
		param  string
		want   string
	}{
		{"fewer rows than folds", &CV{K: 5, Repeats: 1, Stratify: Stratified}, 4, engine.Target{}, "k", "4 rows cannot make k = 5 folds; lower k to 4 or less"},
		{"every class of one row", &CV{K: 2, Repeats: 1, Stratify: Stratified}, three, apart, "k", "no class is in two rows, so a fold learns nothing of the classes that it holds"},
		{"nothing held", &Holdout{Share: 0.1, Stratify: Stratified}, 4, singles, "share", "share = 0.1 of 4 rows holds none; raise share"},
		{"nothing learned", &Holdout{Share: 0.9, Stratify: Stratified}, 4, singles, "share", "share = 0.9 of 4 rows learns from none; lower share"},
		{"class not learned", &Holdout{Share: 0.5, Stratify: Stratified}, four, singles, "share", "share = 0.5 holds 2 of 4 rows, and leaves some of the 3 classes without a training row; hold at most 1 row"},
		{"class not learned by chance", &Holdout{Share: 0.75, Stratify: Unstratified, Seed: 1}, four, singles, "stratify", "are held"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.method.Split(context.Background(), rows(c.n, c.target))
			var fault *engine.Error
			if !errors.As(err, &fault) {
				t.Fatalf("error %v", err)
			}
			if !strings.Contains(fault.Error(), c.want) || fault.Param != c.param {
				t.Errorf("%s blames %q, want %q of %q", fault, fault.Param, c.want, c.param)
			}
		})
	}
}

// TestRareClassesAreSpread: a class with fewer rows than folds goes to as many
// folds as it has rows, the others stay even, and a remark names it.
func TestRareClassesAreSpread(t *testing.T) {
	n, target := classes(143, 77, 2, 2, 35, 20, 5, 52) // those of ecoli
	ctx, notes := engine.WithNotes(t.Context(), "cv")
	folds, err := (&CV{K: 5, Repeats: 1, Stratify: Stratified, Seed: 1}).Split(ctx, rows(n, target))
	if err != nil {
		t.Fatal(err)
	}
	for class, size := range target.Sizes() {
		for i, f := range folds {
			if held := target.Take(f.Held).Sizes()[class]; held < size/5 || held > (size+4)/5 {
				t.Errorf("fold %d holds %d of the %d rows of class %s", i+1, held, size, target.Classes[class])
			}
		}
	}
	const want = "classes in fewer rows than the 5 folds are spread as far as they go, and some folds hold none of them: c (2), d (2)"
	if got := notes(); len(got) != 1 || got[0].Text != want {
		t.Errorf("notes %v, want %q", got, want)
	}
}

// TestAClassOfOneRowIsTold: the fold that holds it learns nothing of it.
func TestAClassOfOneRowIsTold(t *testing.T) {
	n, target := classes(1, 9)
	ctx, notes := engine.WithNotes(t.Context(), "cv")
	if _, err := (&CV{K: 3, Repeats: 1, Stratify: Stratified}).Split(ctx, rows(n, target)); err != nil {
		t.Fatal(err)
	}
	if got := notes(); len(got) != 2 || !strings.Contains(got[0].Text, "a (1)") || got[1].Text != "fold 1 holds every row of class a, so it is not learned there" {
		t.Errorf("notes %v", got)
	}
}

func TestStages(t *testing.T) {
	standard := 0
	for _, s := range Stages() {
		if s.Standard {
			standard++
		}
		for _, p := range engine.ParamsOf(s.Make()) {
			if err := p.Check(); err != nil {
				t.Errorf("%s: default of %s: %v", s.Name, p.Name, err)
			}
		}
	}
	if standard != 1 {
		t.Errorf("%d standard protocols, want 1", standard)
	}
}
