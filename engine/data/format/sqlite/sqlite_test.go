package sqlite

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/stage/dataset"
)

// load reads a database; amend says what of it.
func load(t testing.TB, path string, amend func(*dataset.Load)) (*engine.Table, string, error) {
	t.Helper()
	l := new(dataset.Load)
	engine.SetDefaults(l)
	l.Path, l.Limit = path, 4
	amend(l)
	ctx, notes := engine.WithNotes(context.Background(), "load")
	table, err := l.Load(ctx)
	var said []string
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	return table, strings.Join(said, "\n"), err
}

// What sqlite3 wrote: see testdata/wines.sql.
const wines = "testdata/wines.db"

func TestTable(t *testing.T) {
	table, said, err := load(t, wines, func(l *dataset.Load) { l.Table = "wines" })
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(engine.NamesOf(table.Columns), " "); got != "id alcohol made at organic" {
		t.Errorf("columns %s", got)
	}
	nan := math.NaN()
	for i, row := range [][]float64{{1 << 53, 12.5, 2, 2.25, 1}, {2, nan, nan, nan, nan}, {3, 13, -1, -0.25, 0}} {
		for c, want := range row {
			if got := table.X.At(i, c); got != want && (got == got || want == want) {
				t.Errorf("row %d, %s is %v, want %v", i, table.Columns[c].Name, got, want)
			}
		}
	}
	if !slices.Equal(table.Labels, []int{0, engine.Hidden, 1}) || !slices.Equal(table.Classes, []string{"u", "v"}) {
		t.Errorf("%v of %v", table.Labels, table.Classes)
	}
	for _, note := range []string{"made, at: dates were read as days since 1970-01-01", "9007199254740993, whose last digits are lost"} {
		if !strings.Contains(said, note) {
			t.Errorf("%q is not said in\n%s", note, said)
		}
	}
}

func TestQuery(t *testing.T) {
	table, _, err := load(t, wines, func(l *dataset.Load) {
		l.Query = "SELECT alcohol * 2 AS double, class FROM strong ORDER BY alcohol DESC"
	})
	if err != nil {
		t.Fatal(err)
	}
	if table.Columns[0].Name != "double" || table.X.At(0, 0) != 26 || table.X.At(1, 0) != 25 || table.Label != "class" {
		t.Errorf("%v %v", table.Columns, table.X)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ query, table, param, want string }{
		{"", "", "table", `the file has 3 tables: odd "name, strong, wines`},
		{"", "wine", "table", `the file has no table "wine"`},
		{"", `odd "name`, "query", "row 1 has bytes in column picture"},
		{"SELECT grape FROM wines", "", "query", "the database does not answer: "},
		{"DELETE FROM wines", "", "query", "the database does not answer: "},
		{"SELECT 1", "wines", "query", `the query says what to read, and so does table="wines"; give one of them`},
		{"SELECT * FROM wines WHERE id < 0", "", "path", "the file has a header but no rows"},
		{"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", "", "limit", "the table has more than"},
	} {
		_, _, err := load(t, wines, func(l *dataset.Load) { l.Query, l.Table = c.query, c.table })
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != c.param || fault.Remedy == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.query, c.table, err, c.want)
		}
	}
}

// An interrupt ends a query.
func TestCanceled(t *testing.T) {
	l := &dataset.Load{Path: wines, Query: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if _, err := l.Load(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzSQLite changes the bytes of a database: an error with a remedy, or a table.
func FuzzSQLite(f *testing.F) {
	data, err := os.ReadFile(wines)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "some.db")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := load(t, path, func(l *dataset.Load) { l.Table = "wines" })
		var fault *engine.Error
		if err != nil && (!errors.As(err, &fault) || fault.Remedy == nil) {
			t.Errorf("%v has no remedy", err)
		}
	})
}
