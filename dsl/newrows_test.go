package dsl_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
)

// fruit are rows whose levels are numbered otherwise in a part of them.
const fruit = "color,size,y\n" +
	"red,1,apple\nred,1,apple\nred,1,apple\n" +
	"green,5,melon\ngreen,5,melon\ngreen,5,melon\n" +
	"blue,1,berry\nblue,1,berry\nblue,1,berry\n"

// inFolder writes files into a folder of the test's own, and goes there.
func inFolder(t *testing.T, texts map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// told runs a cell and returns its value, and what it wrote.
func told(t *testing.T, s *dsl.Session, code string) (any, string) {
	t.Helper()
	out := new(memory)
	v, err := s.Eval(context.Background(), code, out)
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	return v, out.text.String()
}

// TestNewRowsAreMatchedByName gives a pipeline rows of a second file in every
// way that there is.
func TestNewRowsAreMatchedByName(t *testing.T) {
	inFolder(t, map[string]string{
		"p1.csv":      fruit,
		"p2.csv":      "color,size,y\nred,1,apple\nred,1,apple\nred,1,apple\n",
		"turned.csv":  "y,size,color\n?,1,red\n?,1,red\n?,1,red\n",
		"wrong.csv":   "color,size,y\nred,1,melon\nred,1,melon\nred,1,quince\n",
		"unknown.csv": "size,color\n1,red\n1,red\n1,red\n",
		"weighed.tsv": "color\tsize\tweight\nred\t1\t7\nred\t1\t8\nred\t1\t9\n",
		"unseen.csv":  "color,size\nred,1\nteal,5\nreds,1\n",
	})
	s := newSession(t)
	eval(t, s, `m := load("p1.csv", label="y") | onehot | knn(k=1)`)
	for _, c := range []struct{ rows, want, note string }{
		{`load("p2.csv", label="y").Data()`, "[apple apple apple]", ""},
		{`load("p2.csv", label="y")`, "[apple apple apple]", ""},
		{`load("p2.csv").Report()`, "[apple apple apple]", ""},
		{`"p2.csv"`, "[apple apple apple]", ""},
		{`"wrong.csv"`, "[apple apple apple]", ""}, // what is to be learned has no say
		{`"turned.csv"`, "[apple apple apple]", ""},
		{`load("unknown.csv")`, "[apple apple apple]", ""},
		{`load("unknown.csv").Data()`, "[apple apple apple]", ""}, // color is taken for the class
		{`load("weighed.tsv")`, "[apple apple apple]", `ignored: "weight"`},
		{`load("p1.csv") | dedupe`, "[apple melon berry]", "dedupe: 6 of 9 rows repeat"},
		{`"unseen.csv"`, "[apple melon apple]", `column "color" has levels that were not learned from, in 2 rows, first row 1: "teal", "reds"; they count as none of blue, green, red`},
		{`[][]float64{{2, 1}, {1, 5}}`, "[apple melon]", ""},
	} {
		got, notes := told(t, s, "m.Predict("+c.rows+")")
		if fmt.Sprint(got) != c.want || !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s: %v and %q, want %s and %q", c.rows, got, notes, c.want, c.note)
		}
	}
}

// TestNewRowsAreRefused: what cannot be matched is named.
func TestNewRowsAreRefused(t *testing.T) {
	inFolder(t, map[string]string{
		"p1.csv":    fruit,
		"less.csv":  "size,y\n1,apple\n2,apple\n",
		"Color.csv": "Color,size\nred,1\n",
		"word.csv":  "color,size\nred,1\nred,big\n",
		"bare.csv":  "red,1\nred,2\n",
		"empty.csv": "color,size\nred,\n",
	})
	s := newSession(t)
	eval(t, s, `m := load("p1.csv") | onehot | knn(k=1)`)
	for _, c := range []struct{ rows, want string }{
		{`"less.csv"`, `lack columns that were learned from: "color"`},
		{`"Color.csv"`, `differ only in case or blanks are there, rename them: "Color"`},
		{`load("Color.csv").Data()`, `lack columns that were learned from: "color"`},
		{`load("word.csv")`, `line 3: column 2 (size) holds "big", but held numbers`},
		{`load("word.csv", label="color", na="x").Data()`, `column`},
		{`"bare.csv"`, `the file names no columns`},
		{`"empty.csv"`, `row 0, column "size" is NaN`},
		{`"no.csv"`, `no file "no.csv"`},
		{`load("p1.csv") | scale`, `not through a prepare of their own`},
		{`m`, `not through a prepare of their own`},
		{`[][]float64{{3, 1}}`, `row 0 has 3 in column "color", whose 3 levels (blue, green, red) are numbered from 0`},
		{`[][]float64{{0.5, 1}}`, `row 0 has 0.5 in column "color"`},
		{`[][]float64{{0}}`, `new rows have 1 columns, the data have 2`},
		{`scale`, `the pipeline has no source`},
	} {
		if got := fail(t, s, "m.Predict("+c.rows+")"); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.rows, got, c.want)
		}
	}
}

// TestMissingCellsOfNewRowsAreFilledAsInTraining: by the values that the
// training rows have taught.
func TestMissingCellsOfNewRowsAreFilledAsInTraining(t *testing.T) {
	inFolder(t, map[string]string{
		"p1.csv": "a,b,y\n0,0,left\n1,,left\n0,1,left\n10,9,right\n11,10,right\n10,,right\n",
		"p2.csv": "b,a\n,0\n9,\n,\n",
	})
	s := newSession(t)
	eval(t, s, `m := load("p1.csv") | impute | scale | pca(dim=2) | knn(k=1)`)
	all, notes := told(t, s, `m.Place("p2.csv")`)
	if !strings.Contains(notes, "4 cells are missing: b, a") {
		t.Errorf("notes %q", notes)
	}
	want := eval(t, s, `m.Place([][]float64{{0, 5}, {32.0 / 6, 9}, {32.0 / 6, 5}})`).(*mat.Dense)
	if !mat.Equal(all.(*mat.Dense), want) {
		t.Errorf("%v, want %v", mat.Formatted(all.(*mat.Dense)), mat.Formatted(want))
	}
}

// TestPermutedColumnsKeepEveryBit: a file, the same one with its columns in
// another order, each of its rows alone, and the rows as numbers are one.
func TestPermutedColumnsKeepEveryBit(t *testing.T) {
	if os.Getenv("UNFOLD_DATA") == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets")
	}
	for _, c := range []struct{ data, recipe string }{
		{"wine", "scale | isomap(k=8) | krr(1e-2) | svm"},
		{"vote", "impute | scale | pca(dim=5) | knn(5)"},
	} {
		t.Run(c.data, func(t *testing.T) {
			text, err := os.ReadFile(os.Getenv("UNFOLD_DATA") + "/" + c.data + ".csv")
			if err != nil {
				t.Skip(err)
			}
			var rows [][]string
			for line := range strings.Lines(string(text)) {
				rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
			}
			head, rows := rows[0], rows[1:]
			write := func(every, rest int) string {
				var b strings.Builder
				fmt.Fprintln(&b, strings.Join(head, ","))
				for i, row := range rows {
					if (i%every == 0) == (rest == 0) {
						fmt.Fprintln(&b, strings.Join(row, ","))
					}
				}
				return b.String()
			}
			train, test := write(5, 1), write(5, 0)
			turned := make([]string, 0, len(rows))
			for line := range strings.Lines(test) {
				cells := strings.Split(strings.TrimSpace(line), ",")
				slices.Reverse(cells)
				turned = append(turned, strings.Join(cells, ","))
			}
			inFolder(t, map[string]string{"tr.csv": train, "te.csv": test, "turned.csv": strings.Join(turned, "\n"), "one.csv": ""})
			s := newSession(t)
			eval(t, s, fmt.Sprintf(`m := load("tr.csv") | %s`, c.recipe))
			want := eval(t, s, `m.Predict("te.csv")`).([]string)
			places := eval(t, s, `m.Place(load("te.csv"))`).(*mat.Dense)
			if got := eval(t, s, `m.Predict("turned.csv")`); !slices.Equal(want, got.([]string)) {
				t.Errorf("columns in another order are predicted otherwise")
			}
			sameBits(t, "turned", places, eval(t, s, `m.Place(load("turned.csv"))`).(*mat.Dense))
			for i := range min(7, len(want)) {
				if err := os.WriteFile("one.csv", []byte(turned[0]+"\n"+turned[1+i]+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				one := eval(t, s, `m.Place("one.csv")`).(*mat.Dense)
				_, d := places.Dims()
				sameBits(t, fmt.Sprintf("row %d alone", i), places.Slice(i, i+1, 0, d).(*mat.Dense), one)
				if got := eval(t, s, `m.Predict("one.csv")`).([]string); got[0] != want[i] {
					t.Errorf("row %d alone is %s, among others %s", i, got[0], want[i])
				}
			}
		})
	}
}

func sameBits(t *testing.T, what string, a, b *mat.Dense) {
	t.Helper()
	n, d := a.Dims()
	if m, e := b.Dims(); m != n || e != d {
		t.Errorf("%s: %d×%d, want %d×%d", what, m, e, n, d)
		return
	}
	for i := range n {
		for j := range d {
			if math.Float64bits(a.At(i, j)) != math.Float64bits(b.At(i, j)) {
				t.Errorf("%s: row %d, column %d is %v, want %v", what, i, j, b.At(i, j), a.At(i, j))
				return
			}
		}
	}
}

// TestGroupsAreNoFeatureOfNewRows: a column that tells groups is no feature,
// neither of the folds nor of what learns from all rows.
func TestGroupsAreNoFeatureOfNewRows(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,a,y\n")
	for i := range 24 {
		fmt.Fprintf(&rows, "p%d,%d,%c\n", i/2, i%4*3+i%2, 'a'+rune(i/2%2))
	}
	inFolder(t, map[string]string{"g.csv": rows.String(), "new.csv": "a\n1\n4\n"})
	s := newSession(t)
	for _, sentence := range []string{
		`load("g.csv") | cv(3, groups="id") | knn(1)`,
		`load("g.csv", features="-id") | cv(3, groups="id") | knn(1)`,
		`load("g.csv", features="a") | holdout(groups="id") | knn([1, 3])`,
	} {
		eval(t, s, "g := "+sentence)
		if got := eval(t, s, `len(g.Predict("new.csv"))`); got != 2 {
			t.Errorf("%s: %v rows are predicted", sentence, got)
		}
		if got := eval(t, s, `g.Report().Table.Groups[5]`); got != "p2" {
			t.Errorf("%s: row 5 is of group %v", sentence, got)
		}
	}
}

// TestResponsesOfNewRows: of a second file with and without its responses.
func TestResponsesOfNewRows(t *testing.T) {
	inFolder(t, map[string]string{
		"tr.csv":   "a,b,u,v\n0,0,0.5,1\n1,0,2.5,1\n0,1,0.5,4\n1,1,2.5,4\n2,1,4.5,4\n",
		"with.csv": "v,u,b,a\n9,9,1,2\n9,9,0,0\n",
		"less.csv": "b,a\n1,2\n0,0\n",
	})
	s := newSession(t)
	eval(t, s, `m := load("tr.csv", response="u,v") | ridge(1e-9)`)
	want := eval(t, s, `m.Respond([][]float64{{2, 1}, {0, 0}})`).([]float64)
	if len(want) != 4 || math.Abs(want[0]-4.5) > 1e-3 {
		t.Fatalf("responses %v", want)
	}
	for _, rows := range []string{`"with.csv"`, `"less.csv"`, `load("with.csv")`, `load("less.csv").Data()`, `load("with.csv", response="a").Data()`} {
		if got := eval(t, s, "m.Respond("+rows+")").([]float64); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", rows, got, want)
		}
	}
}
