package dataset

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/stage/generator"
)

// readText reads a table from text, with defaults amended.
func readText(text string, amend func(*Load)) (*engine.Table, []string, error) {
	l := newLoad("")
	if amend != nil {
		amend(l)
	}
	ctx, notes := engine.WithNotes(context.Background(), "load")
	table, err := l.read(ctx, strings.NewReader(text))
	var said []string
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	return table, said, err
}

func TestReading(t *testing.T) {
	cases := []struct {
		name  string
		text  string
		amend func(*Load)
		want  string
	}{
		{"header and words", "a,b,kind\n1,2,dog\n3,4.5,cat\n", nil, "a b → kind{cat,dog}\n1 2 → dog\n3 4.5 → cat"},
		{"no header", "1,2,0\n3,4,1", nil, "x1 x2 → x3{0,1}\n1 2 → 0\n3 4 → 1"},
		{"header of words by the second row", "a,a\n1,2\n", nil, "a → a.2{2}\n1 → 2"},
		{"first row of words", "c,g,c,yes\ng,g,c,no\n", func(l *Load) { l.Header = "no" }, "x1{c,g} x2{g} x3{c} → x4{no,yes}\n0 0 0 → yes\n1 0 0 → no"},
		{"first row of words, guessed by repeats", "c,g,c,yes\ng,g,c,no\n", nil, "x1{c,g} x2{g} x3{c} → x4{no,yes}\n0 0 0 → yes\n1 0 0 → no"},
		{"header of numbers when told", "1,2\n3,4\n", func(l *Load) { l.Header = "yes" }, "1 → 2{4}\n3 → 4"},
		{"tabs", "a\tb\n1\t2\n", nil, "a → b{2}\n1 → 2"},
		{"semicolons and decimal commas", "a;b;y\n1,5;2;0,25\n,5;1e3;-1,75\n", nil, "a b → y\n1.5 2 → 0.25\n0.5 1000 → -1.75"},
		{"decimal commas when told", "a\ty\n1,5\t2,5\n", func(l *Load) { l.Decimal = "comma" }, "a → y\n1.5 → 2.5"},
		{"decimal commas apart by blanks", "1,5 2,5\n3,5 4,5", func(l *Load) { l.Decimal = "comma" }, "x1 x2\n1.5 2.5\n3.5 4.5"},
		{"bars", "a|b\n1|x\n", nil, "a → b{x}\n1 → x"},
		{"blanks", "  1   2.5  x\n\t3 4   y \n", nil, "x1 x2 → x3{x,y}\n1 2.5 → x\n3 4 → y"},
		{"blanks and quotes", "1 \"a b\" 2\n3 'c' 4\n", nil, "x1 x2{'c',a b} → x3{2,4}\n1 1 → 2\n3 0 → 4"},
		{"separator when told", "a;b,c\n1,2\n", func(l *Load) { l.Sep = "," }, "a;b → c{2}\n1 → 2"},
		{"separator in quotes", "\"a;b\",c\n1,2\n", nil, "a;b → c{2}\n1 → 2"},
		{"byte order mark and CRLF", "\ufeffa,b\r\n1,x\r\n\r\n2,y\r\n", nil, "a → b{x,y}\n1 → x\n2 → y"},
		{"quotes", "\"a, b\",\"say \"\"c\"\"\"\n \"1\" , \"x\ny\"\n2,z\n", nil, "a, b → say \"c\"{x\ny,z}\n1 → x\ny\n2 → z"},
		{"missing cells", "a,b,y\n1,?,u\nNA,,v\nnan,NULL,w\n", nil, "a b → y{u,v,w}\n1 NaN → u\nNaN NaN → v\nNaN NaN → w"},
		{"missing words when told", "a,y\n-999,u\n1,v\nx,w\n", func(l *Load) { l.NA = []string{"-999", "x"} }, "a → y{u,v,w}\nNaN → u\n1 → v\nNaN → w"},
		{"infinity is a number", "a,y\ninf,u\n-Infinity,v\n", nil, "a → y{u,v}\n+Inf → u\n-Inf → v"},
		{"classes in ascending order", "a,y\n1,10\n2,9\n3,10.0\n", nil, "a → y{9,10}\n1 → 10\n2 → 9\n3 → 10"},
		{"words before numbers in classes", "a,y\n1,10\n2,b\n3,9\n4,a\n5,a", nil, "a → y{10,9,a,b}\n1 → 10\n2 → b\n3 → 9\n4 → a\n5 → a"},
		{"fractions are a response", "a,y\n1,1\n2,1.5\n", nil, "a → y\n1 → 1\n2 → 1.5"},
		{"classes when told", "a,y\n1,1\n2,1.5\n", func(l *Load) { l.Label = "y" }, "a → y{1,1.5}\n1 → 1\n2 → 1.5"},
		{"response when told", "a,y\n1,1\n2,2\n", func(l *Load) { l.Response = []string{"y"} }, "a → y\n1 → 1\n2 → 2"},
		{"both", "a,c,y\n1,u,3\n2,v,4\n", func(l *Load) { l.Label, l.Response = "c", []string{"y"} }, "a → c{u,v}\n1 → u → 3\n2 → v → 4"},
		{"several responses", "a,y,b,z\n1,2,3,4\n5,6,7,8\n", func(l *Load) { l.Response = []string{"z", " 2"} }, "a b → z, y\n1 3 → 4 2\n5 7 → 8 6"},
		{"rows without one of the responses", "a,y,z\n1,,2\n3,4,5\n6,7,\n", func(l *Load) { l.Response = []string{"y", "z"} }, "a → y, z\n1 → NaN NaN\n3 → 4 5\n6 → NaN NaN"},
		{"a response with a comma in its name", "a,\"y, kg\"\n1,2\n", func(l *Load) { l.Response = []string{"y", " kg"} }, "a → y, kg\n1 → 2"},
		{"label by position", "c,a,b\nu,1,2\nv,3,4\n", func(l *Load) { l.Label = "1" }, "a b → c{u,v}\n1 2 → u\n3 4 → v"},
		{"label from the end", "c,a,b\nu,1,2\nv,3,4\n", func(l *Load) { l.Label = "-3" }, "a b → c{u,v}\n1 2 → u\n3 4 → v"},
		{"no label", "a,b\n1,2\n", func(l *Load) { l.Label = "none" }, "a b\n1 2"},
		{"features in order", "a,b,c,y\n1,2,3,u\n4,5,6,v\n", func(l *Load) { l.Features = []string{"c", "1"} }, "c a → y{u,v}\n3 1 → u\n6 4 → v"},
		{"features left out", "id,b,c,y\n1,2,3,u\n4,5,6,v\n", func(l *Load) { l.Features = []string{"-id"} }, "b c → y{u,v}\n2 3 → u\n5 6 → v"},
		{"a word in a column left out", "id,b,y\n1,2,u\nA7,5,v\n3,6,v\n", func(l *Load) { l.Features = []string{"b"} }, "b → y{u,v}\n2 → u\n5 → v\n6 → v"},
		{"categorical by most of its cells", "a,y\nred,u\n7,u\nblue,v\n", nil, "a{7,blue,red} → y{u,v}\n2 → u\n0 → u\n1 → v"},
		{"categorical when told", "a,y\n3,u\n1,u\n3.0,v\n,v\n", func(l *Load) { l.Categorical = []string{"a"} }, "a{1,3} → y{u,v}\n1 → u\n0 → u\n1 → v\nNaN → v"},
		{"one class", "a,y\n1,u\n2,u\n", nil, "a → y{u}\n1 → u\n2 → u"},
		{"carriage returns alone", "a,y\r1,u\r\r2,v\r", nil, "a → y{u,v}\n1 → u\n2 → v"},
		{"all ends of lines", "a,y\r1,u\n2,v\r\n3,w\r", nil, "a → y{u,v,w}\n1 → u\n2 → v\n3 → w"},
		{"comments before the header", "# made by hand\n% twice\na,y\n1,u\n#2,v\n3,w\n", func(l *Load) { l.Categorical = []string{"a"} }, "a{#2,1,3} → y{u,v,w}\n1 → u\n0 → v\n2 → w"},
		{"a comment that is the header", "# x y kind\n1 2 u\n3 4 v\n", nil, "x y → kind{u,v}\n1 2 → u\n3 4 → v"},
		{"a comment that might be the header", "# x y kind\n1 2 u\n3 4 v\n", func(l *Load) { l.Header = "no" }, "x1 x2 → x3{u,v}\n1 2 → u\n3 4 → v"},
		{"a comment above words", "#a\tkind\nred\tu\nblue\tv\n", nil, "a{blue,red} → kind{u,v}\n1 → u\n0 → v"},
		{"a comment above names", "# by me, 1st\na,kind\nred,7\nblue,8\n", nil, "a{blue,red} → kind{7,8}\n1 → 7\n0 → 8"},
		{"a comment of other cells", "# x y\n1 2 u\n3 4 v\n", nil, "x1 x2 → x3{u,v}\n1 2 → u\n3 4 → v"},
		{"rows without class", "a,y\n1,u\n2,\n3,v\n4,?\n5,NA\n", nil, "a → y{u,v}\n1 → u\n2 → ?\n3 → v\n4 → ?\n5 → ?"},
		{"rows without response", "a,y\n1,2.5\n2,\n3,4.5\n", nil, "a → y\n1 → 2.5\n2 → NaN\n3 → 4.5"},
		{"rows without a class or without a response", "a,c,y\n1,u,3\n2,,4\n3,v,\n4,v,5\n", func(l *Load) { l.Label, l.Response = "c", []string{"y"} }, "a → c{u,v}\n1 → u → 3\n2 → ? → NaN\n3 → ? → NaN\n4 → v → 5"},
		{"ARFF rows without class", "@relation r\n@attribute a numeric\n@attribute y {u,v}\n@data\n1,u\n2,?\n3,v\n", nil, "a → y{u,v}\n1 → u\n2 → ?\n3 → v"},
		{"digits to base 16", "a,y\n0x1F,u\n-0XfF,v\n,v\n", nil, "a → y{u,v}\n31 → u\n-255 → v\nNaN → v"},
		{"thousands and decimal points", "a,y\n\"1,208.90\",u\n950,v\n\"12,345,678\",v\n", nil, "a → y{u,v}\n1208.9 → u\n950 → v\n1.2345678e+07 → v"},
		{"thousands and decimal commas", "a;y\n1.208,9;u\n950,5;v\n1500;v\n", nil, "a → y{u,v}\n1208.9 → u\n950.5 → v\n1500 → v"},
		{"decimal commas in quotes", "a,y\n\"1,5\",u\n\"-0,25\",v\n2,v\n", nil, "a → y{u,v}\n1.5 → u\n-0.25 → v\n2 → v"},
		{"decimal commas that might be thousands", "a,y\n\"1,500\",u\n\"2,5\",v\n", nil, "a → y{u,v}\n1.5 → u\n2.5 → v"},
		{"thousands where nothing decides", "a,y\n\"1,500\",u\n\"22,500\",v\n7,v\n", nil, "a → y{u,v}\n1500 → u\n22500 → v\n7 → v"},
		{"no thousands when told", "a,y\n\"1,500\",u\n\"22,500\",v\n7,v\n", func(l *Load) { l.Decimal = "comma" }, "a → y{u,v}\n1.5 → u\n22.5 → v\n7 → v"},
		{"thousands beside larger numbers when told", "a,y\n\"1,500\",u\n22500,v\n", func(l *Load) { l.Decimal = "point" }, "a → y{u,v}\n1500 → u\n22500 → v"},
		{"thousands parted by points when told", "a,y\n1.500,u\n2.5e1,v\n", func(l *Load) { l.Decimal = "comma"; l.Categorical = []string{"a"} }, "a{1.500,2.5e1} → y{u,v}\n0 → u\n1 → v"},
		{"thousands with points and no commas", "a;y\n1.500;u\n\"22.500.000\";v\n", func(l *Load) { l.Decimal = "comma" }, "a → y{u,v}\n1500 → u\n2.25e+07 → v"},
		{"thousands parted by blanks", "a;y\n1 500,5;u\n22\u202f500;v\n3\u00a0000;v\n", nil, "a → y{u,v}\n1500.5 → u\n22500 → v\n3000 → v"},
		{"thousands parted by apostrophes", "a,y\n1'500.5,u\n22’500,v\n", nil, "a → y{u,v}\n1500.5 → u\n22500 → v"},
		{"underscores", "a,y\n1_000,u\n1_0.5,v\n", nil, "a → y{u,v}\n1000 → u\n10.5 → v"},
		{"owed", "a,y\n\"(1,500.5)\",u\n($7),v\n", func(l *Load) { l.Replace = []string{"($7)=(7)"} }, "a → y{u,v}\n-1500.5 → u\n-7 → v"},
		{"per cent", "a,y\n5 %,u\n12.5%,v\n?,v\n", nil, "a → y{u,v}\n5 → u\n12.5 → v\nNaN → v"},
		{"a currency before", "a,y\n\"$1,208.90\",u\n-$5,v\n$ -7,v\n", nil, "a → y{u,v}\n1208.9 → u\n-5 → v\n-7 → v"},
		{"a currency behind", "a;y\n1.208,90 €;u\n5 €;v\n", nil, "a → y{u,v}\n1208.9 → u\n5 → v"},
		{"the code of a currency", "a,y\nEUR 5,u\nEUR 7.50,v\n", nil, "a → y{u,v}\n5 → u\n7.5 → v"},
		{"minus signs of printers", "a,y\n−5,u\n3.5,v\n", nil, "a → y{u,v}\n-5 → u\n3.5 → v"},
		{"numbers as people write them are no header", "\"1,200\",5 %,u\n\"1,300\",7 %,v\n", nil, "x1 x2 → x3{u,v}\n1200 5 → u\n1300 7 → v"},
		{"but name columns of numbers", "5 %,95 %,y\n0.1,0.2,u\n0.3,0.4,v\n", nil, "5 % 95 % → y{u,v}\n0.1 0.2 → u\n0.3 0.4 → v"},
		{"most cells are words", "a,y\n5 %,u\nfew,v\nnone,v\n", nil, "a{5 %,few,none} → y{u,v}\n0 → u\n1 → v\n2 → v"},
		{"a response as people write it", "a,y\n1,\"1,200.5\"\n2,\"1,300.25\"\n", func(l *Load) { l.Response = []string{"y"} }, "a → y\n1 → 1200.5\n2 → 1300.25"},
		{"classes keep their words", "a,y\n1,5 %\n2,7 %\n", func(l *Load) { l.Label = "y" }, "a → y{5 %,7 %}\n1 → 5 %\n2 → 7 %"},
		{"large whole numbers as names", "a,y\n9007199254740992,u\n9007199254740993,v\n", func(l *Load) { l.Categorical = []string{"a"} }, "a{9007199254740992,9007199254740993} → y{u,v}\n0 → u\n1 → v"},
		{"large whole numbers as classes", "a,y\n1,9007199254740992\n2,9007199254740993\n", func(l *Load) { l.Label = "y" }, "a → y{9007199254740992,9007199254740993}\n1 → 9007199254740992\n2 → 9007199254740993"},
		{"large whole numbers", "a,y\n9007199254740993,u\n0.5,v\n-100000000000000000001,v\n1e300,v\n", nil, "a → y{u,v}\n9.007199254740992e+15 → u\n0.5 → v\n-1e+20 → v\n1e+300 → v"},
		{"numbers alone", "a,b\n1.5,2.5\n3,4.5\n", nil, "a b\n1.5 2.5\n3 4.5"},
		{"numbers alone and the name of a class", "a,tree_species\n1.5,2.5\n3,4.5\n", nil, "a → tree_species\n1.5 → 2.5\n3 → 4.5"},
		{"words and a last column of numbers", "a,b\nred,2.5\nblue,4.5\n", nil, "a{blue,red} → b\n1 → 2.5\n0 → 4.5"},
		{"words left out and a last column of numbers", "a,c,b\nred,1,2.5\nblue,2,4.5\n", func(l *Load) { l.Features = []string{"-a"} }, "c b\n1 2.5\n2 4.5"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table, _, err := readText(c.text, c.amend)
			if err != nil {
				t.Fatal(err)
			}
			if got := enginetest.Text(table); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Rows count from the first row of data, whatever the line, and skip none.
func TestRowsAreThoseOfTheFile(t *testing.T) {
	table, _, err := readText("a,y\n1,u\n\n2,\n3,v\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.Rows, []int{0, 1, 2}) {
		t.Errorf("rows %v, want 0 to 2", table.Rows)
	}
}

// wide writes text as UTF-16.
func wide(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, c := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, c)
	}
	return string(out)
}

// A text has one table, however its characters are written in bytes.
func TestEncodings(t *testing.T) {
	const text = "größe,kind\n1,café\n2,cafe\n3,naïve\n"
	coded := func(of *charmap.Charmap) string {
		out, err := of.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := "größe → kind{cafe,café,naïve}\n1 → café\n2 → cafe\n3 → naïve"
	const guessed = `the text is not UTF-8 and was read as Windows-1252, first in line 1: größe; if that is wrong, name its encoding, as in encoding="windows-1250"`
	for _, c := range []struct{ name, bytes, told, note string }{
		{"UTF-8", text, "", ""},
		{"UTF-8 with its mark", "\ufeff" + text, "", ""},
		{"Windows-1252", coded(charmap.Windows1252), "", guessed},
		{"Latin-1", coded(charmap.ISO8859_1), "auto", guessed},
		{"Latin-9", coded(charmap.ISO8859_15), "latin-9", ""},
		{"Macintosh with its line ends", strings.ReplaceAll(coded(charmap.Macintosh), "\n", "\r"), "macintosh", ""},
		{"UTF-16 with its mark", wide(binary.LittleEndian, "\ufeff"+text), "", "the text was read as UTF-16"},
		{"UTF-16 of big ends with its mark", wide(binary.BigEndian, "\ufeff"+text), "", "the text was read as UTF-16"},
		{"UTF-16", wide(binary.LittleEndian, text), "", "the text was read as UTF-16"},
		{"UTF-16 of big ends", wide(binary.BigEndian, text), "", "the text was read as UTF-16"},
		{"UTF-16 as told", wide(binary.LittleEndian, text), "utf-16", ""},
	} {
		table, said, err := readText(c.bytes, func(l *Load) { l.Encoding = c.told; l.Label = "kind" })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := enginetest.Text(table); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
		if strings.Join(said, ";") != c.note {
			t.Errorf("%s: said %q, want %q", c.name, said, c.note)
		}
	}
}

func TestWhatWasDecidedIsSaid(t *testing.T) {
	cases := []struct {
		text string
		want []string
	}{
		{"1,2,0\n3,4,1", []string{"no header: columns are named x1 to x3", `the last column, x3, is the class: 2 different values; label="none" makes it a feature`}},
		{"# one\n# two\na\ty\n1\tu\n", []string{"tabs part the cells, as the first line tells; sep= names another separator", "comments before the first row were skipped, up to line 2", "the last column, y, is the class: 1 different values"}},
		{"# a y\n1 u\n", []string{"blanks part the cells, as the first line tells; sep= names another separator", "the comment in line 1 names the columns", "the last column, y, is the class: 1 different values"}},
		{"a;y\n1,5;0,5\n", []string{"semicolons part the cells, as the first line tells; sep= names another separator", "the last column, y, is the response: its numbers are not those of a few classes", "commas were read as decimal marks, first in line 2"}},
		{"a,b,y\nred,,u\nblue,?,v\nred,3,\n", []string{"the last column, y, is the class: 2 different values", "categorical: a", "2 cells are missing: b"}},
	}
	for _, c := range cases {
		_, said, err := readText(c.text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(said, c.want) {
			t.Errorf("%q: said %q, want %q", c.text, said, c.want)
		}
	}
	ids := "id,name,b,y\n"
	for i := range 12 {
		ids += fmt.Sprintf("%d,n%d,%d,%d.5\n", 100-i*i, i, i, i)
	}
	for _, c := range []struct {
		name, text string
		amend      func(*Load)
		want       string
	}{
		{"thousands", "a,b,y\n\"1,208.90\",\"2,000\",0\n12,-2.5,0\n", nil, `a, b: numbers as in "1,208.90" were read as 1208.9`},
		{"doubtful thousands", "a,y\n\"1,208\",0\n12,0\n", nil, `a: numbers as in "1,208" were read as 1208; decimal="comma" if it is 1.208`},
		{"doubtful points", "a,y\n€1.208,0\n€12,0\n", nil, `a: numbers as in "€1.208" were read as 1.208; decimal="comma" if it is 1208`},
		{"doubtful points and semicolons", "a;y\n€1.208;0\n€12;0\n", nil, `a: numbers as in "€1.208" were read as 1208; decimal="point" if it is 1.208`},
		{"per cent", "a,y\n5 %,0\n", nil, `a: numbers as in "5 %" were read as 5, in per cent`},
		{"base 16", "a,y\n0x1F,0\n", nil, `a: numbers as in "0x1F" were read as 31`},
		{"large whole numbers", "a,y\n9007199254740993,0\n", nil, `a holds whole numbers beyond 2⁵³, such as 9007199254740993, whose last digits are lost; categorical="a" keeps them apart`},
		{"large whole numbers of NumPy", npyFile("{'descr': '<u8', 'fortran_order': False, 'shape': (1, 2)}", 1, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0), nil, `x1 holds whole numbers beyond 2⁵³, such as 9007199254740993, whose`},
		{"large whole numbers to base 16", "a,y\n0xDEADBEEFDEADBEEF,0\n", nil, `a holds whole numbers beyond 2⁵³, such as 0xDEADBEEFDEADBEEF, whose`},
		{"large whole numbers of LIBSVM", "1 3:9007199254740993\n", nil, `x3 holds whole numbers beyond 2⁵³, such as 9007199254740993, whose`},
		{"classes of other case", "a,y\n1,B\n2,b\n3,c\n", nil, `y has values that differ in case or blanks alone, and count as different: ["B" "b"]`},
		{"levels of other blanks", "a,y\nred,0\n\"red \",0\nTRUE,1\ntrue,1\n", nil, `a has values that differ in case or blanks alone, and count as different: ["TRUE" "true"], ["red" "red "]`},
		{"numbers alone", "a,b\n1.5,2.5\n", nil, `all columns are numbers, and all are features; response="b" has the last one learned`},
		{"numbers alone with few whole ones", "a,b\n1.5,2\n", nil, `the last column, b, is the class: 1 different values; label="none" makes it a feature`},
		{"names of rows", ids, nil, `id has another value in each row, as names of rows have, and is learned from; features="-id" leaves it out`},
		{"words that name rows", ids, nil, `name has another value in each row`},
		{"numbers of rows", ids, nil, `b has another value in each row`},
	} {
		_, said, err := readText(c.text, c.amend)
		if err != nil || !strings.Contains(strings.Join(said, "\n"), c.want) {
			t.Errorf("%s: said %q, %v, want %q", c.name, said, err, c.want)
		}
	}
	if _, said, _ := readText(ids, func(l *Load) { l.Features = []string{"id", "name"} }); strings.Contains(strings.Join(said, "\n"), "learned from") {
		t.Errorf("said %q of features that were asked for", said)
	}
	if _, said, _ := readText("a,y\n1,0\n", func(l *Load) { l.Label = "y" }); len(said) != 0 {
		t.Errorf("said %q of what was asked for", said)
	}
}

func TestFewWholeNumbersAreClasses(t *testing.T) {
	numbered := func(different, each int) []float64 {
		var values []float64
		for range each {
			for v := range different {
				values = append(values, float64(v))
			}
		}
		return values
	}
	for _, c := range []struct {
		values []float64
		want   bool
	}{{numbered(10, 1), true}, {numbered(11, 1), false}, {numbered(11, 2), true}, {numbered(50, 2), true}, {numbered(51, 9), false}, {[]float64{1, 2, math.NaN()}, true}, {[]float64{1, 2.5}, false}, {[]float64{1, math.Inf(1)}, false}} {
		if got := generator.LooksLikeClasses(c.values); got != c.want {
			t.Errorf("%d values from %g on: classes %v, want %v", len(c.values), c.values[0], got, c.want)
		}
	}
}

func TestFaultsOfFiles(t *testing.T) {
	cases := []struct {
		name  string
		text  string
		amend func(*Load)
		param string
		want  string
	}{
		{"empty", "", nil, "path", "the file is empty; give a file with rows"},
		{"blank", "\n \n", nil, "path", "the file is empty"},
		{"header only", "a,b,y\n", nil, "path", "the file has a header but no rows; give a file with rows"},
		{"ragged", "a,b,y\n1,2,u\n\n3,4\n", nil, "path", "line 4: 2 cells where the header has 3; mend the file"},
		{"ragged without header", "1,2\n3\n", nil, "path", "line 2: 1 cells where the row before it has 2"},
		{"word among numbers", "age,y\n1,u\n2,v\nunknown,u\n4,v\n", nil, "path", `line 4: column 1 (age) holds "unknown", which is not a number; mend the cell, or set na="unknown" if that means missing, or categorical="age"`},
		{"a word among numbers as people write them", "age,y\n5 %,u\nfew,v\n7 %,u\n9 %,v\n", nil, "path", `line 3: column 1 (age) holds "few", which is not a number; mend the cell, or set na="few" if that means missing, or categorical="age"`},
		{"two currencies", "a,y\n$5,u\n7 €,v\n", nil, "path", `column 1 (a) writes numbers in more than one way: "$5" in line 2, "7 €" in line 3; write them alike, or set decimal="comma" or decimal="point" if they differ by their decimal marks, or categorical="a"`},
		{"a currency and none", "a,y\n0.5,u\n$5,v\n7,v\n", nil, "path", `more than one way: "$5" in line 3, 0.5 in line 2`},
		{"per cent and shares", "a,y\n5 %,u\n0.05,v\n", nil, "path", `more than one way: "5 %" in line 2, 0.05 in line 3`},
		{"base 16 and 10", "a,y\n0x10,u\n10,v\n", nil, "path", `more than one way: "0x10" in line 2, 10 in line 3`},
		{"two marks of thousands", "a,y\n\"1,200.5\",u\n\"1.200,5\",v\n", nil, "path", `more than one way: "1,200.5" in line 2, "1.200,5" in line 3`},
		{"a decimal comma and a point", "a,y\n2,u\n1.5,u\n\"2,5\",v\n", nil, "path", `more than one way: "2,5" in line 4, 1.5 in line 3`},
		{"points that may be of thousands", "a,y\n1.200,u\n\"1.200,5\",v\n", nil, "path", `more than one way: "1.200,5" in line 3, 1.2 in line 2`},
		{"thousands beside larger numbers", "a,y\n7,u\n\"1,500\",u\n22500,v\n", nil, "path", `more than one way: "1,500" in line 3, 22500 in line 4`},
		{"commas that may be of thousands", "a;y\n1,200;u\n1,200,300;v\n", nil, "path", `more than one way: "1,200,300" in line 3, 1.2 in line 2`},
		{"word in the last column", "a,y\n1,1\n2,2\n3,3x\n", nil, "path", `line 4: column 2 (y) holds "3x", which is not a number`},
		{"word in the response", "a,y\n1,x\n", func(l *Load) { l.Response = []string{"y"} }, "path", `line 2: column 2 (y) holds "x"`},
		{"quote without end", "a,y\n1,u\n\"2,v\n3,w\n", nil, "path", "line 3: a quoted cell begins here and never ends; mend the file"},
		{"text after a quote", "a,y\n\"1\"2,v\n", nil, "path", "line 2: text follows the closing quote of a cell"},
		{"web page", "<!DOCTYPE html>\n<html>", nil, "path", "the file is a web page (HTML or XML), not a table; give the address of the file itself"},
		{"spreadsheet", "PK\x03\x04rest", nil, "path", "the file is a zip archive or a spreadsheet, not a table; export it as CSV in UTF-8"},
		{"UTF-32", "\xff\xfe\x00\x00a\x00\x00\x00", nil, "path", "the file is UTF-32 text"},
		{"UTF-8 and not", "a,y\n1,caf\xc3\xa9\n2,caf\xe9\n", nil, "encoding", `line 3: byte 0xe9 is not UTF-8, as the characters before it are; mend the line, or give encoding by its name, such as "windows-1252"`},
		{"not UTF-8 as told", "a,y\n1,caf\xe9\n", func(l *Load) { l.Encoding = "utf-8" }, "encoding", "line 2: byte 0xe9 is not UTF-8; leave encoding out"},
		{"neither UTF-8 nor Windows-1252", "a,y\n1,\xe9\n2,\x81\xe9\n", nil, "encoding", `line 3: the text is not UTF-8, and byte 0x81 is not Windows-1252; give encoding by its name`},
		{"a byte beyond the encoding", "a,y\n1,\xaa\n", func(l *Load) { l.Encoding = "windows-1253" }, "encoding", "line 2: byte 0xaa stands for nothing in the encoding that was named"},
		{"half a character", wide(binary.LittleEndian, "\ufeffa,y\n1,u\n") + "\x00\xd8", nil, "encoding", "line 3: half of a character of UTF-16"},
		{"Matrix Market", "%%MatrixMarket matrix coordinate real general\n1 1 1\n", nil, "path", "Matrix Market"},
		{"bytes", "a,b\x00c", nil, "path", "the file holds bytes that are not text"},
		{"broken gzip", "\x1f\x8bno", nil, "path", "the file cannot be read"},
		{"one column", "a\n1\n2\n", nil, "features", `no column is left to learn from: the file has 1; set features, or label="none"`},
		{"no value to learn", "a,y\n1,\n2,\n", nil, "label", `no row has a value in column y, which is to be learned; set label, or response`},
		{"unknown label", "sepal,kind\n1,u\n", func(l *Load) { l.Label = "kinds" }, "label", `no column "kinds"; did you mean kind?`},
		{"unknown response among several", "width,height,y\n1,2,3\n", func(l *Load) { l.Response = []string{"width", "hieght"} }, "response", `no column "hieght"; did you mean height?`},
		{"response named twice", "a,y,z\n1,2,3\n", func(l *Load) { l.Response = []string{"y", "z", "2"} }, "response", "column y is named twice; name each column once"},
		{"class among responses", "a,y,kind\n1,2,dog\n3,4,cat\n", func(l *Load) { l.Response = []string{"y", "kind"} }, "response", `column kind holds classes, such as "dog", and column y numbers: rows are learned by a class or by responses, not by both; set label="kind", which names the class alone, or response="y", which names the numbers alone`},
		{"word among responses", "a,y,z\n1,2,3\n1,2,x\n1,2,3\n", func(l *Load) { l.Response = []string{"y", "z"} }, "path", `line 3: column 3 (z) holds "x", which is not a number`},
		{"no row has all responses", "a,y,z\n1,2,\n1,,3\n", func(l *Load) { l.Response = []string{"y", "z"} }, "label", "no row has a value in all of the columns y, z"},
		{"unknown response", "a,y\n1,2\n", func(l *Load) { l.Response = []string{"3"} }, "response", `no column "3"; the columns are a, y`},
		{"unknown feature", "a,y\n1,2\n", func(l *Load) { l.Features = []string{"-zz"} }, "features", `no column "zz"; the columns are a, y`},
		{"label as feature", "a,y\n1,2\n", func(l *Load) { l.Features = []string{"y"} }, "features", "column y is what is to be learned; leave it out, or give label as another column"},
		{"unknown categorical", "a,y\n1,2\n", func(l *Load) { l.Categorical = []string{"b"} }, "categorical", `no column "b"`},
		{"two decimal marks", "a;y\n1,5;u\n1.5;v\n", nil, "decimal", `line 2 has a decimal comma and line 3 a decimal point; set decimal="comma" or decimal="point"`},
		{"other checksum", "a,y\n1,2\n", func(l *Load) { l.SHA256 = "00" }, "sha256", "the file has the checksum 6eca8591af4d545e"},
		{"too large", "1," + strings.Repeat("x", 1<<21), func(l *Load) { l.Limit = 1 }, "limit", "the file has more than 1 MB; raise limit, or take a smaller file"},
		{"too many cells", "1" + strings.Repeat(",", 200_000), func(l *Load) { l.Limit = 1 }, "limit", "the table has more than 131072 cells, which takes 1 MB; raise limit"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := readText(c.text, c.amend)
			enginetest.Refused(t, err, c.param, c.want)
		})
	}
}

func TestGzip(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte("a,y\n1,u\n2,v\n"))
	w.Close()
	table, _, err := readText(packed.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Text(table); got != "a → y{u,v}\n1 → u\n2 → v" {
		t.Error(got)
	}
	_, _, err = readText(packed.String()[:packed.Len()-6], nil)
	if err == nil {
		t.Error("a file cut short was read")
	}
}

// Lines longer than any buffer are read whole.
func TestLongLines(t *testing.T) {
	const d = 50_000
	row := strings.Repeat("1.25,", d) + "u\n"
	table, _, err := readText(row+row, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, columns := table.X.Dims(); n != 2 || columns != d || mat.Sum(table.X) != 2*1.25*d {
		t.Errorf("%d×%d, sum %g", n, columns, mat.Sum(table.X))
	}
}

func TestReadingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newLoad("").read(ctx, strings.NewReader("a,y\n1,2\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkReadCSV(b *testing.B) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "%d,%g,%g,%.3f,class%d\n", i, float64(i)/7, float64(i*i)/1e9, math.Sin(float64(i)), i%3)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, _, err := readText(text.String(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// A sentence with a stage that learns takes the last column for what is to be
// learned where nothing else tells.
func TestNumbersAloneAndASentence(t *testing.T) {
	l := newLoad("")
	table, err := l.read(engine.WithLearning(context.Background()), strings.NewReader("a,b\n1.5,2.5\n3,4.5\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "a → b\n1.5 → 2.5\n3 → 4.5"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var many strings.Builder
	many.WriteString("a,age\n")
	for i := range 90 {
		fmt.Fprintf(&many, "%d.5,%d\n", i, 20+i%30)
	}
	if table, _, err := readText(many.String(), nil); err != nil || table.HasClasses() || len(table.Columns) != 2 {
		t.Errorf("30 whole numbers are classes %v, %v", table.Classes, err)
	}
}

// New rows are read as the columns were written that were learned from: in the
// same unit, and with the same decimal mark where that is in doubt.
func TestNewRowsAreWrittenAlike(t *testing.T) {
	second := func(first, second string) (*engine.Table, error) {
		table, _, err := readText(first, func(l *Load) { l.Label = "y" })
		if err != nil {
			t.Fatal(err)
		}
		path := write(t, "second.csv", second)
		return newLoad(path).LoadMatching(context.Background(), table.Header())
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, first, second string
		want                float64
	}{
		{"decimal commas", "a,y\n\"1,5\",u\n\"2,25\",v\n", "a\n\"1,208\"\n", 1.208},
		{"decimal commas between semicolons", "a;y\n1,5;u\n2,25;v\n", "a,b\n\"1,208\",2\n", 1.208},
		{"thousands", "a,y\n\"1,500.5\",u\n\"2,250\",v\n", "a\n\"1,208\"\n", 1208},
		{"points", "a;y\n€ 1.5;u\n€ 2.25;v\n", "a;b\n€1.208;2\n", 1.208},
		{"per cent", "a,y\n5 %,u\n7 %,v\n", "a\n1.5%\n", 1.5},
		{"base 16", "a,y\n0x1F,u\n0x20,v\n", "a\n0x10\n", 16},
		{"none missing", "a,y\n5 %,u\n7 %,v\n", "a\n?\n", math.NaN()},
	} {
		table, err := second(c.first, c.second)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := table.X.At(0, 0); got != c.want && !math.IsNaN(c.want) {
			t.Errorf("%s: read as %g, want %g", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ first, second, want string }{
		{"a,y\n5 %,u\n7 %,v\n", "a\n0.05\n", "column 1 (a) holds numbers without a unit, but numbers with % where it was learned from; write them alike in both files"},
		{"a,y\n5,u\n7,v\n", "a\n5 %\n", "column 1 (a) holds numbers with %, but numbers without a unit where it was learned from"},
		{"a,y\n$5,u\n$7,v\n", "a\n€5\n", "holds numbers with €, but numbers with $"},
		{"a,y\n$5,u\n$7,v\n", "a\n$5\nfew\n", `line 3: column 1 (a) holds "few", but held numbers where it was learned from`},
		{"a,y\n$5,u\n$7,v\n", "a\n$5\n€7\n", "more than one way"},
	} {
		_, err := second(c.first, c.second)
		enginetest.Refused(t, err, "path", c.want)
	}
}

// The same numbers in thousands and a currency take longer: their words are
// kept until the column is known.
func BenchmarkReadWritten(b *testing.B) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "%d,\"$%d,%03d.%02d\",%d %%,class%d\n", i, 1+i%900, i%1000, i%100, i%100, i%3)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, _, err := readText(text.String(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadWindows1252(b *testing.B) {
	text := strings.Repeat("1,2.5,caf\xe9\n", 200_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := readText(text, nil); err != nil {
			b.Fatal(err)
		}
	}
}
