package notebooks

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestKernelConforms runs Jupyter's own test suite for kernels against the
// program as it is registered.
func TestKernelConforms(t *testing.T) {
	_, env := jupyter(t, "jupyter_kernel_test")
	suite := filepath.Join("..", "kernel", "kerneltest", "testdata")
	env = append(env, "CONFORMANCE_KERNEL=unfold", "CONFORMANCE_SAMPLES="+filepath.Join(suite, "go.json"))
	report := run(t, env, python, filepath.Join(suite, "conformance.py"))
	t.Log("\n" + report)
	// A test that finds no sample skips itself.
	for _, m := range regexp.MustCompile(`(?m)^(test_\w+) .*skipped`).FindAllStringSubmatch(report, -1) {
		t.Errorf("%s was skipped", m[1])
	}
}
