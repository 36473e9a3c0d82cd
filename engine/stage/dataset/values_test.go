package dataset

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"unfold/engine/enginetest"
)

// TestDatesAreDays, and times of day parts of one, unless nothing tells the month.
func TestDatesAreDays(t *testing.T) {
	for _, c := range []struct{ text, order, want, said string }{
		{"d,y\n1970-01-02,u\n1970-01-03 12:00,v\n", "", "d → y{u,v}\n1 → u\n2.5 → v", "d: dates were read as days since 1970-01-01"},
		{"d,y\n1/2/1970,u\n13/1/1970,v\n", "", "d → y{u,v}\n31 → u\n12 → v", "d: dates were read, the day first, as days since 1970-01-01"},
		{"d,y\n1/2/1970,u\n1/3/1970,v\n", "mdy", "d → y{u,v}\n1 → u\n2 → v", "the month first"},
		{"d,y\n1970-01-01T01:00+01:00,u\n1970-01-01T12:00Z,v\n", "", "d → y{u,v}\n0 → u\n0.5 → v", "in universal time"},
		{"d,y\n06:00,u\n12:00,v\n", "", "d → y{u,v}\n0.25 → u\n0.5 → v", "d: times of day were read as parts of a day"},
		{"d,y\n1970-01-02,u\nNA,v\n", "", "d → y{u,v}\n1 → u\nNaN → v", "1 cells are missing"},
		{"a,y\n1,1970-01-02\n2,1970-01-09\n", "", "a → y\n1 → 1\n2 → 8", "the last column, y, is the response"},
		{"f,y\nTrue,u\nfalse,v\n", "", "f → y{u,v}\n1 → u\n0 → v", "f: true was read as 1, false as 0"},
		{"a,f\n1,TRUE\n2,FALSE\n", "", "a → f{false,true}\n1 → true\n2 → false", "the last column, f, is the class"},
		{"zip,y\n02134,u\n10001,v\n", "", "zip → y{u,v}\n2134 → u\n10001 → v", `"02134" was read as a number; categorical="zip" keeps the words`},
	} {
		table, said, err := readText(c.text, func(l *Load) { l.Dates = c.order })
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
		if all := strings.Join(said, "\n"); !strings.Contains(all, c.said) {
			t.Errorf("%q: %q is not said in\n%s", c.text, c.said, all)
		}
	}
}

func TestDatesInDoubtAreRefused(t *testing.T) {
	for _, c := range []struct{ text, param, want string }{
		{"d,y\n3/4/2026,u\n5/6/2026,v\n", "dates", `line 2: "3/4/2026" in column 1 (d) is 2026-04-03 or 2026-03-04, and no cell of the column tells which; set dates="dmy" or dates="mdy"`},
		{"d,y\n2026-01-01,u\n2026-01-02,v\n2026-01-03,v\nsoon,v\n", "path", `line 5: column 1 (d) holds "soon", which is no date like`},
		{"d,y\n2026-01-01T10:00Z,u\n2026-01-02T10:00,v\n2026-01-03T10:00Z,v\n", "path", `holds "2026-01-02T10:00", which is no date like`},
	} {
		_, _, err := readText(c.text, nil)
		enginetest.Refused(t, err, c.param, c.want)
	}
	table, _, err := readText("d,zip,y\n3/4/2026,02134,u\n5/6/2026,10001,v\n", func(l *Load) { l.Categorical = []string{"d", "zip"} })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "d{3/4/2026,5/6/2026} zip{02134,10001} → y{u,v}\n0 0 → u\n1 1 → v"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNewDatesAreReadAlike: what was learned decides the order of day and month.
func TestNewDatesAreReadAlike(t *testing.T) {
	t.Chdir(t.TempDir())
	table, _, err := readText("d,y\n13/1/1970,u\n2/1/1970,v\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]float64{"d\n3/1/1970\n": 2, "d\n1970-01-03\n": 2} {
		got, err := newLoad(write(t, "new.csv", text)).LoadMatching(context.Background(), table.Header())
		if err != nil || got.X.At(0, 0) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	iso, _, err := readText("d,y\n1970-01-03,u\n1970-01-02,v\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newLoad(write(t, "new.csv", "d\n10-11-12\n")).LoadMatching(context.Background(), iso.Header())
	enginetest.Refused(t, err, "dates", `set dates=`)
	_, err = newLoad(write(t, "new.csv", "d\n17\n")).LoadMatching(context.Background(), table.Header())
	enginetest.Refused(t, err, "path", "column 1 (d) holds numbers without a unit, but dates where it was learned from")
}

// TestFirstRowsOfWordsAreTold, and asked about where they look like rows.
func TestFirstRowsOfWordsAreTold(t *testing.T) {
	_, said, err := readText("colour,size,ok\nred,big,yes\ngreen,small,no\n", nil)
	if all := strings.Join(said, "\n"); err != nil || !strings.Contains(all, `header="no" makes it a row`) {
		t.Errorf("%v, %s", err, all)
	}
	const rows = "red,big,yes\ngreen,small,no\ngreen,big,yes\n"
	_, _, err = readText(rows, nil)
	enginetest.Refused(t, err, "header", `"big" stands among the cells of column 2 too (line 3); set header="no" if it is a row, or set header="yes" if it names them`)
	for header, want := range map[string]int{"yes": 2, "no": 3} {
		if table, _, err := readText(rows, func(l *Load) { l.Header = header }); err != nil || table.Len() != want {
			t.Errorf("%s: %v", header, err)
		}
	}
	if _, said, _ := readText("colour,n\nred,1\nred,2\n", nil); strings.Contains(strings.Join(said, "\n"), "header") {
		t.Errorf("names above numbers are doubted: %q", said)
	}
}

// TestPlacesWithoutNamesMustBeAsMany as they were.
func TestPlacesWithoutNamesMustBeAsMany(t *testing.T) {
	t.Chdir(t.TempDir())
	table, _, err := readText("1,2,u\n3,4,v\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"5,6\n": "", "5,6,u\n": "", "5,6,7,8\n": "the file has 4 columns without names, but 3 where it was learned from", "5\n": "the new rows lack columns"} {
		_, err := newLoad(write(t, "new.csv", text)).LoadMatching(context.Background(), table.Header())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestWordsForMissingAdd to the usual ones, unless they are to be the only ones.
func TestWordsForMissingAdd(t *testing.T) {
	for _, c := range []struct {
		na   []string
		want string
	}{
		{[]string{"-999"}, "a → y{u,v}\nNaN → u\nNaN → v"},
		{[]string{"only", "-999", "NA"}, "a → y{u,v}\nNaN → u\nNaN → v"},
		{[]string{"only", "NA"}, "a → y{u,v}\n-999 → u\nNaN → v"},
	} {
		table, _, err := readText("a,y\n-999,u\nNA,v\n", func(l *Load) { l.NA = c.na })
		if err != nil || enginetest.Text(table) != c.want {
			t.Errorf("%q: %v, got\n%s", c.na, err, enginetest.Text(table))
		}
	}
}

// TestFarRowsAreTold, but not a rare answer to a question, nor the end of a tail.
func TestFarRowsAreTold(t *testing.T) {
	var far strings.Builder
	far.WriteString("a,b,rare,tail\n")
	for i := range 40 {
		cells := fmt.Sprintf("%d.5,%d.25,0,%d.5\n", i%7, i%5, i*i)
		if i == 11 {
			cells = "1e6,-1e5,1,121.5\n"
		}
		far.WriteString(cells)
	}
	_, said, err := readText(far.String(), func(l *Load) { l.Label = "none" })
	all := strings.Join(said, "\n")
	if err != nil || !strings.Contains(all, "row 11 takes nearly all of the variance of a, b: if") || strings.Contains(all, "rare") || strings.Contains(all, "tail") {
		t.Errorf("%v, %s", err, all)
	}
}
