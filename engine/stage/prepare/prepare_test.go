package prepare

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/heading"
)

var nan = math.NaN()

// sampleOf makes a sample of numeric columns a, b, ... whose rows stand at 10,
// 11, ... in their source.
func sampleOf(rows ...[]float64) engine.Sample {
	s := engine.Sample{X: matrixOf(rows...)}
	for i := range rows {
		s.Rows = append(s.Rows, 10+i)
	}
	for c := range rows[0] {
		s.Columns = append(s.Columns, engine.Column{Name: string(rune('a' + c))})
	}
	return s
}

func matrixOf(rows ...[]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

// run prepares s and applies the result to x.
func run(t *testing.T, m engine.Preparer, s engine.Sample, x *mat.Dense) (*mat.Dense, []engine.Column, []engine.Note) {
	t.Helper()
	ctx, notes := engine.WithNotes(context.Background(), "test")
	before := mat.DenseCopyOf(s.X)
	transform, err := m.Prepare(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := x.Dims()
	dst := mat.NewDense(n, transform.Dim(), nil)
	if err := transform.Apply(ctx, dst, x); err != nil {
		t.Fatal(err)
	}
	if len(transform.Columns) != transform.Dim() {
		t.Fatalf("%d columns, %d names", transform.Dim(), len(transform.Columns))
	}
	if !alike(before, s.X) {
		t.Fatal("the sample was changed")
	}
	return dst, transform.Columns, notes()
}

// alike compares bits, NaN with NaN.
func alike(a, b *mat.Dense) bool {
	return slices.EqualFunc(a.RawMatrix().Data, b.RawMatrix().Data, func(x, y float64) bool {
		return x == y || math.IsNaN(x) && math.IsNaN(y)
	})
}

func namesOf(columns []engine.Column) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, " ")
}

// The references are those of scikit-learn 1.2.1, which testdata/reference.py
// prints; both sides err in the last digits of sums around 10⁶.
func TestAgreesWithScikitLearn(t *testing.T) {
	s := sampleOf([]float64{5.1, 3.5, 1e6 + 1}, []float64{4.9, 3.0, 1e6 + 2}, []float64{6.3, 3.3, 1e6 + 4},
		[]float64{5.8, 2.7, 1e6 + 8}, []float64{7.1, 3.0, 1e6 + 16}, []float64{6.3, 2.9, 1e6 + 32})
	x := matrixOf(s.X.RawRowView(0), s.X.RawRowView(1), []float64{6.0, 3.1, 1e6})
	for _, c := range []struct {
		method engine.Preparer
		want   []float64
	}{
		{new(Scale), []float64{-1.083551166112775, 1.6510016510024776, -0.8773384834252593, -1.348910635364882, -0.2540002540003801, -0.7849870641173373, 0.11056644552171126, 0.12700012700019175, -0.9696899027331813}},
		{new(Center), []float64{-0.8166666666666673, 0.43333333333333357, -9.5, -1.0166666666666666, -0.06666666666666643, -8.5, 0.08333333333333304, 0.03333333333333366, -10.5}},
		{new(MinMax), []float64{0.09090909090909083, 1, 0, 0, 0.375, 0.0322580645151902, 0.5, 0.5, -0.03225806451882818}},
	} {
		got, _, _ := run(t, c.method, s, x)
		for i, v := range got.RawMatrix().Data {
			if math.Abs(v-c.want[i]) > 1e-10 {
				t.Errorf("%T: value %d is %.15g, want %.15g", c.method, i, v, c.want[i])
			}
		}
	}
	gaps := sampleOf([]float64{1, 2, 7}, []float64{nan, 4, 7}, []float64{4, nan, 9}, []float64{4, 10, 9}, []float64{10, 3, nan})
	for by, want := range map[string][]float64{ByMean: {4.75, 4.75, 8}, ByMedian: {4, 3.5, 8}, ByMost: {4, 2, 7}} {
		got, _, _ := run(t, &Impute{By: by}, gaps, matrixOf([]float64{nan, nan, nan}, []float64{1, 2, 3}))
		if !slices.Equal(got.RawRowView(0), want) || !slices.Equal(got.RawRowView(1), []float64{1, 2, 3}) {
			t.Errorf("by %s: %v, want %v", by, got.RawMatrix().Data, want)
		}
	}
}

func TestScaledColumnsHaveMeanZeroAndDeviationOne(t *testing.T) {
	var rows [][]float64
	for i := range 50 {
		v := float64(i * i % 17)
		rows = append(rows, []float64{1e9 + v, 1e-9 * v, -3 * v})
	}
	s := sampleOf(rows...)
	got, _, _ := run(t, new(Scale), s, s.X)
	for c := range 3 {
		around := columnRangeOf(got, c)
		if math.Abs(around.mean) > 1e-7 || math.Abs(around.sd-1) > 1e-7 {
			t.Errorf("column %d: mean %g, deviation %g", c, around.mean, around.sd)
		}
	}
}

// TestScaleOfAnyMagnitude: values whose squares leave the range of float64 are
// scaled like others.
func TestColumnsSayWhatTheyWereMadeInto(t *testing.T) {
	s := sampleOf([]float64{1, 5, 1}, []float64{2, 5, 0}, []float64{4, 5, 1})
	s.Columns[2].Levels = []string{"no", "yes"}
	for want, m := range map[string]engine.Preparer{
		"a (scaled) c": &Scale{}, "a (centred) b (centred) c": &Center{}, "a (stretched to 0–1) c": &MinMax{},
	} {
		made, err := m.Prepare(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range made.Columns {
			names = append(names, heading.Name(c))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("columns are %s, want %s", got, want)
		}
	}
}

func TestScaleOfAnyMagnitude(t *testing.T) {
	for _, unit := range []float64{0x1p-1000, 0x1p-600, 1, 0x1p600, 0x1p1000} {
		x := mat.NewDense(4, 1, []float64{1 * unit, 2 * unit, 3 * unit, 6 * unit})
		s := columnRangeOf(x, 0)
		if s.mean != 3*unit || math.Abs(s.sd/unit-math.Sqrt(3.5)) > 1e-15*2 {
			t.Errorf("in units of %g the mean is %g, the deviation %g", unit, s.mean/unit, s.sd/unit)
		}
	}
}

func TestConstantColumnsAreDropped(t *testing.T) {
	s := sampleOf([]float64{0.1, 1, 7}, []float64{0.1, 2, 7}, []float64{0.1, 3, 7})
	for _, m := range []engine.Preparer{new(Scale), new(MinMax)} {
		got, columns, notes := run(t, m, s, s.X)
		if _, d := got.Dims(); d != 1 || namesOf(columns) != "b" {
			t.Errorf("%T keeps %s", m, namesOf(columns))
		}
		if len(notes) != 1 || notes[0].Text != "constant columns dropped: a, c" {
			t.Errorf("%T says %v", m, notes)
		}
	}
	got, _, notes := run(t, new(Center), s, s.X)
	if !slices.Equal(got.RawRowView(0), []float64{0, -1, 0}) || len(notes) != 0 {
		t.Errorf("centred: %v, notes %v", got.RawRowView(0), notes)
	}
}

// withLevels makes column b one of levels.
func withLevels(s engine.Sample) engine.Sample {
	s.Columns[1].Levels = []string{"blue", "green", "red"}
	return s
}

func TestCategoricalColumnsPass(t *testing.T) {
	s := withLevels(sampleOf([]float64{1, 2, 0}, []float64{3, nan, 1}, []float64{5, 2, 5}))
	for _, m := range []engine.Preparer{new(Scale), new(MinMax), new(Center)} {
		got, columns, _ := run(t, m, s, s.X)
		if got.At(0, 1) != 2 || !math.IsNaN(got.At(1, 1)) || columns[1].Levels == nil {
			t.Errorf("%T changes levels: %v", m, got.RawMatrix().Data)
		}
	}
	got, columns, _ := run(t, &Impute{By: ByMean}, s, s.X)
	if got.At(1, 1) != 2 || columns[1].Levels == nil {
		t.Errorf("imputed level %g, want the most frequent", got.At(1, 1))
	}
}

func TestOneHot(t *testing.T) {
	s := withLevels(sampleOf([]float64{1, 2, 0}, []float64{3, 0, 1}, []float64{5, 2, 5}))
	x := matrixOf([]float64{1, 2, 0}, []float64{2, 0, 1}, []float64{3, 1, 2}, []float64{4, nan, 3})
	got, columns, _ := run(t, new(OneHot), s, x)
	if names := namesOf(columns); names != "a b=blue b=red c" {
		t.Errorf("columns %s", names)
	}
	want := matrixOf([]float64{1, 0, 1, 0}, []float64{2, 1, 0, 1}, []float64{3, 0, 0, 2}, []float64{4, nan, nan, 3})
	if !alike(got, want) {
		t.Errorf("got %v", mat.Formatted(got))
	}
	for _, c := range columns {
		if c.Levels != nil {
			t.Errorf("%s still has levels", c.Name)
		}
	}
	numbers := sampleOf([]float64{1, 2})
	if same, _, notes := run(t, new(OneHot), numbers, numbers.X); !alike(same, numbers.X) || len(notes) != 1 {
		t.Errorf("without levels: %v, notes %v", same.RawMatrix().Data, notes)
	}
}

// What is done to a row depends on that row alone.
func TestBatchesDoNotMatter(t *testing.T) {
	s := withLevels(sampleOf([]float64{1, 2, 0}, []float64{3, 0, 1}, []float64{5, 2, 5}))
	x := matrixOf([]float64{0.1, 1, 9}, []float64{0.3, 2, -4})
	for _, m := range []engine.Preparer{new(Scale), new(MinMax), new(Center), &Impute{By: ByMean}, new(OneHot)} {
		both, _, _ := run(t, m, s, x)
		for r := range 2 {
			if one, _, _ := run(t, m, s, matrixOf(x.RawRowView(r))); !slices.Equal(one.RawRowView(0), both.RawRowView(r)) {
				t.Errorf("%T: row %d alone is %v, together %v", m, r, one.RawRowView(0), both.RawRowView(r))
			}
		}
	}
}

func TestEmbeddedCoordinatesAreColumns(t *testing.T) {
	s := sampleOf([]float64{1, 5}, []float64{2, 5})
	s.Columns = nil
	_, columns, notes := run(t, new(Scale), s, s.X)
	if namesOf(columns) != "y1" || len(notes) != 1 || !strings.Contains(notes[0].Text, "y2") {
		t.Errorf("columns %s, notes %v", namesOf(columns), notes)
	}
}

func TestFaults(t *testing.T) {
	numbers := func(values ...float64) engine.Sample { return sampleOf([]float64{1, 1}, values, []float64{3, 3}) }
	cases := []struct {
		name   string
		method engine.Preparer
		sample engine.Sample
		want   string
	}{
		{"scale missing", new(Scale), numbers(2, nan), `row 11, column "b" is NaN: values must be finite; put impute before it`},
		{"center missing", new(Center), numbers(nan, 2), `row 11, column "a" is NaN: values must be finite; put impute before it`},
		{"minmax missing", new(MinMax), numbers(2, nan), "put impute before it"},
		{"onehot missing", new(OneHot), withLevels(numbers(2, nan)), `row 11, column "b" is NaN: values must be finite; put impute before it`},
		{"scale infinite", new(Scale), numbers(2, math.Inf(-1)), `row 11, column "b" is -Inf: values must be finite; mend the value, or leave the column out: load("file.csv", features="-b")`},
		{"impute infinite", &Impute{By: ByMean}, numbers(nan, math.Inf(1)), `row 11, column "b" is +Inf, which is not a missing value; mend the value, or leave the column out: load("file.csv", features="-b")`},
		{"impute nothing", &Impute{By: ByMean}, sampleOf([]float64{1, nan}, []float64{2, nan}), `column b has no value in the 2 training rows; leave the column out: load("file.csv", features="-b")`},
		{"scale constant", new(Scale), sampleOf([]float64{1, 2}, []float64{1, 2}), "all 2 training rows are identical: no column has a scale; give rows that differ"},
		{"minmax constant", new(MinMax), sampleOf([]float64{1, 2}), "all 1 training rows are identical"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.method.Prepare(context.Background(), c.sample)
			var fault *engine.Error
			if !errors.As(err, &fault) || !strings.Contains(fault.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
	if _, err := (&Sample{N: 0}).Select(context.Background(), tableOf([]float64{1})); err == nil || !strings.Contains(err.Error(), "n = 0 rows cannot be kept; raise n to 1") {
		t.Errorf("error %v", err)
	}
}

func tableOf(rows ...[]float64) *engine.Table { return &engine.Table{X: matrixOf(rows...)} }

func choose(t *testing.T, m engine.Selector, table *engine.Table) ([]int, []engine.Note) {
	t.Helper()
	ctx, notes := engine.WithNotes(context.Background(), "test")
	rows, err := m.Select(ctx, table)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != len(rows) {
		t.Fatalf("rows %v", rows)
	}
	return rows, notes()
}

func TestSample(t *testing.T) {
	table := &engine.Table{X: mat.NewDense(100, 1, nil)}
	for i := range 100 {
		label := 0
		if i >= 70 {
			label = 1
		}
		table.Labels = append(table.Labels, label)
	}
	table.Classes = []string{"x", "y"}
	rows, _ := choose(t, &Sample{N: 21, Seed: 1}, table)
	if sizes := table.Target.Take(rows).Sizes(); !slices.Equal(sizes, []int{15, 6}) { // 14.7 and 6.3
		t.Errorf("%v rows of the classes", sizes)
	}
	if again, _ := choose(t, &Sample{N: 21, Seed: 1}, table); !slices.Equal(again, rows) {
		t.Error("the same seed keeps other rows")
	}
	if other, _ := choose(t, &Sample{N: 21, Seed: 2}, table); slices.Equal(other, rows) {
		t.Error("another seed keeps the same rows")
	}
	table.Target = engine.Target{}
	if rows, _ := choose(t, &Sample{N: 21, Seed: 1}, table); len(rows) != 21 {
		t.Errorf("%d rows", len(rows))
	}
	if rows, notes := choose(t, &Sample{N: 101, Seed: 1}, table); len(rows) != 100 || len(notes) != 1 {
		t.Errorf("%d rows, notes %v", len(rows), notes)
	}
}

func TestDedupe(t *testing.T) {
	table := tableOf([]float64{1, nan}, []float64{0, 2}, []float64{1, -nan}, []float64{math.Copysign(0, -1), 2}, []float64{0, 2})
	table.Target = engine.Target{Labels: []int{0, 1, 0, 1, 0}, Classes: []string{"x", "y"}}
	rows, notes := choose(t, new(Dedupe), table)
	if !slices.Equal(rows, []int{0, 1, 4}) {
		t.Errorf("kept %v", rows)
	}
	if len(notes) != 2 || notes[0].Text != "2 of 5 rows repeat an earlier one and are dropped" ||
		notes[1].Text != "2 rows are alike in every column with others that have another target, and stay: nothing tells which is right" {
		t.Errorf("notes %v", notes)
	}
	table.Target = engine.Target{Response: mat.NewDense(5, 1, []float64{1, 1, 1, 2, 1})}
	if rows, _ := choose(t, new(Dedupe), table); !slices.Equal(rows, []int{0, 1, 3}) {
		t.Errorf("kept %v by response", rows)
	}
	table.Target = engine.Target{}
	if rows, _ := choose(t, new(Dedupe), table); !slices.Equal(rows, []int{0, 1}) {
		t.Errorf("kept %v without target", rows)
	}
	if _, notes := choose(t, new(Dedupe), tableOf([]float64{1}, []float64{2})); len(notes) != 0 {
		t.Errorf("notes %v on rows that differ", notes)
	}
}

func TestStagesHaveFitDefaults(t *testing.T) {
	var names []string
	for _, s := range Stages() {
		names = append(names, s.Name)
		for _, p := range engine.ParamsOf(s.Make()) {
			if err := p.Check(); err != nil && !p.Required {
				t.Errorf("%s: default of %s: %v", s.Name, p.Name, err)
			}
		}
	}
	slices.Sort(names)
	if want := []string{"center", "columns", "dedupe", "derive", "head", "impute", "labelled", "minmax", "onehot", "sample", "scale", "sort", "tail", "where"}; !reflect.DeepEqual(names, want) {
		t.Errorf("stages %v", names)
	}
}

// TestUnseenLevelsAreNamed: rows with a level that no training row has get 0 in
// all columns of it, and the reader is told of which.
func TestUnseenLevelsAreNamed(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	train := engine.Sample{X: matrixOf([]float64{0, 1}, []float64{1, 2}), Columns: []engine.Column{{Name: "x1", Levels: names}, {Name: "x2"}}}
	fitted, err := new(OneHot).Prepare(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cells []float64
		want  []string
	}{
		{[]float64{0, 1, nan, engine.Unseen}, nil},
		{[]float64{2, 0, 2, 4}, []string{
			`column x1: no training row has the level "c"; 2 of 4 rows that are placed have it, and get 0 in all columns of x1`,
			`column x1: no training row has the level "e"; 1 of 4 rows that are placed have it, and get 0 in all columns of x1`,
		}},
		{[]float64{2, 3, 4, 5, 5}, []string{"column x1: 5 of 5 rows have levels that no training row has, and get 0 in all columns of it"}},
	} {
		ctx, notes := engine.WithNotes(t.Context(), "")
		x := mat.NewDense(len(c.cells), 2, nil)
		x.SetCol(0, c.cells)
		dst := mat.NewDense(len(c.cells), fitted.Dim(), nil)
		if err := fitted.Apply(ctx, dst, x); err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, n := range notes() {
			told = append(told, n.Text)
		}
		if !slices.Equal(told, c.want) {
			t.Errorf("%v: notes %q, want %q", c.cells, told, c.want)
		}
		for i, v := range c.cells {
			if v > 1 && (dst.At(i, 0) != 0 || dst.At(i, 1) != 0) {
				t.Errorf("%v: row %d is %v", c.cells, i, dst.RawRowView(i))
			}
		}
	}
}
