package dataset

import (
	"compress/gzip"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
)

func TestHeadings(t *testing.T) {
	t.Chdir(t.TempDir())
	long := "length,width,kind\n" + strings.Repeat("1.5,2.5,a\n2.5,3.5,b\n", 10_000)
	const packed = "long.csv.gz"
	f, err := os.Create(packed)
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(f)
	w.Write([]byte(long))
	w.Close()
	f.Close()
	for path, want := range map[string][]string{
		write(t, "short.csv", "x,y\n1,2\n3,4\n"): {"x", "y"},
		write(t, "long.csv", long):               {"length", "width", "kind"},
		packed:                                   {"length", "width", "kind"},
		write(t, "bare.csv", "1,2\n3,4\n"):       nil,
		write(t, "wide.csv", wide(binary.LittleEndian, "\ufeff"+long)):                                     {"length", "width", "kind"},
		write(t, "latin.csv", "# a comment\rgr\xf6\xdfe,y\r1,2\r"):                                         {"größe", "y"},
		write(t, "matrix.npy", npyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2)}", 1, 2)): nil,
		"waveform":                  nil,
		"https://example.org/x.csv": nil,
	} {
		l := new(Load)
		engine.SetDefaults(l)
		l.Path = path
		got, err := l.Headings(context.Background())
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", filepath.Base(path), got, err, want)
		}
	}
}
