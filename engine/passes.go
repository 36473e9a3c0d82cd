package engine

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"sync"
)

// passes takes every fold through the steps, several at once: each has
// stretches that occupy one processor only. What comes out are the same bits as
// of one after the other. Remarks are kept, and progress is told, in the order
// of the folds; of several that fail, the first one's error is returned.
func (e *evaluation) passes(ctx context.Context, folds []Fold) ([]*Run, error) {
	ps := &passes{evaluation: e, all: make([]pass, len(folds)), failed: len(folds)}
	var group sync.WaitGroup
	for range e.atOnce(folds) {
		group.Go(func() { ps.work(ctx, folds) })
	}
	group.Wait()
	if ps.panicked != nil {
		panic(ps.panicked) // where a front end can recover from it
	}
	if ps.failed < len(folds) {
		return nil, ps.all[ps.failed].err
	}
	runs := make([]*Run, len(folds))
	for i, p := range ps.all {
		e.note(p.notes...)
		runs[i] = p.run
	}
	return runs, nil
}

// atOnce is how many folds are under way together: as many as there are
// processors, if all of them leave three quarters of the free memory untouched
// though each took four matrices over its rows. So none is refused memory that
// it would be given alone, nor does with less precision. Methods that a program
// brings undeclared, as a cell of a notebook does, meet one fold at a time.
func (e *evaluation) atOnce(folds []Fold) int {
	for _, s := range e.steps {
		if role := s.Role(); role >= PrepareRole && role <= PredictorRole && declared[reflect.TypeOf(s.Method)] == nil {
			return min(1, len(folds))
		}
	}
	var rows float64
	for _, f := range folds {
		rows = max(rows, float64(len(f.Train)))
	}
	free, known := room()
	if !known || rows == 0 {
		return min(1, len(folds))
	}
	fit := float64(free) / 4 / (4 * 8 * rows * rows)
	return max(1, int(min(fit, float64(len(folds)), float64(runtime.GOMAXPROCS(0)))))
}

// room tells how many bytes of memory can be had, and whether that is known.
var room = func() (free uint64, known bool) { return 0, false }

// AskRoom has ask tell how many bytes of memory can be had, and whether that is
// known; until then folds are taken one after the other. It is to be called
// while the program initialises.
func AskRoom(ask func() (free uint64, known bool)) { room = ask }

// passes are the folds of an evaluation on their way.
type passes struct {
	*evaluation

	mu       sync.Mutex
	all      []pass
	next     int // the first that nobody has begun
	front    int // the first that is not done, whose progress is told
	failed   int // the first that failed, or how many there are
	panicked any
}

// A pass is what became of a fold.
type pass struct {
	run   *Run
	notes []Note
	err   error
	done  bool
	stop  context.CancelFunc
}

// work takes folds until there are no more, or one has failed.
func (ps *passes) work(ctx context.Context, folds []Fold) {
	for {
		i, ctx, ok := ps.begin(ctx)
		if !ok {
			return
		}
		ps.try(ctx, i, folds[i])
	}
}

// begin picks the next fold, and returns the context for it.
func (ps *passes) begin(ctx context.Context) (i int, own context.Context, ok bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	i = ps.next
	if i >= ps.failed {
		return 0, nil, false
	}
	ps.next++
	own, ps.all[i].stop = context.WithCancel(ctx)
	return i, WithProgress(own, func(p Progress) {
		ps.mu.Lock()
		first := ps.front == i
		ps.mu.Unlock()
		if first {
			Tell(ctx, p)
		}
	}), true
}

// try takes a fold through the steps and ends it. A panic fails the fold too.
func (ps *passes) try(ctx context.Context, i int, f Fold) {
	p := &ps.all[i]
	defer func() { ps.end(i, recover()) }()
	p.run, p.notes, p.err = ps.pass(ctx, i, f)
}

// end marks a fold as done, and stops those behind one that has failed.
func (ps *passes) end(i int, panicked any) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := &ps.all[i]
	p.stop()
	p.done = true
	for ps.front < len(ps.all) && ps.all[ps.front].done {
		ps.front++
	}
	if (panicked == nil && p.err == nil) || i > ps.failed {
		return
	}
	ps.failed, ps.panicked = i, panicked
	for later := i + 1; later < ps.next; later++ {
		ps.all[later].stop()
	}
}

// pass takes one fold through the steps.
func (ps *passes) pass(ctx context.Context, i int, f Fold) (*Run, []Note, error) {
	var where string
	if len(ps.all) > 1 {
		where = fmt.Sprintf("fold %d of %d", i+1, len(ps.all))
	}
	var remarks []Note
	r := Run{Fold: f, Train: ps.table.Take(f.Train), Held: ps.table.Take(f.Held), width: len(ps.table.Columns)}
	for at, s := range ps.steps {
		if role := s.Role(); role < PrepareRole || role > PredictorRole {
			continue
		}
		if _, done := s.Method.(Selector); done {
			continue
		}
		notes, err := ps.perform(ctx, placed{s, at}, where, func(ctx context.Context) (err error) {
			r, err = s.apply(ctx, r)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		remarks = append(remarks, notes...)
	}
	return &r, remarks, nil
}
