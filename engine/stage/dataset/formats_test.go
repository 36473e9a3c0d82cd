package dataset

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/enginetest"
	"unfold/engine/internal/npy"
	"unfold/engine/stage/generator"
)

const weather = `% a comment
@RELATION weather

@attribute 'out look' {sunny, "over cast",rainy}
@attribute temperature	NUMERIC
@ATTRIBUTE windy {1,0}
@attribute play {no,yes}

@DATA
sunny, 85, 0, no
% between
'over cast',?,1,yes
rainy,70,?,"yes"
`

func TestARFF(t *testing.T) {
	table, said, err := readText(weather, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "out look{over cast,rainy,sunny} temperature windy{0,1} → play{no,yes}\n2 85 0 → no\n0 NaN 1 → yes\n1 70 NaN → yes"
	if got := enginetest.Text(table); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(said) != 3 || said[1] != "categorical: out look, windy" {
		t.Errorf("said %q", said)
	}
	sparse := "@relation s\n@attribute a numeric\n@attribute b {x,y}\n@attribute c real\n@attribute k {u,v}\n@data\n{0 1.5, 2 -2, 3 v}\n{ }\n{1 y}\n"
	table, _, err = readText(sparse, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "a b{x,y} c → k{u,v}\n1.5 0 -2 → v\n0 0 0 → u\n0 1 0 → u"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLIBSVM(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"from one", "+1 1:0.5 3:2 # first\n# a line\n-1 2:1e-1\n+1\n", "x1 x2 x3 → label{-1,1}\n0.5 0 2 → 1\n0 0.1 0 → -1\n0 0 0 → 1"},
		{"from zero", "0 0:1\n1 1:2\n", "x0 x1 → label{0,1}\n1 0 → 0\n0 2 → 1"},
		{"ranking", "2 qid:1 1:1\n1 qid:1 1:2\n", "x1 → label{1,2}\n1 → 2\n2 → 1"},
		{"regression", "0.25 1:1\n1.5 1:2\n", "x1 → label\n1 → 0.25\n2 → 1.5"},
	}
	for _, c := range cases {
		table, _, err := readText(c.text, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What npyio writes is read back to the bit.
func TestNPY(t *testing.T) {
	var file bytes.Buffer
	if err := npyio.Write(&file, mat.NewDense(3, 2, []float64{1.5, 0, math.Pi, 1, math.NaN(), 1})); err != nil {
		t.Fatal(err)
	}
	table, _, err := readText(file.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "x1 → x2{0,1}\n1.5 → 0\n3.141592653589793 → 1\nNaN → 1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// npyFile writes an NPY file of version 1 by hand.
func npyFile(header string, numbers ...byte) string {
	return npy.Magic + "\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + string(numbers)
}

func TestNPYTypes(t *testing.T) {
	cases := []struct {
		name   string
		header string
		bytes  []byte
		want   string
	}{
		{"int8 by column", "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 2), }\n", []byte{1, 0xff, 3, 4}, "x1 → x2{3,4}\n1 → 3\n-1 → 4"},
		{"big-endian int16", "{'descr': '>i2', 'fortran_order': False, 'shape': (1, 2)}", []byte{0xff, 0xfe, 0, 7}, "x1 → x2{7}\n-2 → 7"},
		{"uint32", "{'descr': '<u4', 'fortran_order': False, 'shape': (1, 2)}", []byte{255, 255, 255, 255, 1, 0, 0, 0}, "x1 → x2{1}\n4.294967295e+09 → 1"},
		{"float32", "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}", []byte{0, 0, 0x20, 0xc0, 0, 0, 0x80, 0x3f}, "x1 → x2{1}\n-2.5 → 1"},
		{"half precision", "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 2)}", []byte{0x66, 0x2e, 0, 0xbc}, "x1 → x2{-1}\n0.0999755859375 → -1"},
		{"half precision of big ends", "{'descr': '>f2', 'fortran_order': False, 'shape': (1, 3)}", []byte{0x2e, 0x66, 0x7e, 0, 0x3c, 0}, "x1 x2 → x3{1}\n0.0999755859375 NaN → 1"},
		{"truth", "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2)}", []byte{1, 0, 0, 1}, "x1 → x2{0,1}\n1 → 0\n0 → 1"},
	}
	for _, c := range cases {
		table, _, err := readText(npyFile(c.header, c.bytes...), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// A file whose positions count from zero says so.
func TestPositionsFromZero(t *testing.T) {
	_, said, err := readText("0 0:1\n1 1:2\n", nil)
	if err != nil || len(said) == 0 || said[0] != "positions count from 0, and so do the names of columns, x0 first" {
		t.Errorf("said %q, %v", said, err)
	}
	if _, said, _ = readText("0 1:1\n1 1:2\n", nil); strings.Contains(strings.Join(said, " "), "position") {
		t.Errorf("said %q of positions from one", said)
	}
}

func TestFaultsOfFormats(t *testing.T) {
	const head = "@relation r\n@attribute a numeric\n@attribute k {u,v}\n@data\n"
	cases := []struct {
		name  string
		text  string
		param string
		want  string
	}{
		{"ARFF without data", "@relation r\n@attribute a numeric\n", "path", "line 2: the file ends before @data"},
		{"ARFF without attributes", "@relation r\n@data\n1\n", "path", "line 2: @data comes before any @attribute"},
		{"ARFF of unknown type", "@relation r\n@attribute a complex\n", "path", `line 2: "@attribute a complex" does not declare an attribute`},
		{"ARFF with an open list", "@relation r\n@attribute a {x,y\n", "path", "does not declare an attribute"},
		{"ARFF with an open name", "@relation r\n@attribute 'a {x,y}\n", "path", "does not declare an attribute"},
		{"ARFF with an unknown word", "@relation r\n@attributes a numeric\n", "path", `line 2: "@attributes" is not a declaration of ARFF`},
		{"ARFF with an undeclared level", head + "1,u\n2,w\n", "path", `line 6: column 2 (k) holds "w", which its @attribute does not declare`},
		{"ARFF with a word among numbers", head + "x,u\ny,v\n", "path", `line 5: column 1 (a) holds "x", which is not a number`},
		{"ARFF ragged", head + "1,u,3\n", "path", "line 5: 3 cells where the header has 2"},
		{"ARFF without rows", head, "path", "the file has a header but no rows"},
		{"ARFF sparse without end", head + "{0 1, 1 u\n", "path", "line 5: a sparse row must end with }"},
		{"ARFF sparse beyond", head + "{2 1}\n", "path", `line 5: "2" names none of the 2 columns, which count from 0`},
		{"LIBSVM of a word", "1 1:2\nx 1:2\n", "path", `line 2: the label "x" is not a number`},
		{"LIBSVM of no pair", "1 1:2\n1 7\n", "path", `line 2: "7" is not position:value`},
		{"LIBSVM out of order", "1 2:1 1:2\n", "path", "line 1: position 1 comes after 2; mend the file"},
		{"LIBSVM too wide", "1 1:1 999999999:1\n", "limit", "the table has more than 134217728 cells, which takes 1024 MB"},
		{"NPY cut in its header", npy.Magic + "\x01\x00\xff", "path", "the NPY file cannot be read: it ends in its header; save a matrix of numbers with numpy.save"},
		{"NPY of a long header", npy.Magic + "\x02\x00\xff\xff\xff\x7f", "path", "its header claims 2147483647 bytes"},
		{"NPY of another header", npyFile("{}"), "path", `its header is "{}"`},
		{"NPY of one dimension", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}"), "path", "its array has 1 dimensions, not 2"},
		{"NPY of long doubles", npyFile("{'descr': '<f16', 'fortran_order': False, 'shape': (1, 1)}", make([]byte, 16)...), "path", `its cells are of the type f16, which .astype("float64") may mend`},
		{"NPY of texts", npyFile("{'descr': '<U5', 'fortran_order': False, 'shape': (1, 1)}", make([]byte, 20)...), "path", "its cells are of the type U5"},
		{"NPY of a shape beyond", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 99999999999)}"), "path", "its shape is (1, 99999999999)"},
		{"NPY of many cells", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 100000)}"), "limit", "the table has more than"},
		{"NPY cut short", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", 1, 2, 3), "path", "it ends after 0 of 4 numbers"},
		{"NPY of no rows", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2)}"), "path", "the file has no rows"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := readText(c.text, nil)
			enginetest.Refused(t, err, c.param, c.want)
		})
	}
}

// The sparse and the dense way to write a table give the same table.
func TestFormatsAgree(t *testing.T) {
	dense, _, err := readText("a,b,label\n0,2.5,1\n-1,0,0\n0,0,1\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	sparse, _, err := readText("1 2:2.5\n0 1:-1\n1\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	arff, _, err := readText("@relation r\n@attribute a real\n@attribute b real\n@attribute label integer\n@data\n"+"0,2.5,1\n-1,0,0\n0,0,1\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if enginetest.Text(arff) != enginetest.Text(dense) || !mat.Equal(sparse.X, dense.X) || generator.Checksum(sparse.X, sparse.Target) != generator.Checksum(dense.X, dense.Target) {
		t.Errorf("%s\n%s\n%s", enginetest.Text(dense), enginetest.Text(sparse), enginetest.Text(arff))
	}
}

// What is asked of a file that has no tables, or answers no queries, is not passed over.
func TestIdleTablesAndQueries(t *testing.T) {
	for file, queried := range map[string]bool{"a,y\n1,2\n": true, npzFile("X.npy", npzMatrix): true, "a,y\n3,4\n": false, npyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (1, 1), }", 1): false} {
		want, param := "the file is one table, and has no others to choose from; leave table out", "table"
		if queried {
			want, param = "the file is no database that answers a query; leave query out", "query"
		}
		_, _, err := readText(file, func(l *Load) {
			if l.Table = "X"; queried {
				l.Table, l.Query = "", "SELECT 1"
			}
		})
		enginetest.Refused(t, err, param, want)
	}
}
