package kernel_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
)

func benchClient(b *testing.B) *kerneltest.Client {
	b.Helper()
	info := kernel.Info{Name: "toy", Version: "1", Banner: "toy", Language: kernel.GoLanguage()}
	at, _ := kerneltest.Start(b, kerneltest.NewToy(), kerneltest.Plain{}, info)
	return kerneltest.Connect(b, at)
}

// BenchmarkCells measures round trips over real sockets, to the reply and idle.
func BenchmarkCells(b *testing.B) {
	for name, code := range map[string]string{"empty": "", "value": "echo 3", "print": "print a"} {
		b.Run(name, func(b *testing.B) {
			c := benchClient(b)
			var spent []time.Duration
			for b.Loop() {
				start := time.Now()
				c.Run(code)
				spent = append(spent, time.Since(start))
			}
			slices.Sort(spent)
			b.ReportMetric(float64(spent[len(spent)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(spent[len(spent)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// BenchmarkLines prints 100,000 lines in the first cell of a kernel; in a later
// one, soon after, they would be folded.
func BenchmarkLines(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		c := benchClient(b)
		b.StartTimer()
		run := c.Run(fmt.Sprintf("repeat %d abcdefgh", 100_000))
		b.ReportMetric(float64(len(run.Published)), "messages")
	}
}
