package dataset

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/internal/delimited"
	"unfold/engine/internal/numeral"
)

// checkTable holds any text against what a table promises: an error that a
// reader can mend, or a table whose parts fit together.
func checkTable(t *testing.T, text string, amend func(*Load)) {
	l := newLoad("")
	l.Limit = 1
	if amend != nil {
		amend(l)
	}
	table, err := l.read(context.Background(), strings.NewReader(text))
	if err != nil {
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Cause == "" || fault.Remedy == nil || fault.Param == "" {
			t.Fatalf("error %#v", err)
		}
		return
	}
	n, d := table.X.Dims()
	if n == 0 || d == 0 || len(table.Columns) != d || len(table.Rows) != n || !slices.IsSorted(table.Rows) {
		t.Fatalf("%d×%d with %d columns and rows %v", n, d, len(table.Columns), table.Rows)
	}
	for c, column := range table.Columns {
		for r := range n {
			if v := table.X.At(r, c); column.Levels != nil && v == v && column.Levels[int(v)] == "" {
				t.Fatalf("column %d has an empty level", c)
			}
		}
	}
	if table.HasClasses() && (len(table.Labels) != n || slices.Contains(table.Sizes(), 0)) {
		t.Fatalf("%d rows with %d labels of sizes %v", n, len(table.Labels), table.Sizes())
	}
	if table.HasResponse() && table.Response.RawMatrix().Rows != n {
		t.Fatalf("%d rows with %d responses", n, table.Response.RawMatrix().Rows)
	}
}

func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"a,b,y\n1,2,u\n3,,v\n", "1;2,5;0\n", "\"a\nb\",\"\"\"\"\n1,2\n", "1 2:3\n", "a\tb\n\"1\t2\n", "\ufeff,,\n,,\n", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}", 1),
		"\x1f\x8b", "<p>", "x\n", " 1  \"2\" \"3\" 4\n1 2 3 4", "1,nan\n2,inf\n", "1,1e999\n",
		"\"1,200\",5 %\n\"2.000,5\",7\n", "a;b\n$1.208;0x1F\n€1;0x\n", "9007199254740993,1_0\n1,1'000\n", "1\u202f000 EUR;−5\n",
		"# a b\r1 2\r", "%\na,\xe9\n1,\xe8\n", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00", "\x00a\x00,\x00b\x00\n\x001", "a,\xc3\xa9\n1,\xe9\n",
	} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(255))
	}
	f.Fuzz(func(t *testing.T, text string, choice uint8) {
		checkTable(t, text, func(l *Load) {
			l.Sep = []string{"auto", "space", ";", "tab"}[choice&3]
			l.Header = []string{"auto", "yes", "no", "auto"}[choice>>2&3]
			l.Decimal = []string{"auto", "comma", "point", "auto"}[choice>>4&3]
			l.Label = []string{"", "none", "1", "-1"}[choice>>6]
			l.Encoding = []string{"", "utf-8", "utf-16", "windows-1252", "latin-1"}[len(text)%5]
		})
	})
}

func FuzzARFF(f *testing.F) {
	for _, text := range []string{
		weather, "@relation s\n@attribute a numeric\n@attribute k {u,v}\n@data\n{0 1, 1 v}\n{}\n", "@attribute a {}\n@data\n?\n",
		"@relation x\n@attribute 'a' {\"b\\\"\",'c'}\n@data\n'b\\''\n", "@relation x\n@attribute a real\n@data\n{\n",
		"@relation x\n@attribute a string\n@attribute b date 'y'\n@data\n{0 'a, b}\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkTable(t, text, nil)
		checkTable(t, "@relation r\n"+text, nil)
	})
}

// What may be a number is one in some notation, and is told as it was.
func FuzzFigure(f *testing.F) {
	for _, word := range []string{"1,208.90", "-$5", "€ 1.208,9", "5 %", "0x1F", "+1_0e-3", "EUR -7", "1'000", "−5", ",", "$", "0x", "1e999"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		figure, ok := numeral.Parse(word)
		if !ok {
			return
		}
		read := 0
		for _, n := range append(numeral.Plain, numeral.Notation{Hex: true}) {
			n.Unit = figure.Unit
			v, ok := n.Read(figure)
			if !ok {
				continue
			}
			read++
			if math.IsInf(v, 0) || math.IsNaN(v) || v != 0 && math.Signbit(v) != (figure.Sign == "-") {
				t.Errorf("%q is %g", word, v)
			}
		}
		if read == 0 {
			t.Errorf("%q is no number in any notation", word)
		}
		if plain, ok := delimited.ParseNumber([]byte(word)); ok && figure.Unit == "" && !figure.Hex {
			if v, _ := (numeral.Notation{Decimal: '.', Group: '_'}).Read(figure); v != plain {
				t.Errorf("%q is %g, want %g", word, v, plain)
			}
		}
	})
}

// A header of an NPY file may claim anything of the bytes behind it.
func FuzzNPY(f *testing.F) {
	for _, kind := range []string{"<f2", ">f2", "<f4", ">f8", "|i1", "<u8", "|b1", "<f16"} {
		f.Add("{'descr': '"+kind+"', 'fortran_order': True, 'shape': (2, 2), }", []byte("0123456789abcdef0123456789abcdef"))
	}
	f.Fuzz(func(t *testing.T, header string, numbers []byte) {
		if len(header) < 1<<16 {
			checkTable(t, npyFile(header, numbers...), nil)
		}
	})
}

func FuzzLIBSVM(f *testing.F) {
	for _, text := range []string{"+1 1:0.5 3:2 # c\n-1 2:1\n", "0 0:1\n", "2 qid:1 1:1\n", "1 2147483646:1\n", "1 1:nan\n", "nan 1:1\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkTable(t, text, nil)
		checkTable(t, "1 1:1\n"+text, nil)
	})
}
