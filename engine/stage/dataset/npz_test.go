package dataset

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"

	"unfold/engine/enginetest"
)

// npzFile packs files into a zip archive.
func npzFile(members ...string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(members); i += 2 {
		m, _ := w.Create(members[i])
		m.Write([]byte(members[i+1]))
	}
	w.Close()
	return out.String()
}

// Arrays of an archive: a matrix of 2×2, a vector of 2, a vector of 3 and a matrix by column.
var (
	npzMatrix = npyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }", 1, 2, 3, 4)
	npzVector = npyFile("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", 7, 8)
	npzLonger = npyFile("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", 7, 8, 9)
	npzWhole  = npyFile("{'descr': '<i8', 'fortran_order': True, 'shape': (2, 1), }", 1, 0, 0, 0, 0, 0, 0x20, 0, 3, 0, 0, 0, 0, 0, 0, 0)
)

func TestNPZ(t *testing.T) {
	cases := []struct{ name, file, table, want, said string }{
		{"matrix and classes", npzFile("y.npy", npzVector, "X.npy", npzMatrix), "", "X1 X2 → y{7,8}\n1 2 → 7\n3 4 → 8", ""},
		{"one of several", npzFile("y.npy", npzVector, "X.npy", npzMatrix, "z.npy", npzLonger), "X", "x1 → x2{2,4}\n1 → 2\n3 → 4", ""},
		{"large whole numbers", npzFile("X.npy", npzWhole, "y.npy", npzVector), "", "X1 → y{7,8}\n9.007199254740992e+15 → 7\n3 → 8", "9007199254740993, whose last digits are lost"},
	}
	for _, c := range cases {
		table, said, err := readText(c.file, func(l *Load) { l.Table = c.table })
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, c.said) }) {
			t.Errorf("%s: said %q", c.name, said)
		}
	}
}

func TestFaultsOfNPZ(t *testing.T) {
	for _, c := range []struct{ name, file, table, param, want string }{
		{"unlike lengths", npzFile("X.npy", npzMatrix, "z.npy", npzLonger), "", "table", `X has 2 rows, but z has 3; set table="X", which reads one of the arrays`},
		{"another array", npzFile("train.npy", npzMatrix), "test", "table", `the file has no array "test", but train; set table="train"`},
		{"cut", npzFile("X.npy", npzMatrix[:len(npzMatrix)-1], "y.npy", npzVector), "", "path", "the NPZ file cannot be read: X ends after 3 of 4 numbers"},
		{"no arrays", npzFile("notes.txt", "hello"), "", "path", "the file is a zip archive or a spreadsheet, not a table; export it as CSV in UTF-8"},
		{"no archive", "PK\x03\x04nonsense", "", "path", "the file is a zip archive or a spreadsheet"},
		{"many cells", npzFile("X.npy", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000)}")), "", "limit", "the table has more than"},
	} {
		_, _, err := readText(c.file, func(l *Load) { l.Table = c.table })
		t.Run(c.name, func(t *testing.T) { enginetest.Refused(t, err, c.param, c.want) })
	}
}

func FuzzNPZ(f *testing.F) {
	f.Add(npzFile("y.npy", npzVector, "X.npy", npzMatrix))
	f.Add(npzFile("X.npy", npzWhole))
	f.Fuzz(func(t *testing.T, file string) {
		checkTable(t, file, nil)
		checkTable(t, npzFile("X.npy", file, "y.npy", npzVector), nil)
	})
}
