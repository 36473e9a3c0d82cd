package render

import "testing"

// BenchmarkRender shows what a result costs a cell.
func BenchmarkRender(b *testing.B) {
	report := sample("a", "b", "c")
	for b.Loop() {
		New(Options{}).Render(report)
	}
}
