package main

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestMain lets the test's program be a side.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sideWord {
		exit(serve(context.Background(), os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// needShell skips a test whose sides are scripts of a shell.
func needShell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell here")
	}
}

// few is a workload of a moment.
func few() line {
	l := line{
		name: "few", title: "k-NN n=300", task: "knn", set: settings{"k": 4},
		input: func(ctx context.Context) (rowset, error) { return noise(ctx, 300, 3) },
		peer:  scikit, options: []string{"", "algorithm='brute'"},
		target: target{Ratio: 1e-9},
	}
	for _, other := range lines {
		if other.task == "knn" {
			l.judge = other.judge
		}
	}
	return l
}

func fewComparison(t *testing.T, peers program) comparison {
	return comparison{line: few(), threads: 1, runs: 2, patience: 60, folder: t.TempDir(), peers: peers, tell: func(string, ...any) {}}
}

func TestComparison(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs peers")
	}
	python, _, missing := findPeers(t.Context(), "")
	r, err := fewComparison(t, python).sideBySide(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if ours := r.Sides[0]; len(ours.Runs) != 2 || !(ours.Runs[0].Seconds > 0) {
		t.Errorf("ours has taken %+v", ours.Runs)
	}
	if python == nil {
		t.Logf("without peers: %v", missing)
		if v := r.verdict(); !v.unknown || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "apt install") {
			t.Errorf("%v, notes %q", v, r.Notes)
		}
		return
	}
	if len(r.Sides) != 3 || r.Rival == 0 || r.Sides[r.Rival].idle || len(r.Qualities) != 2 || !r.verdict().met {
		t.Errorf("%d sides, rival %d, qualities %v, %v, notes %q", len(r.Sides), r.Rival, r.Qualities, r.verdict(), r.Notes)
	}
}

// A peer that fails leaves the line to us, with what it said.
func TestPeerThatFails(t *testing.T) {
	needShell(t)
	r, err := fewComparison(t, program{"/bin/sh", "-c", `read q; echo '{"error": "no such thing"}'`}).sideBySide(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Sides) != 1 || len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "no such thing") {
		t.Errorf("%d sides, notes %q", len(r.Sides), r.Notes)
	}
}

func TestMissingPeersAreNamed(t *testing.T) {
	needShell(t)
	for name, script := range map[string]string{
		"no such interpreter": "",
		"no such library":     "#!/bin/sh\nread q\necho '{\"error\": \"scikit-learn: not installed\"}'\n",
		"no answer":           "#!/bin/sh\necho broken >&2\nexit 3\n",
	} {
		path := filepath.Join(t.TempDir(), "python")
		if script != "" {
			if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		p, _, err := findPeers(t.Context(), path)
		if p != nil || err == nil {
			t.Fatalf("%s: found %v (%v)", name, p, err)
		}
		if name == "no answer" && !strings.Contains(err.Error(), "broken") {
			t.Errorf("%v does not quote the side's last words", err)
		}
	}
}

// Both sides must end with the context, whatever they are at.
func TestCancelledSideEnds(t *testing.T) {
	needShell(t)
	ctx, cancel := context.WithCancel(t.Context())
	s, err := start(ctx, program{"/bin/sh", "-c", "exec sleep 60"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	cancel()
	if _, err := s.ask(request{Do: "run"}); err == nil {
		t.Error("a side that was ended has answered")
	}
}

func TestProtocolRefuses(t *testing.T) {
	for _, c := range []struct{ ask, want string }{
		{`{"do":"run"}`, "nothing is loaded"},
		{`{"do":"load","task":"dance"}`, "no task"},
		{`{"do":"load","task":"isomap","settings":{"turns":3}}`, "no parameter"},
		{`{"do":"load","task":"isomap","arrays":{"x":"nowhere.npy"}}`, "nowhere.npy"},
	} {
		var out strings.Builder
		if err := serve(t.Context(), strings.NewReader(c.ask+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %s", c.ask, out.String())
		}
	}
	if err := serve(t.Context(), strings.NewReader("dance\n"), io.Discard); err == nil {
		t.Error("what is no request is taken")
	}
}

func TestArraysComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npy")
	a := mat.NewDense(3, 2, []float64{1, -2, math.Inf(1), 4e-300, 0, 0.1})
	if err := writeArray(path, a); err != nil {
		t.Fatal(err)
	}
	b, err := readArray(path)
	if err != nil || !mat.Equal(a, b) {
		t.Errorf("%v (%v)", b, err)
	}
	text, _ := os.ReadFile(path)
	if at := strings.IndexByte(string(text), '\n') + 1; at%64 != 0 {
		t.Errorf("data begin at %d", at)
	}
	for _, bad := range []string{"", "no array", string(text[:40]), string(text[:len(text)-1])} {
		if os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readArray(path); err == nil {
			t.Errorf("%d bytes are read as an array", len(bad))
		}
	}
}

func TestStatistics(t *testing.T) {
	if m := median([]float64{9, 1, 4}); m != 4 {
		t.Errorf("median %v", m)
	}
	if s := spreadOf(ratios([]float64{2, 9, 8, 7}, []float64{1, 3, 2})); s != (spread{3, 2, 4}) {
		t.Errorf("spread %v", s)
	}
	if !math.IsNaN(median(nil)) {
		t.Error("nothing has a median")
	}
	n, cost := []float64{500, 1000, 2000, 4000, 8000, 16000}, make([]float64, 6)
	for i, v := range n {
		cost[i] = 3e-7*v*v + 1e-2/v // what does not grow with n must not flatten the fit
	}
	if p := exponent(n, cost); math.Abs(p-2) > 1e-4 {
		t.Errorf("exponent %v", p)
	}
	if p := exponent(n[:2], cost[:2]); !math.IsNaN(p) {
		t.Errorf("two points have an exponent %v", p)
	}
}

func TestVerdicts(t *testing.T) {
	side := func(seconds float64, peak uint64) *competitor {
		return &competitor{Who: "unfold", Runs: []measurement{{Seconds: seconds}}, Peak: peak}
	}
	for _, c := range []struct {
		record record
		want   string
	}{
		{record{Target: target{Ratio: 2, Share: 0.5}, Rival: 1, Ratio: spread{Median: 3}, Sides: []*competitor{side(1, 40), side(3, 100)}}, "met"},
		{record{Target: target{Ratio: 4}, Rival: 1, Ratio: spread{Median: 3}, Sides: []*competitor{side(1, 40), side(3, 100)}}, "missed: too slow"},
		{record{Target: target{Ratio: 2, Share: 0.25}, Rival: 1, Ratio: spread{Median: 3}, Sides: []*competitor{side(1, 40), side(3, 100)}}, "missed: too much memory"},
		{record{Target: target{Ratio: 2}, Sides: []*competitor{side(1, 40)}}, "unknown: no peer"},
		{record{Target: target{Seconds: 2, Bytes: 30}, Sides: []*competitor{side(1, 40)}}, "missed: too much memory"},
		{record{Target: target{Seconds: 2, Bytes: 50}, Sides: []*competitor{side(1, 40)}}, "met"},
		{record{Target: target{Seconds: 2}, Sides: []*competitor{side(1, 40)}, Qualities: []finding{atMost("gap", 1e-3, 1e-5)}}, "missed: gap 0.001, not ≤ 1e-05"},
	} {
		if got := c.record.verdict().String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.record.Target, got, c.want)
		}
	}
}

// TestReport writes a report of a line and a curve, and takes it up again.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	r, err := openResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	rec := newRecord(lines[0], 2)
	rec.Sides = []*competitor{{Who: "unfold", Runs: []measurement{{Seconds: 0.25}}, Peak: 90e6}, {Who: scikit, Runs: []measurement{{Seconds: 10}}, Peak: 800e6}}
	rec.Rival, rec.Ratio = 1, spread{40, 38, 43}
	r.keep(rec)
	var points []point
	for n := 500; n <= 8000; n *= 2 {
		points = append(points, point{Who: "unfold", N: n, Seconds: 1e-8 * float64(n*n), Peak: uint64(n) * 1e5})
		points = append(points, point{Who: scikit, N: n, Seconds: 1e-7 * float64(n*n), Peak: uint64(n) * 3e5})
	}
	r.keepCurve(curves[0], 2, points)
	if err := r.write(); err != nil {
		t.Fatal(err)
	}
	again, err := openResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := again.markdown()
	for _, want := range []string{"| 0.25 s | 10 s | 40 (38–43) | 90 MB of 800 |", "| met |", "not measured", "| n^2.00 | n^1.00 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, name := range []string{reportFile, numbersFile, pointsFile, plotFile("time", "svg"), plotFile("memory", "png")} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 100 {
			t.Errorf("%s is not written: %v", name, err)
		}
	}
}

func TestScaling(t *testing.T) {
	s := scaling{curve: curve{name: "few", input: func(ctx context.Context, n int) (rowset, error) { return noise(ctx, n, 3) }, task: "knn", set: settings{"k": 3}, first: 50},
		most: 200, limit: 60, threads: 1, folder: t.TempDir(), tell: func(string, ...any) {}}
	points, err := s.measure(t.Context())
	if err != nil || len(points) != 3 || points[2].N != 200 {
		t.Errorf("points %v (%v)", points, err)
	}
	s.limit = 1
	if why := s.whyTooLarge(400, []point{{N: 100, Seconds: 0.1}, {N: 200, Seconds: 0.4}}); !strings.Contains(why, "1.6 s") {
		t.Errorf("400 rows: %q", why)
	}
}

func TestFlags(t *testing.T) {
	var out strings.Builder
	if err := (options{list: true, only: "isomap-5,knn"}).run(t.Context(), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 2 {
		t.Errorf("%d lines are listed:\n%s", got, out.String())
	}
	if got := withThreads("n_jobs=THREADS", 3); got != "n_jobs=3" {
		t.Errorf("an option on 3 threads is %q", got)
	}
	if err := (options{only: "dance"}).run(t.Context(), &out, io.Discard); err == nil {
		t.Error("a line that is not there is measured")
	}
}
