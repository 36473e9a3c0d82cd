package execution

import (
	"context"
	"runtime"
	"runtime/pprof"
	"strconv"
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
	mark     string              // begins the labels of a session's goroutines
	byLabels sync.Map            // address of the labels -> *Run
	latest   atomic.Pointer[Run] // for goroutines that have shed their labels
}

// counted tells runs apart, of all sessions.
var counted atomic.Uint64

func newMark() string { return "s" + strconv.FormatUint(counted.Add(1), 10) + "·" }

// label is that of the goroutines of a new run.
func (rs *runs) label(name string) string {
	return rs.mark + name + "·" + strconv.FormatUint(counted.Add(1), 10)
}

// mine is the run that the calling goroutine belongs to, or, if it belongs to
// none, the latest; nil before the first.
func (rs *runs) mine() *Run {
	if r, ok := rs.byLabels.Load(uintptr(goroutineLabels())); ok {
		return r.(*Run)
	}
	return rs.latest.Load()
}

// enter labels the calling goroutine as one of the run, until it calls leave.
// A run is forgotten when its last goroutine has ended.
func (rs *runs) enter(r *Run) (leave func()) {
	before := goroutineLabels()
	ctx := pprof.WithLabels(context.Background(), pprof.Labels(labelKey, r.label))
	pprof.SetGoroutineLabels(ctx)
	labels := goroutineLabels()
	key := uintptr(labels)
	rs.byLabels.Store(key, r)
	// By then other labels may have taken the address.
	runtime.AddCleanup((*byte)(labels), func(r *Run) { rs.byLabels.CompareAndDelete(key, r) }, r)
	return func() { setGoroutineLabels(before) }
}

//go:linkname setGoroutineLabels runtime/pprof.runtime_setProfLabel
func setGoroutineLabels(labels unsafe.Pointer)
