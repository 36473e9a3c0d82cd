package kernel_test

import (
	"fmt"
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

// BenchmarkEmptyCell is a round trip over real sockets, to the reply and idle.
func BenchmarkEmptyCell(b *testing.B) {
	c := benchClient(b)
	for b.Loop() {
		c.Run("")
	}
}

// BenchmarkValue is the same for a cell with a value.
func BenchmarkValue(b *testing.B) {
	c := benchClient(b)
	for b.Loop() {
		c.Run("echo 3")
	}
}

// BenchmarkLines prints 100,000 lines in a cell.
func BenchmarkLines(b *testing.B) {
	c := benchClient(b)
	var spent time.Duration
	for b.Loop() {
		start := time.Now()
		run := c.Run(fmt.Sprintf("repeat %d abcdefgh", 100_000))
		spent = time.Since(start)
		b.ReportMetric(float64(len(run.Published)), "messages")
		b.StopTimer()
		time.Sleep(max(0, 3*time.Second-spent)) // or it would be folded
		b.StartTimer()
	}
}
