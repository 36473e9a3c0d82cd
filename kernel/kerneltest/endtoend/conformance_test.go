package endtoend

import (
	"path/filepath"
	"regexp"
	"testing"

	"unfold/kernel/kerneltest/program"
)

// TestKernelConforms runs Jupyter's own test suite for kernels against the
// program as it is registered.
func TestKernelConforms(t *testing.T) {
	program.NeedTime(t)
	_, env := program.Jupyter(t, "jupyter_kernel_test")
	suite := filepath.Join("..", "testdata")
	env = append(env, "CONFORMANCE_KERNEL=unfold", "CONFORMANCE_SAMPLES="+filepath.Join(suite, "go.json"))
	report := program.Run(t, env, program.Python, filepath.Join(suite, "conformance.py"))
	t.Log("\n" + report)
	// A test that finds no sample skips itself.
	for _, m := range regexp.MustCompile(`(?m)^(test_\w+) .*skipped`).FindAllStringSubmatch(report, -1) {
		t.Errorf("%s was skipped", m[1])
	}
}
