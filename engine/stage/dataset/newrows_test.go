package dataset

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/enginetest"
)

// learnedFrom is what the file of the training rows was like.
func learnedFrom(t *testing.T, text string, amend func(*Load)) engine.Header {
	t.Helper()
	l := newLoad("")
	if amend != nil {
		amend(l)
	}
	table, err := l.read(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table.Header()
}

// TestNewRowsAreReadByWhatWasLearnedFrom: nothing is guessed anew of a second
// file.
func TestNewRowsAreReadByWhatWasLearnedFrom(t *testing.T) {
	const fruit = "color,size,y\nred,1,a\ngreen,5,m\nblue,1,b\nred,2,a\n"
	for _, c := range []struct{ name, train, text, want, notes string }{
		{"the target is there", fruit, "color,size,y\nred,1,a\n,2,\n", "color{red} size\n0 1\nNaN 2", "1 cells are missing: color"},
		{"the target is not there", fruit, "size,color\n1,red\n2,green\n", "size color{green,red}\n1 1\n2 0", ""},
		{"numbers where levels were", "code,x,y\n1,0,a\nb,1,b\nb,2,b\n", "x,code\n0,1\n1,2.0\n", "x code{1,2}\n0 0\n1 1", ""},
		{"levels where the file would have numbers", "k,x,y\nu,1,a\nv,2,b\n", "k,x\n7,1\n8,2\n", "k{7,8} x\n0 1\n1 2", ""},
		{"more columns", fruit, "id,color,size\nr7,red,1\n", "color{red} size\n0 1", ""},
		{"no header on either", "1,2,0\n3,4,1\n", "5,6\n7,8\n", "x1 x2\n5 6\n7 8", ""},
		{"a sparse file with columns of zeros left out", "1 1:5 3:7\n0 2:1\n", "1 2:4\n0 1:1\n", "x1 x2 x3\n0 4 0\n1 0 0", ""},
		{"a sparse file that counts from zero", "1 1:5 2:7\n0 2:1\n", "1 0:9 1:4\n0 2:1\n", "x1 x2\n4 0\n0 1", "positions count from 0, and so do the names of columns, x0 first"},
		{"ARFF", "@relation r\n@attribute k {u,v,w}\n@attribute x real\n@attribute y {a,b}\n@data\nu,1,a\nv,2,b\nw,3,b\n", "@relation r\n@attribute x real\n@attribute k {w,v,u}\n@data\n1,w\n2,u\n", "x k{u,w}\n1 1\n2 0", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := learnedFrom(t, c.train, nil)
			l := newLoad("")
			l.learned = &h
			ctx, notes := engine.WithNotes(t.Context(), "")
			table, err := l.read(ctx, strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(strings.Replace(enginetest.Text(table), " →", "", -1)); got != c.want || table.Width() != 0 {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			var told []string
			for _, n := range notes() {
				told = append(told, n.Text)
			}
			if got := strings.Join(told, "; "); got != c.notes {
				t.Errorf("notes %q, want %q", got, c.notes)
			}
		})
	}
}

func TestNewRowsThatCannotBeRead(t *testing.T) {
	h := learnedFrom(t, "color,size,y\nred,1,a\ngreen,5,m\n", nil)
	for _, c := range []struct{ text, want string }{
		{"color,y\nred,a\n", `lack columns that were learned from: "size"; columns are matched by their names, and these are there: color, y`},
		{"red,1\nblue,2\n", `lack columns that were learned from: "color", "size"; the file names no columns, so they are called x1 to x2`},
		{"size,color\n1,red\ntall,red\n", `line 3: column 1 (size) holds "tall", but held numbers where it was learned from; mend the cell, or set na="tall" if that means missing`},
		{"size,color\n", "the file has a header but no rows"},
	} {
		l := newLoad("")
		l.learned = &h
		if _, err := l.read(t.Context(), strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestElsewhere reads another file with the settings of the first, save what is
// of the first alone.
func TestElsewhere(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	l := newLoad(write("a.txt", "a;b;y;id\n1,5;none;u;7\n2,5;3;v;8\n"))
	l.Sep, l.NA, l.Label, l.Features = ";", []string{"none"}, "y", []string{"-id"}
	sum, err := l.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	l.SHA256 = sum
	first, err := l.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.Table, l.Query = "spring", "SELECT * FROM spring" // as if it were a workbook, or a database
	other := l.Elsewhere(write("b.txt", "b;a\nnone;2,5\n4;1\n"))
	second, err := other.LoadMatching(t.Context(), first.Header())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(strings.Replace(enginetest.Text(second), " →", "", -1)), "b a\nNaN 2.5\n4 1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if l.Path == other.(*Load).Path || l.SHA256 == "" {
		t.Error("the first source has changed")
	}
}

// TestColumnsLeftOutStandAside keeps them as they are, words among numbers too.
func TestColumnsLeftOutStandAside(t *testing.T) {
	l := newLoad("")
	l.Features = []string{"a"}
	table, err := l.read(t.Context(), strings.NewReader("id,a,odd,y\np,1,1,u\nq,2,x,v\np,3,,u\n"))
	if err != nil {
		t.Fatal(err)
	}
	aside := &engine.Table{X: table.Aside.X, Columns: table.Aside.Columns}
	if got, want := strings.TrimSpace(strings.Replace(enginetest.Text(aside), " →", "", -1)), "id{p,q} odd{1,x}\n0 0\n1 1\n0 NaN"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	kept := table.Keep([]int{2, 0})
	if v := kept.Aside.X.At(0, 1); !math.IsNaN(v) || kept.Aside.X.At(1, 0) != 0 {
		t.Errorf("rows kept have %v aside", kept.Aside.X)
	}
	if h := table.Header(); strings.Join(h.Aside, " ") != "id odd" {
		t.Errorf("aside are %v", h.Aside)
	}
}

// TestColumnsAreKeptAside on request: the last of the others is what is learned, and
// numbers are read as in every column.
func TestColumnsAreKeptAside(t *testing.T) {
	const text = "id,a,y,lat,long\np,1,u,5 %,1.5\nq,2,v,7 %,2\np,3,u,,3\n"
	table, said, err := readText(text, func(l *Load) { l.Aside = []string{"-1", "lat"} })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "id{p,q} a → y{u,v}\n0 1 → u\n1 2 → v\n0 3 → u"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, err := table.Aside.Numbers("columns", "lat", "long"); err != nil || !mat.Equal(got.Slice(0, 2, 0, 2), mat.NewDense(2, 2, []float64{5, 1.5, 7, 2})) || !math.IsNaN(got.At(2, 0)) {
		t.Errorf("aside are %v, %v", got, err)
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, "the last column, y, is the class") || !strings.Contains(all, `lat: numbers as in "5 %"`) {
		t.Errorf("said %s", all)
	}
	for _, c := range []struct {
		amend       func(*Load)
		param, want string
	}{
		{func(l *Load) { l.Aside = []string{"lon"} }, "aside", `no column "lon"; did you mean long?`},
		{func(l *Load) { l.Aside = []string{"lat", "4"} }, "aside", "column lat is named twice; name each column once"},
		{func(l *Load) { l.Aside, l.Label = []string{"y"}, "y" }, "aside", "column y is what is to be learned; leave it out, or give label as another column"},
		{func(l *Load) { l.Aside, l.Features = []string{"a"}, []string{"a"} }, "features", "column a is kept aside; leave it out, or give aside without it"},
		{func(l *Load) { l.Aside = []string{"1", "2", "4", "5"} }, "features", "no column is left to learn from: the file has 5"},
	} {
		_, _, err := readText(text, c.amend)
		enginetest.Refused(t, err, c.param, c.want)
	}
}

// FuzzNewRows reads any text as new rows: an error that a reader can mend, or
// rows in the columns that were learned from.
func FuzzNewRows(f *testing.F) {
	const train = "color,size,y\nred,1,a\ngreen,5,m\nblue,1,b\nred,2,a\n"
	for _, text := range []string{
		train, "size,color\n1,red\n", "color;size\nteal;1,5\n", "size,size,color\n1,2,red\n", "\"color\",size\n,\n",
		"red,1\n", "1 1:2\n", "@relation r\n@attribute size real\n@attribute color {red,blue}\n@data\n1,blue\n", "color\tsize\n1\t2\n",
		"color,size\nred,1e999\n", "Color,Size\nred,1\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := learnedFrom(t, train, nil)
		l := newLoad("")
		l.Limit, l.learned = 1, &h
		table, err := l.read(context.Background(), strings.NewReader(text))
		if err == nil {
			x, err := newrows.Match(context.Background(), h, table)
			if err != nil {
				t.Fatalf("rows that were read do not match: %v", err)
			}
			n, d := x.Dims()
			if n != table.Len() || d != 2 || len(table.Rows) != n {
				t.Fatalf("%d×%d of %d rows", n, d, table.Len())
			}
			for i := range n {
				if v := x.At(i, 0); !math.IsNaN(v) && (v != math.Trunc(v) || v < engine.Unseen || v > 2) {
					t.Fatalf("row %d has level %v", i, v)
				}
			}
			return
		}
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Cause == "" || fault.Remedy == nil {
			t.Fatalf("error %#v", err)
		}
	})
}
