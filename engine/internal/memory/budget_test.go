package memory

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"unfold/engine/remedy"
)

func TestParse(t *testing.T) {
	free := func() (uint64, bool) { return 10e9, true }
	for text, want := range map[string]uint64{
		"": 8e9, "50%": 5e9, "2GB": 2e9, "1.5 GiB": 3 << 29, "500mb": 500e6, "7": 7, "3K": 3000, "12b": 12,
	} {
		if got, err := parse(text, free); got != want || err != nil {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"much", "-1GB", "0", "NaN", "1e300", "GB", "%"} {
		if got, err := parse(text, free); err == nil || !strings.Contains(err.Error(), "such as 2GB") {
			t.Errorf("%q is %d (%v), want an error with a remedy", text, got, err)
		}
	}
	unknown := func() (uint64, bool) { return 0, false }
	if got, err := parse("3GB", unknown); got != 3e9 || err != nil {
		t.Errorf("3GB is %d (%v) where nothing is known", got, err)
	}
}

// TestBudgetBinds runs the test's program anew with a small budget.
func TestBudgetBinds(t *testing.T) {
	if os.Getenv("MEMORY_BINDS") == "" {
		again := exec.Command(os.Args[0], "-test.run=^TestBudgetBinds$")
		again.Env = append(os.Environ(), "MEMORY_BINDS=1", Variable+"=100MB")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if err := Claim(t.Context(), 60e6, "a table", nil); err != nil {
		t.Error(err)
	}
	garbage = make([]byte, 60e6)
	if err := Claim(t.Context(), 60e6, "a table", remedy.FewerRows()); err == nil {
		t.Error("what is more than the budget leaves is granted")
	}
	garbage = nil
	if err := Claim(t.Context(), 60e6, "a table", nil); err != nil {
		t.Errorf("garbage is counted: %v", err)
	}
}

var garbage []byte

// TestReportsTellOfABudgetThatIsNone runs the test's program anew with a budget
// that is no amount: the usual one serves, and reports say why.
func TestReportsTellOfABudgetThatIsNone(t *testing.T) {
	if os.Getenv("MEMORY_TELLS") == "" {
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), "MEMORY_TELLS=1", Variable+"=2 loaves")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	const told = `UNFOLD_MEMORY: memory: "2 loaves" is not an amount of memory; write such as 2GB, 500MB or 50%`
	if err := Reason(); err == nil || err.Error() != told {
		t.Errorf("the reason is %v", err)
	}
	if remark := Remark(); !strings.HasPrefix(remark, told) || !strings.Contains(remark, usual) {
		t.Errorf("reports say %q", remark)
	}
	if _, known := systemFree(); known && Budget() == 0 {
		t.Error("there is no budget at all")
	}
}
