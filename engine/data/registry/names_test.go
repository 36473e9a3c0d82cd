package registry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTableTellsWhereSetsAre.
func TestTableTellsWhereSetsAre(t *testing.T) {
	apart(t)
	folder := t.TempDir()
	t.Setenv(DataFolder, folder)
	for _, name := range []string{"wine.csv", "mine.csv"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := Names{"iris", "wine", "mine", "swissroll", "yacht"}.Table()
	var rows []string
	for _, row := range s.Rows {
		var words []string
		for _, c := range row {
			words = append(words, c.Text)
		}
		rows = append(rows, strings.Join(words, "|"))
	}
	for i, want := range []string{
		"iris|150|4|3 classes|no|CC BY 4.0|Fisher 1936, doi:10.24432/C56C76|UCI: Iris",
		"wine|178|13|3 classes|UNFOLD_DATA|CC BY 4.0|Aeberhard and Forina 1991, doi:10.24432/C5PC7J|UCI: Wine",
		"mine||||UNFOLD_DATA|||",
		"swissroll||||made|||",
		"yacht|308|6|response|no|CC BY 4.0|Gerritsma et al. 1981, doi:10.24432/C5XG7R|UCI: Yacht Hydrodynamics",
	} {
		if rows[i] != want {
			t.Errorf("row %d is %s, want %s", i, rows[i], want)
		}
	}
	if len(s.Columns) != 8 || len(s.Foot) != 1 {
		t.Errorf("columns %q, foot %q", s.Columns, s.Foot)
	}
	letter, _ := Lookup("letter")
	if text := letter.Table().CSV(); !strings.Contains(text, "packed by gzip") || !strings.Contains(text, letter.SHA256) || !strings.Contains(text, "here,no") {
		t.Errorf("letter is told as\n%s", text)
	}
}
