package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// options are the flags.
type options struct {
	list     bool
	only     string
	runs     int
	threads  int
	patience float64
	scale    int
	limit    float64
	out      string
	python   string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) == 2 && os.Args[1] == sideWord {
		// Interrupts of a terminal are for the process that started this one.
		exit(serve(context.Background(), os.Stdin, os.Stdout))
	}
	var o options
	flag.BoolVar(&o.list, "list", false, "list the lines and end")
	flag.StringVar(&o.only, "only", "", "measure lines whose names begin with one of these words, by commas")
	flag.IntVar(&o.runs, "runs", 5, "turns of both sides, after a warm-up")
	flag.IntVar(&o.threads, "threads", 2, "threads of each side")
	flag.Float64Var(&o.patience, "patience", 600, "seconds that the turns of a line may take; then there are fewer of them")
	flag.IntVar(&o.scale, "scale", 0, "measure time and memory against n as well, up to so many rows; 0 is not to")
	flag.Float64Var(&o.limit, "limit", 60, "seconds that a run at one n may take; a curve ends before it")
	flag.StringVar(&o.out, "out", "", "folder to write RESULTS.md, its numbers and plots to")
	flag.StringVar(&o.python, "python", "", "interpreter that has the peers; by itself the first that has them")
	flag.Parse()
	exit(o.run(ctx, os.Stdout, os.Stderr))
}

// exit ends the program with the status of an error.
func exit(err error) {
	switch {
	case err == nil:
		os.Exit(0)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "bench: stopped")
	default:
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}

// run does what the flags ask for.
func (o options) run(ctx context.Context, out, progress io.Writer) error {
	chosen, curves := chosenLines(o.only), chosenCurves(o.only)
	if o.list {
		for _, l := range chosen {
			fmt.Fprintf(out, "%-14s %-52s %s\n", l.name, l.title, l.target)
		}
		return nil
	}
	if len(chosen)+len(curves) == 0 {
		return fmt.Errorf("bench: no line begins with %q; -list shows them", o.only)
	}
	folder, err := os.MkdirTemp("", "unfold-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	python, found, missing := findPeers(ctx, o.python)
	if python == nil {
		fmt.Fprintf(out, "peers: %v; apt install python3-sklearn, or name an interpreter with -python\n", missing)
	} else {
		fmt.Fprintf(out, "peers: %s\n", versionList(found))
	}
	results, err := openResults(o.out)
	if err != nil {
		return err
	}
	m := session{options: o, folder: folder, peers: python, results: results, out: out, progress: progress}
	if err := m.lines(ctx, chosen); err != nil {
		return err
	}
	if o.scale > 0 {
		if err := m.curves(ctx, curves); err != nil {
			return err
		}
	}
	return results.write()
}

// A session is what lines and curves are measured with.
type session struct {
	options
	folder        string
	peers         program
	results       *results
	out, progress io.Writer
}

// lines measures lines, one after the other.
func (m session) lines(ctx context.Context, chosen []line) error {
	for i, l := range chosen {
		c := comparison{line: l, threads: m.threads, runs: m.runs, patience: m.patience, peers: m.peers, tell: m.progressOf(l.name)}
		if c.folder = filepath.Join(m.folder, fmt.Sprint(i)); os.Mkdir(c.folder, 0o700) != nil {
			return fmt.Errorf("bench: no folder can be made in %s", m.folder)
		}
		r, err := c.measure(ctx)
		os.RemoveAll(c.folder)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			fmt.Fprintf(m.out, "%s: %s\n    cannot be measured: %v\n", l.name, l.title, err)
			m.results.fail(l, err)
			continue
		}
		r.print(m.out)
		m.results.keep(r)
		if err := m.results.write(); err != nil { // what an interrupt must not cost
			return err
		}
	}
	return nil
}

// curves measures how workloads grow, one after the other.
func (m session) curves(ctx context.Context, chosen []curve) error {
	for _, c := range chosen {
		s := scaling{curve: c, most: m.scale, limit: m.limit, threads: m.threads, folder: m.folder, peers: m.peers, tell: m.progressOf(c.name)}
		points, err := s.measure(ctx)
		if err != nil {
			return err
		}
		printCurve(m.out, c, points)
		m.results.keepCurve(c, m.threads, points)
		if err := m.results.write(); err != nil {
			return err
		}
	}
	return nil
}

// progressOf returns what tells of the progress of a line or curve.
func (m session) progressOf(name string) func(string, ...any) {
	return func(format string, args ...any) {
		fmt.Fprintf(m.progress, "%s: %s\n", name, fmt.Sprintf(format, args...))
	}
}

// chosenLines are those whose names begin with one of the words; all of them
// for none.
func chosenLines(only string) []line {
	var chosen []line
	for _, l := range lines {
		if matchesPrefix(l.name, only) {
			chosen = append(chosen, l)
		}
	}
	return chosen
}

// matchesPrefix reports whether a name begins with one of some words, separated
// by commas; any name does with none.
func matchesPrefix(name, words string) bool {
	for word := range strings.SplitSeq(words, ",") {
		if strings.HasPrefix(name, strings.TrimSpace(word)) {
			return true
		}
	}
	return false
}
