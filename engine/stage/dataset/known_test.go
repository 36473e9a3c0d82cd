package dataset

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/enginetest"
	"unfold/engine/internal/download"
)

// TestKnownSets: a data set that is known by name is read from the cache, and fetched
// only when that is asked for.
func TestKnownSets(t *testing.T) {
	folder, _ := manifest(t)
	wine, err := os.ReadFile(filepath.Join(folder, "wine.csv"))
	if err != nil {
		t.Fatal(err)
	}
	address, asked, _ := serve(t, map[string]string{"/data/wine.csv": string(wine), "/data/yacht.csv": "a,response\n1,2\n"})
	t.Setenv(dataFolder, t.TempDir())
	t.Setenv(registry.Mirror, address+"/data")
	t.Chdir(t.TempDir())

	l := newLoad("wine")
	enginetest.Refused(t, l.Probe(), "path", `is known, but its file is not here; set fetch="yes"`)
	if asked.Load() != 0 {
		t.Fatal("fetched unasked")
	}
	l.Fetch = "yes"
	if err := l.Probe(); err != nil || asked.Load() != 0 {
		t.Fatalf("probing: %v after %d requests", err, asked.Load())
	}
	if _, err := l.Fingerprint(); err == nil {
		t.Error("a file that was not fetched has a fingerprint")
	}
	table, err := l.Load(context.Background())
	if err != nil || table.Len() != 178 || table.Name != "wine" || table.Source != "wine.csv" {
		t.Fatalf("loaded %+v, error %v", table, err)
	}
	l.Fetch = ""
	if again, err := l.Load(context.Background()); err != nil || again.SHA256 != table.SHA256 || asked.Load() != 1 {
		t.Errorf("%d requests, error %v", asked.Load(), err)
	}
	if print, err := l.Fingerprint(); err != nil || print != table.SHA256 {
		t.Errorf("fingerprint %s, error %v", print, err)
	}

	other := newLoad("yacht")
	other.Fetch = "yes"
	_, err = other.Load(context.Background())
	enginetest.Refused(t, err, "", "is another file: it has the checksum")

	kept, _ := download.KeptAs("wine.csv")
	write(t, kept, "a,class\n1,u\n")
	_, err = l.Load(context.Background())
	enginetest.Refused(t, err, "path", "remove it, and fetch the set again")
}

// TestOtherFilesOfKnownNames are read from the folder of data, with a note.
func TestOtherFilesOfKnownNames(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(dataFolder, folder)
	t.Chdir(t.TempDir())
	write(t, filepath.Join(folder, "wine.csv"), "a,class\n1,u\n2,v\n")
	said := func(path string) string {
		ctx, notes := engine.WithNotes(t.Context(), "load")
		if _, err := newLoad(path).Load(ctx); err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, n := range notes() {
			text = append(text, n.Text)
		}
		return strings.Join(text, "; ")
	}
	if got := said("wine"); !strings.Contains(got, "wine.csv is not the file that datasets() tells of") {
		t.Errorf("said %q", got)
	}
	write(t, "wine.csv", "a,class\n1,u\n2,v\n")
	if got := said("./wine.csv"); strings.Contains(got, "datasets()") {
		t.Errorf("said %q of a file of the reader's own", got)
	}
}

// TestNamesAreKnown: names to complete are those of sets, whether here or not.
func TestNamesAreKnown(t *testing.T) {
	t.Setenv(dataFolder, "")
	names := new(Load).Names()
	for _, want := range []string{"iris", "swissroll", "wine", "waveform_uci"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %v", want, names)
		}
	}
	for name, members := range new(Load).Collections() {
		for _, member := range members {
			if !slices.Contains(names, member) {
				t.Errorf("%s of %s is not known", member, name)
			}
		}
	}
}
