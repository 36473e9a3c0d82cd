package columnar

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/stage/dataset"
)

// load reads a file.
func load(t testing.TB, path string) (*engine.Table, string, error) {
	t.Helper()
	l := new(dataset.Load)
	engine.SetDefaults(l)
	l.Path, l.Limit = path, 4
	ctx, notes := engine.WithNotes(context.Background(), "load")
	table, err := l.Load(ctx)
	var said []string
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	return table, strings.Join(said, "\n"), err
}

// loadBytes reads the bytes of a file.
func loadBytes(t testing.TB, data []byte) (*engine.Table, string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return load(t, path)
}

// TestKinds reads what other programs wrote: each kind of column, the second row missing
// in all of them. testdata/make.mjs made the files.
func TestKinds(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		file, columns string
		want          [][]float64
		notes         []string
	}{
		{"kinds.parquet", "x flag day at id wide price long level", [][]float64{
			{1.5, 1, 2, 2.25, 1 << 53, 1 << 64, 12.34, -1234567890123456789.25, 1},
			{nan, nan, nan, nan, nan, nan, nan, nan, nan},
			{-2.5, 0, -1, -1 + 0.75 + 0.5/86400, -7, 3, -0.05, 0.5, 0},
		}, nil},
		{"kinds.arrow", "x flag day at id wide small level", [][]float64{
			{1.5, 1, 2, 2.25, 1 << 53, 1 << 64, -100, 1},
			{nan, nan, nan, nan, nan, nan, nan, nan},
			{-2.5, 0, -1, -1 + 0.75 + 0.5/86400, -7, 3, 100, 0},
		}, nil},
	} {
		table, said, err := load(t, filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if got := strings.Join(engine.NamesOf(table.Columns), " "); got != c.columns {
			t.Errorf("%s: columns %s", c.file, got)
		}
		for i, row := range c.want {
			for at, v := range row {
				if got := table.X.At(i, at); math.Abs(got-v) > 1e-12 || (got == got) != (v == v) {
					t.Errorf("%s: row %d, %s is %v, want %v", c.file, i, table.Columns[at].Name, got, v)
				}
			}
		}
		if !slices.Equal(table.Labels, []int{0, engine.Hidden, 1}) || !slices.Equal(table.Classes, []string{"u", "v"}) {
			t.Errorf("%s: %s %v of %v", c.file, table.Label, table.Labels, table.Classes)
		}
		for _, note := range []string{
			"tags: columns of lists, records, bytes and the like were left out", "flag: true was read as 1, false as 0",
			"day, at: dates were read as days since 1970-01-01", "9007199254740993, whose last digits are lost", "18446744073709551615, whose", "categorical: level",
		} {
			if !strings.Contains(said, note) {
				t.Errorf("%s: %q is not said in\n%s", c.file, note, said)
			}
		}
	}
}

// small is a table with a column of each kind that can be written.
func small() *format.Table {
	return &format.Table{Columns: []format.Column{
		{Name: "row", Numbers: []float64{0, 1, 2}, Whole: true}, {Name: "y1", Numbers: []float64{math.Pi, math.NaN(), -1e-300}}, {Name: "class", Texts: []string{"u", "v", ""}},
	}}
}

// writers are both formats.
var writers = map[string]func(*bytes.Buffer, *format.Table) error{
	"Parquet": func(b *bytes.Buffer, t *format.Table) error { return writeParquet(b, t) },
	"Arrow":   func(b *bytes.Buffer, t *format.Table) error { return writeArrow(b, t) },
}

// What is written is read back: numbers to the bit, texts, what is missing, and the order
// of columns; and it is written alike each time.
func TestWritten(t *testing.T) {
	for name, write := range writers {
		var out, again bytes.Buffer
		if err := errors.Join(write(&out, small()), write(&again, small())); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("%s is not written, or differs: %v", name, err)
		}
		got, _, err := loadBytes(t, out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if got.X.At(2, 0) != 2 || got.X.At(0, 1) != math.Pi || !math.IsNaN(got.X.At(1, 1)) || got.X.At(2, 1) != -1e-300 || got.Labels[2] != engine.Hidden || got.Classes[1] != "v" {
			t.Errorf("%s: %v %v %v", name, got.X.RawMatrix().Data, got.Labels, got.Classes)
		}
	}
}

// Many rows are several pages and several writes.
func TestManyRows(t *testing.T) {
	const n = 20_000
	many := &format.Table{Columns: []format.Column{{Name: "x", Numbers: make([]float64, n)}, {Name: "class", Texts: make([]string, n)}}}
	for i := range n {
		many.Columns[0].Numbers[i], many.Columns[1].Texts[i] = math.Sqrt(float64(i)), []string{"u", "v"}[i%2]
	}
	for name, write := range writers {
		var out bytes.Buffer
		if err := write(&out, many); err != nil {
			t.Fatal(err)
		}
		got, _, err := loadBytes(t, out.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(got.X.RawMatrix().Data, many.Columns[0].Numbers) || got.Labels[n-1] != 1 {
			t.Errorf("%s: rows differ", name)
		}
	}
}

// Levels that are numbers are levels where pandas says so.
func TestCategoricalOfPandas(t *testing.T) {
	var out bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Zone, Size int32 }](&out, parquet.KeyValueMetadata("pandas", `{"columns": [{"name": "Zone", "field_name": "Zone", "pandas_type": "categorical"}, {"name": null, "field_name": "Size", "pandas_type": "int32"}]}`))
	if _, err := w.Write([]struct{ Zone, Size int32 }{{10, 3}, {9, 4}}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	table, said, err := loadBytes(t, out.Bytes())
	if err != nil || !strings.Contains(said, "categorical: Zone") || !slices.Equal(table.Columns[0].Levels, []string{"9", "10"}) {
		t.Errorf("%v: %s", err, said)
	}
}

// A file of lists alone has nothing to learn from.
func TestListsAlone(t *testing.T) {
	var out bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Tags []int32 }](&out)
	w.Close()
	_, _, err := loadBytes(t, out.Bytes())
	if err == nil || !strings.Contains(err.Error(), "no column holds numbers or words: the file has Tags") {
		t.Error(err)
	}
}

// files are those of the tests.
func files(t testing.TB) [][]byte {
	t.Helper()
	var all [][]byte
	for _, name := range []string{"kinds.parquet", "kinds.arrow"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	for _, write := range writers {
		var out bytes.Buffer
		if err := write(&out, small()); err != nil {
			t.Fatal(err)
		}
		all = append(all, out.Bytes())
	}
	return all
}

// expectRemedy holds bytes to what load promises: a table, or an error that can be mended.
func expectRemedy(t testing.TB, data []byte) {
	t.Helper()
	_, _, err := loadBytes(t, data)
	var fault *engine.Error
	if err != nil && (!errors.As(err, &fault) || fault.Remedy == nil || fault.Param == "") {
		t.Errorf("%v has no remedy", err)
	}
}

// TestDamaged cuts files, changes their bytes and has their lists be long.
func TestDamaged(t *testing.T) {
	for _, data := range files(t) {
		for at := 0; at < len(data); at += 5 {
			changed := bytes.Clone(data)
			changed[at] ^= 0x55
			expectRemedy(t, changed)
			if at+4 <= len(data) {
				large := bytes.Clone(data)
				binary.LittleEndian.PutUint32(large[at:], math.MaxInt32-7)
				expectRemedy(t, large)
				expectRemedy(t, data[:at])
			}
		}
	}
}

func TestHeadings(t *testing.T) {
	for file, want := range map[string]string{"kinds.parquet": "x flag day at id wide price long level class", "kinds.arrow": "x flag day at id wide small level class"} {
		l := new(dataset.Load)
		engine.SetDefaults(l)
		l.Path = filepath.Join("testdata", file)
		names, err := l.Headings(t.Context())
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s: %v, %v", file, names, err)
		}
	}
}

func FuzzParquet(f *testing.F) { fuzz(f, "PAR1") }

func FuzzArrow(f *testing.F) { fuzz(f, "ARROW1") }

// fuzz loads any bytes that begin so: an error with a remedy, or a table.
func fuzz(f *testing.F, begin string) {
	for _, data := range files(f) {
		if bytes.HasPrefix(data, []byte(begin)) {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { expectRemedy(t, data) })
}
