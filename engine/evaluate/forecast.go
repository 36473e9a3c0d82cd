package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/internal/elementary"
)

// A Forecast is what a pipeline is expected to take, step by step. It is right
// to within a factor of a few, and better once the same stages have run.
type Forecast struct {
	Steps []Expected
}

// Expected is what a step is expected to take.
type Expected struct {
	Name    string
	At      int     // its position among the steps of the pipeline, from zero
	Fits    int     // how often it is learned, on inner folds and with what was chosen
	Seconds float64 // all of them together; NaN where the method cannot tell
	Bytes   uint64  // one of them at its fullest
}

// forecast tells what the pipeline is expected to take where training parts have
// these rows, in the columns of the table, and the work is w. The estimates
// are the methods' own, see [engine.Estimator], corrected by the rate of each
// stage.
func forecast(p engine.Pipeline, w Workload, rows present, columns int, rate func(stage string, swept bool) float64) Forecast {
	var f Forecast
	swept := w.Settings > 1
	learned, now := 0, columns
	for at, s := range p.Steps {
		if !s.Acts() {
			continue
		}
		e := Expected{Name: s.Name(), At: at, Fits: w.Folds}
		rows = rows.seenBy(s)
		one, bytes := estimate(s, rows.all, inputColumns(s, columns, now))
		e.Seconds, e.Bytes = one*float64(w.Folds), bytes
		if swept {
			inner := w.Steps[learned].Fits
			few, _ := estimate(s, rows.within(w.Inner), inputColumns(s, columns, now))
			e.Fits, e.Seconds = e.Fits+inner, e.Seconds+float64(few*float64(inner))
		}
		e.Seconds *= rate(e.Name, swept)
		f.Steps = append(f.Steps, e)
		learned++
		if s.Role() == engine.EmbedderRole {
			now = outputColumns(s, now)
		}
	}
	return f
}

// inputColumns is how many columns a step takes: maps go from the columns of the
// table, whatever has been placed since; others work on what was placed.
func inputColumns(s engine.Step, columns, now int) int {
	if s.Role() == engine.ExtenderRole {
		return columns
	}
	return now
}

// outputColumns is how many columns an embedder leaves: what its parameter dim
// says, where it says something.
func outputColumns(s engine.Step, columns int) int {
	for _, p := range engine.ParamsOf(s.Method) {
		if dim, ok := p.Value().(int); ok && p.Name == "dim" && dim > 0 {
			return dim
		}
	}
	return columns
}

// mostEstimates bounds how many settings of a step are asked for an estimate.
const mostEstimates = 64

// estimate is the mean of what the settings of a step estimate, in seconds, and
// the most of what they hold, in bytes; NaN where its method cannot tell.
func estimate(s engine.Step, rows, columns int) (seconds float64, bytes uint64) {
	alone := engine.Pipeline{Steps: []engine.Step{s}}
	settings := alone.Settings()
	asked := min(settings, mostEstimates)
	for i := range asked {
		setting := int(float64(i) / float64(asked) * float64(settings))
		t, b, ok := alone.Setting(setting).Steps[0].Estimate(rows, columns)
		if !ok {
			return math.NaN(), 0
		}
		seconds += t / float64(asked)
		bytes = max(bytes, b)
	}
	return seconds, bytes
}

// Seconds is how long the steps that can tell take together.
func (f Forecast) Seconds() float64 {
	sum := 0.0
	for _, e := range f.Steps {
		if !math.IsNaN(e.Seconds) {
			sum += e.Seconds
		}
	}
	return sum
}

// Bytes is what the fullest step holds.
func (f Forecast) Bytes() uint64 {
	var most uint64
	for _, e := range f.Steps {
		most = max(most, e.Bytes)
	}
	return most
}

// Unknown names the stages that cannot tell, each once.
func (f Forecast) Unknown() []string {
	var names []string
	for _, e := range f.Steps {
		if math.IsNaN(e.Seconds) && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// String writes the forecast for a reader: "about 3 min and 40 MB, without
// scale, which cannot tell"; nothing where no step can tell.
func (f Forecast) String() string {
	unknown := f.Unknown()
	if len(unknown) > 0 && f.Seconds() == 0 {
		return ""
	}
	text := About(f.Seconds())
	if b := f.Bytes(); b > 0 {
		text += " and " + Megabytes(b)
	}
	switch {
	case len(unknown) == 1:
		text += ", without " + unknown[0] + ", which cannot tell"
	case len(unknown) > 1:
		text += ", without " + strings.Join(unknown, ", ") + ", which cannot tell"
	}
	return text
}

// About writes an estimated time: "under a second", "about 40 s", "about 3
// min", "about 2 h", "about 5 days".
func About(seconds float64) string {
	if seconds < 1 {
		return "under a second"
	}
	unit, of := 1.0, "s"
	switch {
	case seconds >= 2*86400:
		unit, of = 86400, "days"
	case seconds >= 2*3600:
		unit, of = 3600, "h"
	case seconds >= 100:
		unit, of = 60, "min"
	}
	n := seconds / unit
	if coarse := elementary.Pow(10, math.Floor(elementary.Log10(n))-1); coarse >= 1 {
		n = math.Round(n/coarse) * coarse
	}
	return fmt.Sprintf("about %.0f %s", n, of)
}

// Megabytes writes a size: "40 MB", "1.2 GB".
func Megabytes(bytes uint64) string {
	switch mb := float64(bytes) / 1e6; {
	case mb >= 1000:
		return fmt.Sprintf("%.1f GB", mb/1000)
	case mb >= 1:
		return fmt.Sprintf("%.0f MB", mb)
	}
	return "under a megabyte"
}

// update corrects the rates by what the steps of a report took. Steps that took
// next to nothing say more about the clock than about the method.
func (r *Rates) update(p engine.Pipeline, w Workload, rows present, columns int, costs []engine.Cost) {
	if r == nil {
		return
	}
	const least = time.Millisecond
	raw := forecast(p, w, rows, columns, func(string, bool) float64 { return 1 })
	for _, e := range raw.Steps {
		if took := costs[e.At].Seconds; took >= least.Seconds() && e.Seconds > 0 {
			r.correct(e.Name, w.Settings > 1, took/e.Seconds)
		}
	}
}
