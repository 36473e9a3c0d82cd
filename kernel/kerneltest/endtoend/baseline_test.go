package endtoend

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unfold/kernel/kerneltest/program"
)

// TestBaseline measures this kernel by the script that measures any, with few
// cells. The times are for reading; what is not a time must be right.
func TestBaseline(t *testing.T) {
	if !program.Long() {
		t.Skip("long: starts some ten kernels, whose behaviour other tests hold")
	}
	_, env := program.Jupyter(t, "zmq")
	table := filepath.Join(t.TempDir(), "table.json")
	script := filepath.Join("..", "baseline", "baseline.py")
	report := program.Run(t, env, program.Python, script, "--cells", "20", "--starts", "1", "--json", table, "unfold")
	t.Log("\n" + report)
	raw, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	var columns map[string]map[string]string
	if err := json.Unmarshal(raw, &columns); err != nil {
		t.Fatal(err)
	}
	rows := columns["unfold"]
	for title, want := range map[string]string{
		"two cells behind a failing one":                                  "aborted, aborted",
		"user_expressions; silent hides the input; count without history": "yes; yes; yes",
		"what a goroutine or thread prints after its cell":                "delivered",
		"a message without delimiter":                                     "survives",
		"a message with a wrong signature":                                "survives",
		"an execute_request that lacks fields":                            "survives",
		"an idle connection on the shell port, opened first":              "no effect",
	} {
		if rows[title] != want {
			t.Errorf("%s: %q, want %q", title, rows[title], want)
		}
	}
	for _, crash := range []string{"a panic in a goroutine or thread", "exit in a cell", "endless recursion", "concurrent map writes"} {
		if !strings.HasPrefix(rows[crash], "error, alive") {
			t.Errorf("%s: %q, want an error of a kernel alive", crash, rows[crash])
		}
	}
	if lines := rows["100,000 printed lines, s (messages, lines lost)"]; !strings.HasSuffix(lines, ", 0)") {
		t.Errorf("100,000 printed lines: %s, want none lost", lines)
	}
	for title, value := range rows {
		if strings.Contains(value, "failed:") || strings.Contains(value, "never") || strings.Contains(value, "dead") {
			t.Errorf("%s: %s", title, value)
		}
	}
}
