package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// patients makes a table in which every group has between low and high rows, of
// classes that are drawn row by row, with the group as a column.
func patients(groups, low, high int) *engine.Table {
	r := random.New(3, "patients")
	var of []int
	for g := range groups {
		for range low + r.Below(high-low+1) {
			of = append(of, g)
		}
	}
	r.Shuffle(of)
	target := engine.Target{Label: "ill", Classes: []string{"no", "yes"}}
	for range of {
		target.Labels = append(target.Labels, r.Below(4)/3)
	}
	t := rows(len(of), target)
	t.X = mat.NewDense(len(of), 3, nil)
	t.Columns = []engine.Column{{Name: "age"}, {Name: "patient", Levels: make([]string, groups)}, {Name: "weight"}}
	for g := range groups {
		t.Columns[1].Levels[g] = fmt.Sprintf("p%02d", g)
	}
	for i, g := range of {
		t.X.SetRow(i, []float64{float64(i), float64(g), -float64(i)})
	}
	return t
}

func TestGroupsStayTogether(t *testing.T) {
	table := patients(30, 2, 9)
	g := Grouping{Groups: "patient"}
	for _, m := range []engine.Protocol{
		&CV{K: 5, Repeats: 2, Stratify: Stratified, Grouping: g, Seed: 1},
		&Holdout{Share: 0.3, Stratify: Stratified, Grouping: g, Seed: 1},
		&LOO{Division{Grouping: g}},
		&Nested{Outer: 4, Repeats: 1, Stratify: Stratified, Grouping: g, Choice: Choice{InnerFolds: 3}},
		&Bootstrap{Repeats: 8, Stratify: Stratified, Grouping: g},
		&Transduce{Share: 0.4, Stratify: Stratified, Grouping: g},
	} {
		grouped, err := m.(engine.Grouper).Group(table)
		if err != nil {
			t.Fatal(err)
		}
		folds, err := m.Split(context.Background(), grouped)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := m.Split(context.Background(), table) // which it groups itself
		if err != nil || !reflect.DeepEqual(folds, whole) {
			t.Errorf("%T: a table that is grouped already is divided in another way (%v)", m, err)
		}
		for i, f := range folds {
			learned := map[string]bool{}
			for _, r := range f.Train {
				learned[grouped.Groups[r]] = true
			}
			for _, r := range f.Held {
				if learned[grouped.Groups[r]] {
					t.Errorf("%T: fold %d holds rows of %s and learns from others", m, i, grouped.Groups[r])
				}
			}
		}
		if c, ok := m.(engine.Chooser); ok {
			testInnerGroups(t, c, grouped.Keep(folds[0].Train))
		}
	}
}

// testInnerGroups sees to it that training rows are divided by group as well.
func testInnerGroups(t *testing.T, c engine.Chooser, train *engine.Table) {
	t.Helper()
	inner, err := c.Inner().Split(context.Background(), train)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range inner {
		for _, r := range f.Held {
			if slices.ContainsFunc(f.Train, func(other int) bool { return train.Groups[other] == train.Groups[r] }) {
				t.Fatalf("%T: inner fold %d holds rows of %s and learns from others", c, i, train.Groups[r])
			}
		}
	}
}

// Folds of many groups are nearly as even as those of rows, class by class.
func TestGroupsAreDealtEvenly(t *testing.T) {
	table := patients(60, 1, 9)
	folds, err := (&CV{K: 5, Repeats: 1, Stratify: Stratified, Grouping: Grouping{Groups: "patient"}, Seed: 2}).Split(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	sizes := table.Target.Sizes()
	for i, f := range folds {
		for c, held := range count(table.Target, f.Held) {
			if want := float64(sizes[c]) / 5; math.Abs(float64(held)-want) > 2 {
				t.Errorf("fold %d holds %d rows of class %d, its share is %.1f", i, held, c, want)
			}
		}
	}
	f, err := (&Holdout{Share: 0.25, Stratify: Stratified, Grouping: Grouping{Groups: "patient"}, Seed: 2}).Split(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	for c, held := range count(table.Target, f[0].Held) {
		if want := float64(sizes[c]) / 4; math.Abs(float64(held)-want) > 2 {
			t.Errorf("%d rows of class %d are held, its share is %.1f", held, c, want)
		}
	}
}

func TestGroupColumnIsNoFeature(t *testing.T) {
	table := patients(6, 2, 4)
	grouped, err := (&Grouping{Groups: "patient"}).Group(table)
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Column{{Name: "age"}, {Name: "weight"}}; !reflect.DeepEqual(grouped.Columns, want) || len(table.Columns) != 3 {
		t.Errorf("columns are %v", grouped.Columns)
	}
	for i := range table.Len() {
		if grouped.X.At(i, 0) != float64(i) || grouped.X.At(i, 1) != -float64(i) {
			t.Fatalf("row %d is %v", i, grouped.X.RawRowView(i))
		}
		if want := fmt.Sprintf("p%02d", int(table.X.At(i, 1))); grouped.Groups[i] != want {
			t.Fatalf("row %d is of group %s, want %s", i, grouped.Groups[i], want)
		}
	}
	same, err := (&Grouping{}).Group(table)
	if same != table || err != nil {
		t.Errorf("without groups the table is another (%v)", err)
	}
}

func TestGroupsOfGoValues(t *testing.T) {
	table := rows(4, engine.Target{})
	for _, values := range []any{[]string{"a", "a", "b", "b"}, []int{7, 7, 9, 9}, []float64{0.5, 0.5, 1, 1}, []bool{true, true, false, false}, []uint8{1, 1, 2, 2}} {
		g := Grouping{Groups: values}
		if err := g.Probe(); err != nil {
			t.Errorf("%T: %v", values, err)
		}
		b, err := g.blocks(table)
		if err != nil || !reflect.DeepEqual(b.of, []int{0, 0, 1, 1}) {
			t.Errorf("%v are %v (%v)", values, b, err)
		}
	}
}

func TestGroupingFaults(t *testing.T) {
	table := patients(6, 2, 4)
	gap := *table
	gap.X = mat.DenseCopyOf(table.X)
	gap.X.Set(3, 1, math.NaN())
	lone := rows(4, engine.Target{})
	for _, c := range []struct {
		groups any
		table  *engine.Table
		want   string
	}{
		{"patiemt", table, `no column "patiemt"; did you mean patient?`},
		{"zz", table, `no column "zz"; name one of the columns`},
		{"ill", table, `"ill" is what is to be learned`},
		{"patient", &gap, `row 3 has no value in column "patient"`},
		{"x", lone, `"x" is the only column`},
		{[]int{1, 2}, lone, "groups has 2 values, but the data have 4 rows"},
		{[]float64{1, 2, math.NaN(), 4}, lone, "groups[2] is NaN"},
		{[][]int{{1}}, lone, "groups must be a column's name, or a slice of texts or numbers, not [][]int"},
		{7, lone, "not int"},
	} {
		_, err := (&Grouping{Groups: c.groups}).Group(c.table)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != "groups" || !strings.Contains(fault.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.groups, err, c.want)
		}
	}
	if err := (&Grouping{Groups: 7}).Probe(); err == nil {
		t.Error("a number is taken for groups before the run")
	}
}

func TestGroupsThatCannotBeSplit(t *testing.T) {
	n, target := classes(10, 10)
	few := strings.Split(strings.Repeat("a", 10)+strings.Repeat("b", 10), "")
	heavy := strings.Split(strings.Repeat("a", 17)+"bcd", "")
	same := slices.Repeat([]string{"a"}, n)
	for _, c := range []struct {
		name   string
		method engine.Protocol
		param  string
		want   string
	}{
		{"fewer groups than folds", &CV{K: 3, Repeats: 1, Stratify: Stratified, Grouping: Grouping{few}}, "k", "2 groups cannot make k = 3 folds; lower k to 2 or less"},
		{"one group", &CV{K: 3, Repeats: 1, Stratify: Stratified, Grouping: Grouping{same}}, "k", "1 group cannot make k = 3 folds; give groups of fewer rows"},
		{"a group beyond the training share", &CV{K: 4, Repeats: 1, Stratify: Unstratified, Grouping: Grouping{heavy}}, "groups", `group "a" has 17 of 20 rows, more than the 15 that a fold shall learn from`},
		{"every class in one group", &CV{K: 2, Repeats: 1, Stratify: Stratified, Grouping: Grouping{target.Labels}}, "k", "no class is in two groups, so a fold learns nothing of the classes that it holds"},
		{"more than the share", &Holdout{Share: 0.3, Stratify: Unstratified, Grouping: Grouping{heavy}}, "groups", `group "a" has 17 of 20 rows, more than the share of 0.7`},
		{"less than any group", &Holdout{Share: 0.1, Stratify: Unstratified, Grouping: Grouping{few}}, "share", "share = 0.1 of 20 rows is less than any of the 2 groups has; raise share"},
		{"nothing left", &LOO{Division{Grouping: Grouping{same}}}, "groups", `all rows are in group "a"`},
		{"outer folds", &Nested{Outer: 3, Repeats: 1, Stratify: Stratified, Grouping: Grouping{few}}, "outer", "2 groups cannot make outer = 3 folds"},
		{"no bag", &Bootstrap{Repeats: 3, Stratify: Stratified, Grouping: Grouping{same}}, "groups", "of the 1 groups each is the only one of its class"},
	} {
		t.Run(c.name, func(t *testing.T) { refuses(t, c.method, rows(n, target), c.param, c.want) })
	}
}

// refuses expects a fault of Split.
func refuses(t *testing.T, m engine.Protocol, table *engine.Table, param, want string) {
	t.Helper()
	_, err := m.Split(context.Background(), table)
	var fault *engine.Error
	if !errors.As(err, &fault) {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(fault.Error(), want) || fault.Param != param {
		t.Errorf("%s blames %q, want %q of %q", fault, fault.Param, want, param)
	}
}
