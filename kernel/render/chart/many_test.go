package chart

import (
	"fmt"
	"os/exec"
	"strconv"
	"testing"

	"unfold/engine/figure"
)

// BenchmarkManyPoints draws 100,000 points in three groups as a page has them, and
// as matplotlib does. The metric bytes/page is what the page grows by.
func BenchmarkManyPoints(b *testing.B) {
	const n = 100_000
	b.Run("page", func(b *testing.B) { drawOnPage(b, spiral(n)) })
	b.Run("matplotlib", func(b *testing.B) { drawByMatplotlib(b, n) })
}

// drawOnPage makes the picture and what the script of the page knows of it.
func drawOnPage(b *testing.B, fig *figure.Figure) {
	sheet := Sheet{Figures: []*figure.Figure{fig}}
	for b.Loop() {
		picture, _, err := Inline(sheet)
		if err != nil {
			b.Fatal(err)
		}
		live, err := Live(fig, nil, 600, 440)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(picture)+len(live)), "bytes/page")
	}
}

// inMatplotlib draws the points of spiral as a PNG as often as it is told to, and
// prints how many seconds one took and how many bytes it has. What matplotlib
// takes to start is not counted.
const inMatplotlib = `
import io, sys, time
import numpy as np
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
n, times = int(sys.argv[1]), int(sys.argv[2])
a = np.arange(n)
x, y = np.sqrt(a) * np.cos(a), np.sqrt(a) * np.sin(a)
def draw():
    figure, axes = plt.subplots(figsize=(6, 4.4), dpi=100)
    for c in range(3):
        axes.scatter(x[c::3], y[c::3], s=9, label="abc"[c])
    axes.legend()
    out = io.BytesIO()
    figure.savefig(out, format="png")
    plt.close(figure)
    return out.getvalue()
draw()
start = time.perf_counter()
for _ in range(times):
    png = draw()
print((time.perf_counter() - start) / times, len(png))
`

// drawByMatplotlib has the first Python that has matplotlib draw them.
func drawByMatplotlib(b *testing.B, n int) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import matplotlib").Run() != nil {
			continue
		}
		said, err := exec.Command(python, "-c", inMatplotlib, strconv.Itoa(n), strconv.Itoa(b.N)).Output()
		if err != nil {
			b.Fatal(err)
		}
		var seconds, bytes float64
		if _, err := fmt.Sscan(string(said), &seconds, &bytes); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(seconds*1e9, "ns/op")
		b.ReportMetric(bytes, "bytes/page")
		return
	}
	b.Skip("there is no Python with matplotlib")
}
