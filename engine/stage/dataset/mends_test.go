package dataset

import (
	"context"
	"testing"

	"unfold/engine/enginetest"
)

// TestCellsAreMended before they are understood: words, numbers, missing cells and names.
func TestCellsAreMended(t *testing.T) {
	for _, c := range []struct {
		text  string
		amend func(*Load)
		want  string
	}{
		{"Region,y\nNorth,Yes\nnorth ,YES\nSOUTH  east,no\n", func(l *Load) { l.Lower = []string{"Region", "y"} }, "Region{north,south east} → y{no,yes}\n0 → yes\n0 → yes\n1 → no"},
		{"r,y\nNYC,Y\nLA,N\n", func(l *Load) { l.Replace = []string{"r: NYC=New York", " Y=yes", "N=no"} }, "r{LA,New York} → y{no,yes}\n1 → yes\n0 → no"},
		{"a,y\n(500),u\n3,v\n", func(l *Load) { l.Replace = []string{"(500)=-500"} }, "a → y{u,v}\n-500 → u\n3 → v"},
		{"a,y\n1,u\n2,v\n1.0,u\n", func(l *Load) { l.Replace = []string{"a:1=one", "a:2=two"} }, "a{one,two} → y{u,v}\n0 → u\n1 → v\n0 → u"},
		{"a,y\n-9,u\n2,v\n", func(l *Load) { l.Replace = []string{"-9="} }, "a → y{u,v}\nNaN → u\n2 → v"},
		{"a,y\nNONE,u\nb,v\n", func(l *Load) { l.Lower, l.Replace = []string{"a"}, []string{"none="} }, "a{b} → y{u,v}\nNaN → u\n0 → v"},
		{"PRICE,y\n1,u\n2,v\n", func(l *Load) { l.Rename = []string{"PRICE = price"} }, "price → y{u,v}\n1 → u\n2 → v"},
		{"d,y\nnever,u\n1970-01-02,v\n", func(l *Load) { l.Replace = []string{"never="} }, "d → y{u,v}\nNaN → u\n1 → v"},
	} {
		table, _, err := readText(c.text, c.amend)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	for want, amend := range map[string]func(*Load){
		`no cell is what "X=y" replaces`:      func(l *Load) { l.Replace = []string{"X=y"} },
		`no cell is what "U=y" replaces`:      func(l *Load) { l.Replace = []string{"U=y"} },
		`"X" says not what a cell is to be`:   func(l *Load) { l.Replace = []string{"X"} },
		`there is a column "y" already`:       func(l *Load) { l.Rename = []string{"a=y"} },
		`no column "b"`:                       func(l *Load) { l.Rename = []string{"b=c"} },
		`"a" is no pair of names; set rename`: func(l *Load) { l.Rename = []string{"a"} },
	} {
		param := "replace"
		if l := new(Load); true {
			if amend(l); l.Rename != nil {
				param = "rename"
			}
		}
		_, _, err := readText("a,y\n1,u\n2,v\n", amend)
		enginetest.Refused(t, err, param, want)
	}
}

// TestNewRowsAreMendedAlike by what was learned from alone, as a model in a file is.
func TestNewRowsAreMendedAlike(t *testing.T) {
	t.Chdir(t.TempDir())
	table, _, err := readText("Region,PRICE,y\nNorth,1,u\nnorth,-999,v\nsouth,3,v\n", func(l *Load) {
		l.Lower, l.Rename, l.NA = []string{"Region"}, []string{"PRICE=price"}, []string{"-999"}
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := newLoad(write(t, "new.csv", "PRICE,Region\n-999,NORTH\n2,South\n")).LoadMatching(context.Background(), table.Header())
	if err != nil {
		t.Fatal(err)
	}
	if text, want := enginetest.Text(got), "price Region{north,south}\nNaN 0\n2 1"; text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}
