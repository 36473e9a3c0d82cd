package interp

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Labels of goroutines pass from each to those it starts. So they tell which
// cell a piece of running code belongs to, through compiled code too, and for
// as long as it runs.
const labelKey = "unfold-cell"

//go:linkname goroutineLabels runtime/pprof.runtime_getProfLabel
func goroutineLabels() unsafe.Pointer

// runs knows the runs that have goroutines, by the labels these carry.
type runs struct {
	byLabels sync.Map            // address of the labels -> *run
	latest   atomic.Pointer[run] // for goroutines that have shed their labels
}

// mine is the run that the calling goroutine belongs to, or, if it belongs to
// none, the latest; nil before the first.
func (rs *runs) mine() *run {
	if r, ok := rs.byLabels.Load(uintptr(goroutineLabels())); ok {
		return r.(*run)
	}
	return rs.latest.Load()
}

// enter labels the calling goroutine as one of the run, until it calls leave.
// A run is forgotten when its last goroutine has ended.
func (rs *runs) enter(r *run) (leave func()) {
	before := goroutineLabels()
	ctx := pprof.WithLabels(context.Background(), pprof.Labels(labelKey, r.label))
	pprof.SetGoroutineLabels(ctx)
	labels := goroutineLabels()
	key := uintptr(labels)
	rs.byLabels.Store(key, r)
	// By then other labels may have taken the address.
	runtime.AddCleanup((*byte)(labels), func(r *run) { rs.byLabels.CompareAndDelete(key, r) }, r)
	return func() { setGoroutineLabels(before) }
}

//go:linkname setGoroutineLabels runtime/pprof.runtime_setProfLabel
func setGoroutineLabels(labels unsafe.Pointer)

// A census counts the goroutines of a session.
type census struct {
	alive   int // of the run in question
	waiting int // those of them that wait on a channel in interpreted code
	others  int // that wait on a channel in interpreted code, of other runs
	session int // of all runs
}

// count takes a census for a run. Labels of a session begin with its own mark.
func (r *run) count() (c census) {
	var b bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return c
	}
	session, _, _ := strings.Cut(r.label, "·")
	for record := range strings.SplitSeq(b.String(), "\n\n") {
		label := strconv.Quote(labelKey) + ":" + strconv.Quote(r.label)
		mine := strings.Contains(record, label)
		if !mine && !strings.Contains(record, strconv.Quote(labelKey)+`:"`+session+"·") {
			continue
		}
		head, _, _ := strings.Cut(strings.TrimSpace(record), " ")
		n, err := strconv.Atoi(head)
		if err != nil {
			n = 1
		}
		c.session += n
		waits := strings.Contains(record, "reflect.rselect") && strings.Contains(record, "yaegi/interp.")
		switch {
		case mine && waits:
			c.alive, c.waiting = c.alive+n, c.waiting+n
		case mine:
			c.alive += n
		case waits:
			c.others += n
		}
	}
	return c
}
