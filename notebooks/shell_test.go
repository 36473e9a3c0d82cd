package notebooks

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// TestTutorialInAShell runs what the notebook on files writes for shells.
func TestTutorialInAShell(t *testing.T) {
	tutorial, err := notebook.ReadFile("07-from-file-to-model.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var script string
	for _, c := range tutorial.Cells {
		if block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(c.Source); c.Kind == notebook.Markdown && block != nil {
			script += block[1]
		}
	}
	if strings.Count(script, "unfold ") < 3 {
		t.Fatalf("the notebook writes %q", script)
	}
	folder := t.TempDir()
	for name, text := range map[string][]byte{
		trials:    workbook(t),
		"new.csv": []byte("right_distance [cm],left_distance [cm],left_weight [g],right_weight [g]\n4,18,90,10\n18,2,20,90\n"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	said := program.Run(t, nil, "sh", "-ec", fmt.Sprintf("cd '%s'; unfold() { '%s' \"$@\"; }\n%s", folder, program.Path(), script))
	t.Log(said)
	if answers, err := os.ReadFile(filepath.Join(folder, "answers.csv")); err != nil || string(answers) != "row,down\n0,left\n1,right\n" {
		t.Errorf("%v, answers %q", err, answers)
	}
}
