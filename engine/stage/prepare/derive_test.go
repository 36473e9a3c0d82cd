package prepare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// people are rows with a missing height and one of 0.
func people() engine.Sample {
	return engine.Sample{
		X: mat.NewDense(4, 3, []float64{70, 2, 0, 80, 0, 1, 60, math.NaN(), 1, 45, 1.5, 0}),
		Columns: []engine.Column{
			{Name: "weight"}, {Name: "height"}, {Name: "sex", Levels: []string{"f", "m"}},
		},
		Target: engine.Target{Label: "age", Response: mat.NewDense(4, 1, []float64{30, 40, 50, 60})},
		Rows:   []int{0, 1, 2, 3},
	}
}

// prepared returns what the columns become, their names and the remarks.
func prepared(t *testing.T, m engine.Preparer, s engine.Sample) (rows [][]float64, names string, said []string) {
	t.Helper()
	ctx, notes := engine.WithNotes(t.Context(), "test")
	transform, err := m.Prepare(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	x, err := engine.Image(ctx, transform, s.X)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		rows = append(rows, x.RawRowView(i))
	}
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	return rows, strings.Join(engine.NamesOf(transform.Columns), " "), said
}

func TestDerive(t *testing.T) {
	rows, names, said := prepared(t, &Derive{Columns: "bmi = weight / height^2; tall = height > 1.6; weight = weight / 1000; light = weight < 0.05; sex == 'f'"}, people())
	if names != "weight height sex bmi tall light sex == 'f'" {
		t.Errorf("columns %s", names)
	}
	nan := math.NaN()
	for i, want := range [][]float64{
		{0.07, 2, 0, 17.5, 1, 0, 1}, {0.08, 0, 1, nan, 0, 0, 0}, {0.06, nan, 1, nan, nan, 0, 0}, {0.045, 1.5, 0, 20, 0, 1, 1},
	} {
		for c, v := range want {
			if got := rows[i][c]; got != v && (got == got || v == v) {
				t.Errorf("row %d, column %d is %g, want %g", i, c, got, v)
			}
		}
	}
	if len(said) != 1 || said[0] != "bmi is missing in some rows: division by 0" {
		t.Errorf("said %q", said)
	}
	s := people()
	s.Columns[0].Written, s.Columns[1].Written = "$", "€"
	if _, _, said := prepared(t, &Derive{Columns: "weight + height"}, s); len(said) != 1 || said[0] != "weight + height joins numbers in $ and €, which are not converted" {
		t.Errorf("said %q", said)
	}
}

func TestDeriveRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"old = age > 30": "age is what is to be learned, and a column made of it would tell it",
		"x = wait":       `no column "wait"`,
		"x = sex * 2":    "column sex is categorical",
		"x = ":           "ends where",
	} {
		if _, err := (&Derive{Columns: text}).Prepare(t.Context(), people()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := (&Derive{Columns: "x ="}).Probe(); err == nil {
		t.Error("what cannot be read is not told before the run")
	}
}

// people as a table, whose class is read too.
func peopleTable() *engine.Table {
	s := people()
	return &engine.Table{
		X: s.X, Columns: s.Columns, Rows: s.Rows,
		Target: engine.Target{Label: "class", Labels: []int{0, 1, engine.Hidden, 1}, Classes: []string{"ill", "well"}},
		Aside:  engine.Aside{X: mat.NewDense(4, 1, []float64{3, 2, 1, 0}), Columns: []engine.Column{{Name: "visit"}}},
	}
}

func TestWhere(t *testing.T) {
	for text, want := range map[string]string{
		"weight >= 60":                      "[0 1 2] 3 of 4 rows are kept",
		"height > 0":                        "[0 3] 2 of 4 rows are kept; of 1 it cannot be told, since cells are missing or have no finite value, and they are dropped",
		"height > 0 or missing(height)":     "[0 2 3] 3 of 4 rows are kept",
		"weight / height < 100":             "[0 3] 2 of 4 rows are kept; of 2 it cannot be told, since cells are missing or have no finite value, and they are dropped",
		"class == 'well'":                   "[1 3] 2 of 4 rows are kept; of 1 it cannot be told, since cells are missing or have no finite value, and they are dropped",
		"class != 'well' or missing(class)": "[0 2] 2 of 4 rows are kept",
		"visit < 2 and sex == 'f'":          "[3] 1 of 4 rows are kept",
		"weight > 0":                        "[0 1 2 3]",
	} {
		ctx, notes := engine.WithNotes(t.Context(), "where")
		rows, err := (&Where{Condition: text}).Select(ctx, peopleTable())
		got := strings.TrimSpace(strings.ReplaceAll(joined(rows)+" "+noteText(notes()), "  ", " "))
		if err != nil || got != want {
			t.Errorf("%s: %q, want %q: %v", text, got, want, err)
		}
	}
	for text, want := range map[string]string{
		"weight > 100": "weight > 100 is true of none of 4 rows",
		"weight":       "weight is a number, and neither true nor false",
		"weigth > 1":   `no column "weigth"`,
	} {
		if _, err := (&Where{Condition: text}).Select(t.Context(), peopleTable()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestColumns(t *testing.T) {
	s := people()
	s.Columns[2].Name = "height at birth"
	for text, want := range map[string]string{
		"height,weight": "height weight", "height*": "height height at birth", "*h*t": "weight height", "-height": "weight height at birth",
		"height*,-height": "height at birth", "": "weight height height at birth", "* at *,weight": "height at birth weight", "*,-*g*t": "height at birth",
	} {
		var names []string
		if text != "" {
			names = strings.Split(text, ",")
		}
		if _, got, _ := prepared(t, &Columns{Names: names}, s); got != want {
			t.Errorf("%s keeps %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"hieght": `no column "hieght"`, "x*": `no column "x*"`, "-*": "no column is left"} {
		if _, err := (&Columns{Names: []string{text}}).Prepare(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func joined(rows []int) string { return fmt.Sprint(rows) }

func noteText(notes []engine.Note) string {
	var texts []string
	for _, n := range notes {
		texts = append(texts, n.Text)
	}
	return strings.Join(texts, "; ")
}
