package dataset

import (
	"bufio"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/stage/generator"
)

// newLoad returns a load of the path with defaults.
func newLoad(path string) *Load {
	l := new(Load)
	engine.SetDefaults(l)
	l.Path = path
	return l
}

func manifest(t *testing.T) (folder string, entries []map[string]string) {
	folder = os.Getenv(dataFolder)
	if folder == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets")
	}
	file, err := os.Open(filepath.Join(folder, "MANIFEST.tsv"))
	if err != nil {
		t.Skip("the folder of data sets has no MANIFEST.tsv")
	}
	defer file.Close()
	var names []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")
		if names == nil {
			names = cells
			continue
		}
		entry := map[string]string{}
		for i, name := range names {
			entry[name] = cells[i]
		}
		entries = append(entries, entry)
	}
	return folder, entries
}

// Every data set of the folder has the rows, columns, classes, missing cells
// and checksum that its manifest says, found by its bare name and the last
// column told rightly as class or response.
func TestManifest(t *testing.T) {
	_, entries := manifest(t)
	for _, e := range entries {
		t.Run(e["file"], func(t *testing.T) {
			table, err := newLoad(e["file"]).Load(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			n, d := table.X.Dims()
			missing := 0
			for i := range n {
				for _, v := range table.X.RawRowView(i) {
					if math.IsNaN(v) {
						missing++
					}
				}
			}
			got := []string{strconv.Itoa(n), strconv.Itoa(d), strconv.Itoa(missing)}
			want := []string{e["rows"], e["features"], e["missing_values"]}
			if !slices.Equal(got, want) {
				t.Errorf("rows, features, missing cells %v, want %v", got, want)
			}
			// the manifest has the checksums of unpacked files
			if !strings.HasSuffix(e["file"], ".gz") && table.SHA256 != e["sha256"] {
				t.Errorf("checksum %s, want %s", table.SHA256, e["sha256"])
			}
			if e["task"] == "regression" && !table.HasResponse() || e["task"] == "classification" && strconv.Itoa(len(table.Classes)) != e["classes"] {
				t.Errorf("classes %v, want %s of %s", table.Classes, e["classes"], e["task"])
			}
			if table.Name != registry.BareName(e["file"]) || table.Source != e["file"] {
				t.Errorf("called %q from %q", table.Name, table.Source)
			}
		})
	}
}

// The grid of the generator is the file of UCI, row by row.
func TestBalanceFile(t *testing.T) {
	manifest(t)
	file, err := newLoad("balance_scale").Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	made, err := new(generator.Balance).Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(file.X.RawMatrix().Data, made.X.RawMatrix().Data) || !slices.Equal(file.Labels, made.Labels) || !slices.Equal(file.Classes, made.Classes) {
		t.Error("the generator and the file differ")
	}
	for i, c := range file.Columns {
		if c.Name != made.Columns[i].Name {
			t.Errorf("column %d is %s in the file, %s here", i, c.Name, made.Columns[i].Name)
		}
	}
}
