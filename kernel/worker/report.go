package worker

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// mostReport bounds what is kept of what a process says on its stderr. A
	// report of the runtime begins with what matters.
	mostReport = 64 << 10
	// reportSpan is how long such text is held back, in case the process dies
	// of what it tells.
	reportSpan = 100 * time.Millisecond
	// fatalSpan is the same for text that reads like a report: of a deep stack
	// the runtime takes its time to write one.
	fatalSpan = 5 * time.Second
)

// reportMemory begins the last words of a child that ends itself.
const reportMemory = "fatal error: out of memory: "

// A report gathers what a process says on its descriptor 2, and passes it on
// when the process has survived it.
type report struct {
	show   func(text string)
	hasten func() // ends the process when nothing that is worth waiting for will come

	mu    sync.Mutex
	text  bytes.Buffer
	since time.Time // when text began
	timer *time.Timer
	over  bool
}

func (r *report) add(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text.Len() == 0 {
		r.since = time.Now()
	}
	if room := mostReport - r.text.Len(); room > 0 {
		r.text.Write(b[:min(room, len(b))])
	}
	if text := r.text.Bytes(); bytes.Contains(text, overflow) && goroutineLine.Match(text) {
		r.hasten()
	}
	if r.timer == nil {
		r.timer = time.AfterFunc(reportSpan, r.survived)
	} else {
		r.timer.Reset(reportSpan)
	}
}

func (r *report) survived() {
	r.mu.Lock()
	text := r.text.String()
	fatal := fatalLine.MatchString(text) || barredLine.MatchString(text) || strings.HasPrefix(text, "runtime: ")
	if fatal && time.Since(r.since) < fatalSpan {
		r.timer.Reset(reportSpan)
		text = ""
	}
	if r.over || text == "" {
		r.mu.Unlock()
		return
	}
	r.text.Reset()
	r.mu.Unlock()
	r.show(text)
}

// last ends the report and returns what has not been passed on.
func (r *report) last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if r.timer != nil {
		r.timer.Stop()
	}
	return r.text.String()
}

// withGoroutineLabels is an environment in which the runtime's reports name the
// labels of goroutines, and by them the cells that these are of.
func withGoroutineLabels(env []string) []string {
	setting := "GODEBUG=tracebacklabels=1"
	for _, each := range env {
		if others, ok := strings.CutPrefix(each, "GODEBUG="); ok && others != "" {
			setting = "GODEBUG=" + others + ",tracebacklabels=1"
		}
	}
	return append(env, setting)
}

// A death is how a child ended.
type death struct {
	kind    string // of the failure of its cells
	message string // in the runtime's or the system's words
	cell    string // whose goroutine it was, if that is known
	hint    string // a remedy
	report  string // all that was said
}

// overflow is in the report of a stack that was full. After its head the
// runtime walks the stack, which may take seconds, to print its far end.
var overflow = []byte("\nfatal error: stack overflow\n")

var (
	goroutineLine = regexp.MustCompile(`(?m)^goroutine \d+ .*\]:$`)
	fatalLine     = regexp.MustCompile(`(?m)^(?:fatal error|panic): (.*)$`)
	signalLine    = regexp.MustCompile(`(?m)^\[signal (SIG[A-Z]+: [^\]]*?)(?: code=.*)?\]`)
	barredLine    = regexp.MustCompile(`(?m)^(SIG[A-Z]+: .*)$`)
	labelledRun   = regexp.MustCompile(`(?m)^goroutine \d+.*\[.*labels:\{(.*)\}\]:?$`)
	cellName      = regexp.MustCompile(`In\[\d+\]`)
	cellLabel     = regexp.MustCompile(`"unfold-cell": ?("(?:[^"\\]|\\.)*")`)
)

// causeOfDeath finds out why a process died.
func causeOfDeath(state *os.ProcessState, said string) death {
	d := death{kind: "Crash", report: said}
	if at, text := firstMatch(fatalLine, said); at >= 0 {
		d.message = strings.TrimSuffix(text, " [recovered]")
		if _, signal := firstMatch(signalLine, said[at:]); signal != "" {
			d.message = signal
		}
	} else if _, text := firstMatch(barredLine, said); text != "" {
		d.message = text
	}
	switch {
	case strings.Contains(said, reportMemory):
		d.kind, d.message = outOfMemory, strings.TrimPrefix(d.message, "out of memory: ")
	case strings.Contains(d.message, "out of memory"), strings.Contains(d.message, "cannot allocate memory"):
		d.kind = outOfMemory
	case d.message == "stack overflow":
		d.hint = "a function calls itself without end, or too deep"
	case strings.HasPrefix(d.message, "concurrent map"):
		d.hint = "guard the map by a sync.Mutex, or use a sync.Map"
	}
	if d.message == "" {
		d.message = exitMessage(state, said)
	}
	if _, labels := firstMatch(labelledRun, said); labels != "" {
		if _, quoted := firstMatch(cellLabel, labels); quoted != "" {
			label, _ := strconv.Unquote(quoted)
			d.cell = cellName.FindString(label)
		}
	}
	return d
}

// exitMessage says how a process ended that left no report of the runtime.
func exitMessage(state *os.ProcessState, said string) string {
	message := "it ended for no known reason"
	if state != nil {
		message = state.String()
	}
	if last := strings.TrimSpace(said); last != "" && !strings.Contains(last, "\n") {
		message = fmt.Sprintf("%s: %s", message, last)
	}
	return message
}

// firstMatch returns where the first match of p is and its first group, -1 and
// "" if there is none.
func firstMatch(p *regexp.Regexp, text string) (at int, group string) {
	m := p.FindStringSubmatchIndex(text)
	if m == nil {
		return -1, ""
	}
	return m[0], text[m[2]:m[3]]
}
