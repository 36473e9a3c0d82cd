// Baseline measures how soon the kernel shows something: from the start of its
// process, as a notebook starts it, to the image of the first cell's figure.
//
//	go run ./kernel/kerneltest/baseline            five starts after a first that is not counted
//	go run ./kernel/kerneltest/baseline -runs 20
//	go run ./kernel/kerneltest/baseline -json      a line of JSON a start, for programs
//
// engine/bench has it as its line first-figure. Beside it lies baseline.py,
// which measures any kernels side by side through Jupyter's own client.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	runs := flag.Int("runs", 5, "starts to measure, after a first that is not counted")
	lines := flag.Bool("json", false, "write each start as a line of JSON")
	flag.Parse()
	report := inWords
	if *lines {
		report = inJSON
	}
	if err := measure(ctx, max(1, *runs), report(os.Stdout)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure builds the program, starts it as often as asked for and once more
// before, while its file is not in memory, and reports each start.
func measure(ctx context.Context, runs int, report func([]startup) error) error {
	folder, err := os.MkdirTemp("", "unfold-baseline-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "unfold")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "unfold").CombinedOutput(); err != nil {
		return fmt.Errorf("baseline: building the kernel: %w\n%s", err, out)
	}
	var all []startup
	for i := range runs + 1 {
		took, err := startKernel(ctx, program, folder)
		if err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		all = append(all, took)
		if err := report(all); err != nil {
			return err
		}
	}
	return nil
}

// inJSON writes the last start as a line of JSON.
func inJSON(out io.Writer) func([]startup) error {
	return func(all []startup) error { return json.NewEncoder(out).Encode(all[len(all)-1]) }
}

// inWords writes the last start, and the median so far, for people.
func inWords(out io.Writer) func([]startup) error {
	return func(all []startup) error {
		last := all[len(all)-1]
		figures := make([]float64, len(all))
		for i, s := range all {
			figures[i] = s.Figure
		}
		slices.Sort(figures)
		_, err := fmt.Fprintf(out, "start %d: answers after %.3g s, figure after %.3g s (median %.3g), %d MB\n",
			len(all), last.Ready, last.Figure, figures[len(figures)/2], last.Peak/1e6)
		return err
	}
}
