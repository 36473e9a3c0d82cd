package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unfold/engine/data/registry"
)

// TestDataSetsAreListedAndFetched by name, from a server that holds their files.
func TestDataSetsAreListedAndFetched(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	data := os.Getenv(registry.DataFolder)
	t.Setenv(registry.DataFolder, "")
	t.Setenv(registry.Mirror, "")
	folder := t.TempDir()
	if out, errs, ok := program(t, folder, "", "datasets"); !ok || !strings.Contains(out, "landsat_satellite") || !strings.Contains(out, "CC BY 4.0") {
		t.Errorf("listed\n%s%s", out, errs)
	}
	if out, errs, ok := program(t, folder, "", "datasets", "iris"); !ok || !strings.Contains(out, "10.24432/C56C76") {
		t.Errorf("iris is told as\n%s%s", out, errs)
	}
	for _, c := range []struct{ says, args string }{
		{`there is no data set "wnie"; did you mean wine?`, "datasets wnie"},
		{`there is no data set "qqqqq"; ` + "`unfold datasets` lists them", "fetch wine qqqqq"},
		{"no server is named that holds wine.csv", "fetch wine"},
	} {
		if _, errs, ok := program(t, folder, "", strings.Fields(c.args)...); ok || !strings.Contains(errs, c.says) {
			t.Errorf("%s says %q", c.args, errs)
		}
	}
	text, err := os.ReadFile(filepath.Join(data, "wine.csv"))
	if data == "" || err != nil {
		t.Skip("UNFOLD_DATA names no folder with wine.csv")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(text) }))
	defer server.Close()
	out, errs, ok := program(t, folder, "", "fetch", "wine", "--from", server.URL)
	if _, file, _ := strings.Cut(strings.TrimSpace(out), ": "); !ok || filepath.Base(file) != "wine.csv" {
		t.Errorf("fetched %q, %s", out, errs)
	}
	if out, errs, ok := program(t, folder, "", "run", "-e", `load("wine")`); !ok || !strings.Contains(out, "178 rows") {
		t.Errorf("loaded %q, %s", out, errs)
	}
}
