package newrows_test

import (
	"fmt"
	"gonum.org/v1/gonum/mat"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/data/newrows"
)

// fruit are columns that were learned from.
var fruit = engine.Header{
	Columns: []engine.Column{{Name: "color", Levels: []string{"blue", "green", "red"}}, {Name: "size"}, {Name: "code", Levels: []string{"1", "2.5"}}},
	Target:  []string{"kind"},
	Aside:   []string{"id"},
}

func TestHeaderOfATable(t *testing.T) {
	table := &engine.Table{Columns: fruit.Columns, Target: engine.Target{Label: "kind"}, Aside: engine.Aside{Columns: []engine.Column{{Name: "id"}}}}
	if got := table.Header(); fmt.Sprint(got) != fmt.Sprint(fruit) {
		t.Errorf("%v, want %v", got, fruit)
	}
	several := &engine.Table{Target: engine.Target{Label: "a, b", Responses: []string{"a", "b"}}}
	if got := several.Header().Target; !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("target %v", got)
	}
}

// TestMatch finds columns wherever a table has them, and levels by their texts.
func TestMatch(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		table engine.Table
		want  []float64
		notes string
	}{
		{"its own numbers of levels", engine.Table{
			X:       mat.NewDense(2, 3, []float64{0, 1, 7, 1, 0, 8}),
			Columns: []engine.Column{{Name: "code", Levels: []string{"2.5", "1"}}, {Name: "color", Levels: []string{"green", "red"}}, {Name: "size"}},
		}, []float64{2, 7, 1, 1, 8, 0}, ""},
		{"missing cells", engine.Table{
			X:       mat.NewDense(1, 3, []float64{nan, nan, nan}),
			Columns: []engine.Column{{Name: "code", Levels: []string{}}, {Name: "color"}, {Name: "size"}},
		}, []float64{nan, nan, nan}, ""},
		{"levels that are numbers there", engine.Table{
			X:       mat.NewDense(2, 3, []float64{0, 5, 2.5, 0, 5, 1}),
			Columns: []engine.Column{{Name: "color", Levels: []string{"red"}}, {Name: "size"}, {Name: "code"}},
		}, []float64{2, 5, 1, 2, 5, 0}, ""},
		{"numbers that are levels there", engine.Table{
			X:       mat.NewDense(2, 3, []float64{0, 1, 0, 0, 0, 0}),
			Columns: []engine.Column{{Name: "color", Levels: []string{"red"}}, {Name: "size", Levels: []string{"5", "1e3"}}, {Name: "code", Levels: []string{"1"}}},
		}, []float64{2, 1000, 0, 2, 5, 0}, ""},
		{"a feature taken for a class, one for a response, one set aside", engine.Table{
			X:       mat.NewDense(2, 1, []float64{9, 9}),
			Columns: []engine.Column{{Name: "id"}},
			Target:  engine.Target{Label: "color", Labels: []int{0, 1}, Classes: []string{"blue", "red"}},
			Aside:   engine.Aside{X: mat.NewDense(2, 2, []float64{3, 0, 4, 1}), Columns: []engine.Column{{Name: "size"}, {Name: "code", Levels: []string{"1", "2.5"}}}},
		}, []float64{0, 3, 0, 2, 4, 1}, ""},
		{"a response taken for one", engine.Table{
			X:       mat.NewDense(1, 2, []float64{0, 1}),
			Columns: []engine.Column{{Name: "color", Levels: []string{"green"}}, {Name: "code"}},
			Target:  engine.Target{Label: "size", Response: mat.NewDense(1, 1, []float64{2.75})},
		}, []float64{1, 2.75, 0}, ""},
		{"strangers", engine.Table{
			X:       mat.NewDense(3, 5, []float64{0, 1, 1, 0, 0, 1, 1, 7, 0, 0, 2, 1, 1, 0, 0}),
			Rows:    []int{10, 11, 12},
			Columns: []engine.Column{{Name: "color", Levels: []string{"teal", "red", "pink"}}, {Name: "size"}, {Name: "code"}, {Name: "kind"}, {Name: "taste"}},
		}, []float64{engine.Unseen, 1, 0, 2, 1, engine.Unseen, engine.Unseen, 1, 0},
			`column "color" has levels that were not learned from, in 2 rows, first row 10: "teal", "pink"; they count as none of blue, green, red: mend them if they are misspelt, else learn from rows that have them; ` +
				`column "code" has levels that were not learned from, in 1 row, first row 11: "7"; they count as none of 1, 2.5: mend them if they are misspelt, else learn from rows that have them; ` +
				`columns of the new rows that nothing was learned from are ignored: "taste"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, notes := engine.WithNotes(t.Context(), "")
			x, err := newrows.Match(ctx, fruit, &c.table)
			if err != nil {
				t.Fatal(err)
			}
			got := mat.DenseCopyOf(x).RawMatrix().Data
			if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }) {
				t.Errorf("%v, want %v", got, c.want)
			}
			var told []string
			for _, n := range notes() {
				told = append(told, n.String())
			}
			if got := strings.Join(told, "; "); got != c.notes {
				t.Errorf("notes %q, want %q", got, c.notes)
			}
		})
	}
}

func TestMatchRefuses(t *testing.T) {
	one := mat.NewDense(1, 3, nil)
	for _, c := range []struct {
		columns []engine.Column
		want    string
	}{
		{[]engine.Column{{Name: "size"}, {Name: "Color"}, {Name: "code"}}, `the new rows lack columns that were learned from: "color"; names that differ only in case or blanks are there, rename them: "Color"`},
		{[]engine.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}}, `the new rows lack columns that were learned from: "color", "size", "code"; columns are matched by their names, and these are there: a, b, c`},
		{[]engine.Column{{Name: "color"}, {Name: "size", Levels: []string{"big"}}, {Name: "code"}}, `row 0 has "big" in column "size", which held numbers where it was learned from; mend the cell, or leave it empty if nothing is known`},
	} {
		_, err := newrows.Match(t.Context(), fruit, &engine.Table{X: one, Columns: c.columns})
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.columns, err, c.want)
		}
	}
	twice := engine.Header{Columns: []engine.Column{{Name: "a"}, {Name: "a"}}}
	two := mat.NewDense(1, 2, []float64{1, 2})
	if x, err := newrows.Match(t.Context(), twice, &engine.Table{X: two, Columns: twice.Columns}); err != nil || !mat.Equal(x, two) {
		t.Errorf("columns of one name in their order: %v, %v", x, err)
	}
	_, err := newrows.Match(t.Context(), twice, &engine.Table{X: one, Columns: []engine.Column{{Name: "a"}, {Name: "b"}, {Name: "a"}}})
	if err == nil || !strings.Contains(err.Error(), `2 columns called "a"`) {
		t.Errorf("columns of one name in another order: %v", err)
	}
}

// FuzzMatch shuffles the columns of a table, numbers its levels anew and has
// some columns be what is to be learned, or aside: what is matched stays the
// same, bit by bit.
func FuzzMatch(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, byte(seed*7), byte(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, rows, columns byte) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, d := 1+int(rows)%9, 2+int(columns)%6
		h := engine.Header{Columns: make([]engine.Column, d)}
		x := mat.NewDense(n, d, nil)
		for c := range d {
			h.Columns[c].Name = fmt.Sprintf("c%d", c)
			if r.IntN(2) == 0 {
				h.Columns[c].Levels = []string{"a", "b", "1", "2.5"}[:1+r.IntN(4)]
			}
			for i := range n {
				switch levels := len(h.Columns[c].Levels); {
				case r.IntN(7) == 0:
					x.Set(i, c, math.NaN())
				case levels > 0:
					x.Set(i, c, float64(r.IntN(levels)))
				default:
					x.Set(i, c, r.NormFloat64())
				}
			}
		}
		got, err := newrows.Match(t.Context(), h, shuffled(r, h, x))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for c := range d {
				if math.Float64bits(got.At(i, c)) != math.Float64bits(x.At(i, c)) {
					t.Fatalf("row %d, column %d is %v, was %v", i, c, got.At(i, c), x.At(i, c))
				}
			}
		}
	})
}

// shuffled is a table with the rows of x in which nothing is where it was: a
// column of words may be the class, and others aside.
func shuffled(r *rand.Rand, h engine.Header, x *mat.Dense) *engine.Table {
	n, d := x.Dims()
	t := &engine.Table{Rows: make([]int, n)}
	var features, aside []int
	for _, c := range r.Perm(d) {
		missing := slices.ContainsFunc(mat.Col(nil, c, x), math.IsNaN)
		switch {
		case h.Columns[c].Levels != nil && !missing && !t.HasClasses() && r.IntN(2) == 0:
			column, cells := renumbered(r, h.Columns[c], x.ColView(c))
			t.Label, t.Classes = column.Name, column.Levels
			for _, v := range cells {
				t.Labels = append(t.Labels, int(v))
			}
		case r.IntN(4) == 0:
			aside = append(aside, c)
		default:
			features = append(features, c)
		}
	}
	t.X, t.Columns = reordered(r, h, x, features)
	t.Aside.X, t.Aside.Columns = reordered(r, h, x, aside)
	if t.X == nil {
		t.X, t.Columns = mat.NewDense(n, 1, nil), []engine.Column{{Name: "useless"}}
	}
	return t
}

// reordered are the columns of the given positions.
func reordered(r *rand.Rand, h engine.Header, x *mat.Dense, at []int) (*mat.Dense, []engine.Column) {
	if len(at) == 0 {
		return nil, nil
	}
	n, _ := x.Dims()
	out, columns := mat.NewDense(n, len(at), nil), make([]engine.Column, len(at))
	for to, c := range at {
		column, cells := renumbered(r, h.Columns[c], x.ColView(c))
		columns[to] = column
		out.SetCol(to, cells)
	}
	return out, columns
}

// renumbered is a column whose levels are in another order.
func renumbered(r *rand.Rand, c engine.Column, x mat.Vector) (engine.Column, []float64) {
	cells := mat.Col(nil, 0, x)
	if c.Levels == nil {
		return c, cells
	}
	order := r.Perm(len(c.Levels))
	out := engine.Column{Name: c.Name, Levels: make([]string, len(order))}
	for from, to := range order {
		out.Levels[to] = c.Levels[from]
	}
	for i, v := range cells {
		if !math.IsNaN(v) {
			cells[i] = float64(order[int(v)])
		}
	}
	return out, cells
}
