package process

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"unfold/dsl/cell"
)

// TestEnvironmentsAreRemembered moves what one process has changed to another,
// for which this one stands.
func TestEnvironmentsAreRemembered(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	t.Setenv("UNFOLD_TEST_OLD", "old")
	t.Setenv("UNFOLD_TEST_KEPT", "kept")
	t.Chdir(first)
	s := New()
	if got := s.Changes(); got != nil {
		t.Errorf("nothing has changed, but %v", got)
	}
	if err := os.Chdir(second); err != nil {
		t.Fatal(err)
	}
	t.Setenv("UNFOLD_TEST_NEW", "a=b c")
	os.Unsetenv("UNFOLD_TEST_OLD")
	here, _ := os.Getwd()
	want := []cell.Memory{
		{Name: "%cd", Text: here},
		{Name: "%env PWD", Text: "PWD=" + os.Getenv("PWD")},
		{Name: "%env UNFOLD_TEST_NEW", Text: "UNFOLD_TEST_NEW=a=b c"},
		{Name: "%env UNFOLD_TEST_OLD", Text: "UNFOLD_TEST_OLD"},
	}
	got := s.Changes()
	if len(got) == 3 { // changing folders leaves PWD alone
		want = append(want[:1], want[2:]...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	if again := s.Changes(); again != nil {
		t.Errorf("told twice: %v", again)
	}

	os.Chdir(first)
	os.Setenv("UNFOLD_TEST_OLD", "old")
	os.Unsetenv("UNFOLD_TEST_NEW")
	name := cell.Memory{Name: "x", Cell: "In[1]", Text: "x := 1"}
	nowhere := cell.Memory{Name: "%cd", Text: second + "/nowhere"}
	others, lost := New().Restore(append(got, name, nowhere))
	if len(others) != 1 || others[0] != name || len(lost) != 1 || lost[0].Gone == "" {
		t.Errorf("others %v, lost %v", others, lost)
	}
	back, _ := os.Getwd()
	if _, set := os.LookupEnv("UNFOLD_TEST_OLD"); back != here || os.Getenv("UNFOLD_TEST_NEW") != "a=b c" || set {
		t.Errorf("in %s, with %q", back, os.Getenv("UNFOLD_TEST_NEW"))
	}
}
