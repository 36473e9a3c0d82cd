package registry

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unfold/engine/internal/download"
)

var (
	hexSum = regexp.MustCompile(`^[0-9a-f]{64}$`)
	doi    = regexp.MustCompile(`^10\.\d{4,}/\S+$`)
)

// TestSetsAreWhole: each has what a reader needs, in the order of names.
func TestSetsAreWhole(t *testing.T) {
	all := All()
	if len(all) < 30 {
		t.Fatalf("%d sets", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b Set) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in the order of names")
	}
	for _, e := range all {
		if e.Rows < 1 || e.Columns < 1 || e.Bytes < 1 || e.Target == "" || e.Source == "" || e.Citation == "" || e.Licence == "" || !hexSum.MatchString(e.SHA256) {
			t.Errorf("%+v", e)
		}
		if e.DOI != "" && !doi.MatchString(e.DOI) || e.URL != "" && !strings.HasPrefix(e.URL, "http") {
			t.Errorf("%s: doi %q, url %q", e.Name, e.DOI, e.URL)
		}
		if strings.ContainsAny(e.Name, `/\. `) {
			t.Errorf("%q looks like a path", e.Name)
		}
		if got, ok := Lookup(e.Name); !ok || got != e {
			t.Errorf("%s is found as %+v", e.Name, got)
		}
		if got, ok := OfFile(e.File); !ok || got != e {
			t.Errorf("%s is found as %+v", e.File, got)
		}
	}
	if _, ok := Lookup("none"); ok {
		t.Error("found what is not there")
	}
	if _, ok := OfFile("none.csv"); ok {
		t.Error("found a file that is not there")
	}
}

// TestSetsAreOfTheFiles in the folder of data, where there is one: their checksums and
// sizes, and what its manifest says of rows, columns, classes and missing cells.
func TestSetsAreOfTheFiles(t *testing.T) {
	folder := os.Getenv(DataFolder)
	file, err := os.Open(filepath.Join(folder, "MANIFEST.tsv"))
	if folder == "" || err != nil {
		t.Skip("UNFOLD_DATA names no folder with a MANIFEST.tsv")
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	names := strings.Split(lines.Text(), "\t")
	for lines.Scan() {
		told := map[string]string{}
		for i, cell := range strings.Split(lines.Text(), "\t") {
			told[names[i]] = cell
		}
		e, ok := OfFile(told["file"])
		if !ok {
			t.Errorf("%s has no set", told["file"])
			continue
		}
		if got := []string{strconv.Itoa(e.Rows), strconv.Itoa(e.Columns), strconv.Itoa(e.Missing)}; !slices.Equal(got, []string{told["rows"], told["features"], told["missing_values"]}) {
			t.Errorf("%s: rows, columns and missing cells %v", e.Name, got)
		}
		if classes, _ := strconv.Atoi(told["classes"]); e.Classes != classes {
			t.Errorf("%s: %d classes, want %d", e.Name, e.Classes, classes)
		}
		testFile(t, e, filepath.Join(folder, e.File), told["sha256"])
	}
}

// testFile holds a set to its file, of whose unpacked content the checksum is given.
func testFile(t *testing.T, e Set, name, content string) {
	t.Helper()
	if sum, err := download.ChecksumOf(name); err != nil || sum != e.SHA256 {
		t.Errorf("%s: checksum %s, error %v", e.Name, sum, err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() != e.Bytes {
		t.Errorf("%s: %d bytes, error %v", e.Name, info.Size(), err)
	}
	var in io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != content {
		t.Errorf("%s: its content is not that of the manifest", e.Name)
	}
	head, _, _ := strings.Cut(string(text), "\n")
	if columns := strings.Split(strings.TrimSpace(head), ","); columns[len(columns)-1] != e.Target {
		t.Errorf("%s: the last column is %s, not %s", e.Name, columns[len(columns)-1], e.Target)
	}
}
