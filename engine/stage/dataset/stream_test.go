package dataset

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"unfold/engine"
	"unfold/engine/data/newrows"
)

// fruits are columns that were learned from.
var fruits = engine.Header{
	Columns: []engine.Column{{Name: "size"}, {Name: "color", Levels: []string{"green", "red"}}},
	Target:  []string{"kind"},
}

// streamed are the rows of a text in the columns of fruits, block by block, and where they
// stand in it.
func streamed(t *testing.T, text string, amend func(*Load)) (cells []float64, rows []int, blocks int, err error) {
	t.Helper()
	l := newLoad("")
	if amend != nil {
		amend(l)
	}
	err = l.StreamMatching(t.Context(), strings.NewReader(text), fruits, func(table *engine.Table) error {
		x, err := newrows.Match(t.Context(), fruits, table)
		if err == nil {
			cells, rows, blocks = append(cells, engine.Flat(x)...), append(rows, table.Rows...), blocks+1
		}
		return err
	})
	return cells, rows, blocks, err
}

// manyFruits are rows of three blocks, some of whose cells are missing, of a new level, or
// quoted over two lines, with a column that was not learned from.
func manyFruits() string {
	var text strings.Builder
	text.WriteString("# of a market\n\ncolor,note,size\n")
	for i := range 20000 {
		size, color, note := fmt.Sprint(i%7), []string{"red", "green"}[i%2], "n"
		switch i % 1000 {
		case 10:
			size = ""
		case 20:
			color = "blue"
		case 30:
			note = "\"two\nlines, \"\"quoted\"\"\""
		}
		fmt.Fprintf(&text, "%s,%s,%s\n", color, note, size)
	}
	return text.String()
}

// TestStreamsSayWhatFilesSay: the rows of all blocks are those of the whole, in order.
func TestStreamsSayWhatFilesSay(t *testing.T) {
	text := manyFruits()
	cells, rows, blocks, err := streamed(t, text, nil)
	if err != nil || blocks != 3 {
		t.Fatalf("%d blocks, %v", blocks, err)
	}
	l := newLoad("")
	l.learned = &fruits
	whole, err := l.read(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	x, err := newrows.Match(t.Context(), fruits, whole)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(cells, engine.Flat(x), func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
		t.Error("the cells are others")
	}
	if !slices.Equal(rows, whole.Rows) {
		t.Error("the rows stand elsewhere")
	}
}

// TestOtherFilesAreReadWhole: what is packed, wide, or of another format gives the same
// rows from a stream.
func TestOtherFilesAreReadWhole(t *testing.T) {
	const text = "size,color\n1,red\n2,green\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&lines, "{\"size\": %d, \"color\": \"red\"}\n", i)
	}
	for what, c := range map[string]struct {
		text string
		rows int
	}{
		"packed":        {packed.String(), 2},
		"wide":          {wide, 2},
		"objects":       {lines.String(), 10000},
		"an attribute":  {"@relation fruits\n@attribute size numeric\n@attribute color {green,red}\n@data\n1,red\n2,green\n", 2},
		"plain":         {text, 2},
		"without ends":  {strings.TrimSuffix(text, "\n"), 2},
		"ends of lines": {strings.ReplaceAll(text, "\n", "\r\n"), 2},
		"a mark":        {"\ufeff" + text, 2},
		"tabs":          {strings.ReplaceAll(text, ",", "\t"), 2},
	} {
		cells, rows, _, err := streamed(t, c.text, nil)
		if err != nil || len(rows) != c.rows || len(cells) != 2*c.rows || c.rows == 2 && !slices.Equal(cells, []float64{1, 1, 2, 0}) {
			t.Errorf("%s: %d rows, %.4v (%v)", what, len(rows), cells, err)
		}
	}
}

// TestStreamsWithoutNames: rows without a head match columns that were without one.
func TestStreamsWithoutNames(t *testing.T) {
	header := engine.Header{Columns: []engine.Column{{Name: "x1"}, {Name: "x2"}}}
	var rows int
	err := newLoad("").StreamMatching(t.Context(), strings.NewReader(strings.Repeat("1,2\n3,4\n", 5000)), header, func(table *engine.Table) error {
		x, err := newrows.Match(t.Context(), header, table)
		if err == nil && (x.At(0, 1) != 2 || x.At(1, 0) != 3) {
			t.Errorf("the rows begin with %v, %v", x.RawRowView(0), x.RawRowView(1))
		}
		rows += table.Len()
		return err
	})
	if err != nil || rows != 10000 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// TestStreamsNameTheLine of a cell that cannot be read, however far down.
func TestStreamsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		manyFruits() + "red,n,large\n":           "line 20024: column 3 (size) holds \"large\"", // 20 cells take two lines
		"size,color\n1,red\n1\n":                 "line 3",
		"size,colour\n1,red\n":                   "lack columns that were learned from: \"color\"",
		"":                                       "the file is empty",
		"size,color\n":                           "no rows",
		"1,red\n":                                "lack columns",
		"size,color\n" + strings.Repeat("\"", 1): "line 2",
	} {
		_, _, _, err := streamed(t, text, nil)
		var told *engine.Error
		if !errors.As(err, &told) || told.Remedy == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}
