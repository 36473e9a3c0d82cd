package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"unfold/engine/internal/elementary"
)

// A curve is a workload at many numbers of rows.
type curve struct {
	name   string
	title  string
	input  func(ctx context.Context, n int) (rowset, error)
	task   string
	set    settings
	peer   string
	option string // of the peer: its fastest
	first  int    // the smallest number of rows
}

// curves are the workloads whose growth is measured.
var curves = []curve{
	{name: "scale-isomap", title: "Isomap, exact", input: roll, task: "isomap", set: settings{"k": 10, "dim": 2}, peer: scikit, option: "n_jobs=THREADS", first: 500},
	{name: "scale-landmarks", title: "Isomap, 500 landmarks", input: roll, task: "isomap", set: settings{"k": 10, "dim": 2, "landmarks": 500}, first: 1000},
	{name: "scale-lle", title: "LLE, 12 neighbours", input: roll, task: "lle", set: twelve, peer: scikit, option: "n_jobs=THREADS", first: 500},
	{name: "scale-ltsa", title: "LTSA, 12 neighbours", input: roll, task: "ltsa", set: twelve, peer: scikit, option: "n_jobs=THREADS", first: 500},
	{name: "scale-eigenmaps", title: "Laplacian eigenmaps, 12 neighbours", input: roll, task: "eigenmaps", set: twelve, peer: scikit, first: 500},
	{name: "scale-knn", title: "exact k-NN, 16 columns", input: func(ctx context.Context, n int) (rowset, error) { return noise(ctx, n, 16) }, task: "knn", set: settings{"k": 10}, peer: scikit, option: "algorithm='brute'", first: 500},
	{name: "scale-krr", title: "kernel ridge regression", input: func(ctx context.Context, n int) (rowset, error) { return surfaces(n)(ctx) }, task: "krr", set: settings{"lambda": 0.01, "sigma": 5}, peer: scikit, first: 500},
	{name: "scale-svm", title: "SVM, rbf, 3 classes", input: trainAndTest, task: "svm", set: settings{"C": 10}, peer: scikit, option: "cache_size=1000", first: 500},
}

// trainAndTest are rows of three classes, and as many as a tenth beside to test
// with.
func trainAndTest(ctx context.Context, n int) (rowset, error) {
	in, err := waves(ctx, n+n/10)
	if err != nil {
		return in, err
	}
	return in.split(n), nil
}

// chosenCurves are those whose names begin with one of the words.
func chosenCurves(only string) []curve {
	var chosen []curve
	for _, c := range curves {
		if matchesPrefix(c.name, only) {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// A point is what one side took for one number of rows.
type point struct {
	Who     string  `json:"who"`
	N       int     `json:"n"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"`
	Peak    uint64  `json:"peak"`
}

// A scaling measures a curve: every point in a process of its own, for memory
// is counted from the start of a process.
type scaling struct {
	curve   curve
	most    int     // rows
	limit   float64 // seconds that a run may take
	threads int
	folder  string
	peers   program
	tell    func(format string, args ...any)
}

// measure measures both sides at twice as many rows each time. A side stops
// before a point that would take it too long, or more memory than there is.
func (s scaling) measure(ctx context.Context) ([]point, error) {
	ours, err := ownProgram()
	if err != nil {
		return nil, err
	}
	programs := map[string]program{"unfold": ours}
	if s.curve.peer != "" && s.peers != nil {
		programs[s.curve.peer] = s.peers
	}
	var points []point
	for n := s.curve.first; n <= s.most && len(programs) > 0; n *= 2 {
		found, err := s.measureAt(ctx, n, programs, points)
		if err != nil {
			return nil, err
		}
		points = append(points, found...)
	}
	return points, nil
}

// measureAt measures the sides at n rows, and takes those out that cannot go on.
func (s scaling) measureAt(ctx context.Context, n int, programs map[string]program, before []point) ([]point, error) {
	in, err := s.curve.input(ctx, n)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(s.folder, "rows-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	files, err := in.files(folder)
	if err != nil {
		return nil, err
	}
	var found []point
	for _, who := range []string{"unfold", s.curve.peer} {
		if programs[who] == nil {
			continue
		}
		if why := s.whyTooLarge(n, pointsOf(before, who)); why != "" {
			s.tell("%s stops before n = %d: %s", who, n, why)
			delete(programs, who)
			continue
		}
		p, err := s.measureSide(ctx, n, who, programs[who], files)
		if err != nil {
			s.tell("%s stops at n = %d: %v", who, n, err)
			delete(programs, who)
			continue
		}
		s.tell("%s n = %d: %.3g s, %s MB", who, n, p.Seconds, megabytes(p.Peak))
		found = append(found, p)
	}
	return found, ctx.Err()
}

// whyTooLarge says why n rows would be too many, from the points so far: time
// and memory are taken to grow on as they did last, or by the square if that is
// not known.
func (s scaling) whyTooLarge(n int, before []point) string {
	if len(before) == 0 {
		return ""
	}
	last := before[len(before)-1]
	growth := func(of func(point) float64) float64 {
		p := 2.0
		if len(before) > 1 {
			previous := before[len(before)-2]
			p = elementary.Log(of(last)/of(previous)) / elementary.Log(float64(last.N)/float64(previous.N))
		}
		return of(last) * elementary.Pow(float64(n)/float64(last.N), max(1, p))
	}
	if t := growth(func(p point) float64 { return p.Seconds }); t > s.limit {
		return fmt.Sprintf("a run would take about %.3g s", t)
	}
	free := float64(freeMemory())
	if m := growth(func(p point) float64 { return float64(max(p.Peak, 1)) }); free > 0 && m > 0.9*free {
		return fmt.Sprintf("it would take about %.3g GB", m/1e9)
	}
	return ""
}

// measureSide measures one side: one run if it is long, else the middle of three
// after a warm-up.
func (s scaling) measureSide(ctx context.Context, n int, who string, p program, files map[string]string) (point, error) {
	const long = 4 // seconds
	m := comparison{threads: s.threads}
	q := request{Do: "load", Task: s.curve.task, Arrays: files, Settings: s.curve.set}
	if who != "unfold" {
		q.Option = withThreads(s.curve.option, s.threads)
	}
	c, err := m.loadSide(ctx, p, &competitor{Who: who}, q)
	if err != nil {
		return point{}, err
	}
	defer c.close()
	took, err := c.runOnce()
	if err != nil {
		return point{}, err
	}
	all, cpu := []float64{took.Seconds}, []float64{took.CPU}
	if took.Seconds < long {
		all, cpu = nil, nil
		for range 3 {
			if took, err = c.runOnce(); err != nil {
				return point{}, err
			}
			all, cpu = append(all, took.Seconds), append(cpu, took.CPU)
		}
	}
	return point{Who: who, N: n, Seconds: median(all), CPU: median(cpu), Peak: c.Peak}, nil
}

// pointsOf are the points of one side.
func pointsOf(points []point, who string) []point {
	var own []point
	for _, p := range points {
		if p.Who == who {
			own = append(own, p)
		}
	}
	return own
}

// exponents fits the growth of time and of memory.
func exponents(points []point) (time, memory float64) {
	var n, t, m []float64
	for _, p := range points {
		n, t, m = append(n, float64(p.N)), append(t, p.Seconds), append(m, float64(max(p.Peak, 1)))
	}
	return exponent(n, t), exponent(n, m)
}

// printCurve writes a curve as the lines of a terminal.
func printCurve(out io.Writer, c curve, points []point) {
	fmt.Fprintf(out, "%s: %s\n", c.name, c.title)
	for _, who := range []string{"unfold", c.peer} {
		own := pointsOf(points, who)
		for _, p := range own {
			fmt.Fprintf(out, "    %-14s n = %9s %8s s %8s MB\n", who, thousands(p.N), digits(p.Seconds), megabytes(p.Peak))
		}
		if len(own) > 2 {
			t, m := exponents(own)
			fmt.Fprintf(out, "    %-14s seconds grow like n^%.2f, memory like n^%.2f over the upper half\n", who, t, m)
		}
	}
}
