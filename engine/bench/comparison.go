package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// A comparison is a line about to be measured: our side, and one for each of the
// peer's options.
type comparison struct {
	line     line
	threads  int
	runs     int     // turns after the warm-up
	patience float64 // seconds that all turns may take; fewer are taken rather than more
	folder   string  // of this line alone
	peers    program // nil where there are none
	tell     func(format string, args ...any)
}

// A competitor is a side with what it has cost so far.
type competitor struct {
	*side  `json:"-"`
	Who    string        `json:"who"`
	Option string        `json:"option,omitempty"`
	Runs   []measurement `json:"runs"`
	Peak   uint64        `json:"peak"` // bytes; 0 where the system does not tell

	idle     bool // takes no turns
	versions map[string]string
	output   *output
}

// seconds are what the turns have taken.
func (c *competitor) seconds() []float64 {
	all := make([]float64, len(c.Runs))
	for i, m := range c.Runs {
		all[i] = m.Seconds
	}
	return all
}

// cpu is what the turns have used of all processors, in seconds.
func (c *competitor) cpu() []float64 {
	all := make([]float64, len(c.Runs))
	for i, m := range c.Runs {
		all[i] = m.CPU
	}
	return all
}

// measure measures the line, by whichever way it is measured.
func (m comparison) measure(ctx context.Context) (*record, error) {
	if m.line.command != "" {
		return m.measureCommand(ctx)
	}
	return m.sideBySide(ctx)
}

// sideBySide measures our side in turns with the peer's.
func (m comparison) sideBySide(ctx context.Context) (*record, error) {
	m.tell("making the rows")
	in, err := m.line.input(ctx)
	if err != nil {
		return nil, err
	}
	files, err := in.files(m.folder)
	if err != nil {
		return nil, err
	}
	r := newRecord(m.line, m.threads)
	sides, err := m.startSides(ctx, files, in.settings, r)
	defer func() {
		for _, c := range sides {
			c.close()
		}
	}()
	if err != nil {
		return nil, err
	}
	if sides, err = m.takeTurns(ctx, sides, r); err != nil {
		return nil, err
	}
	if err := m.collect(ctx, sides, files, in.settings, r); err != nil {
		return nil, err
	}
	r.compare(sides)
	fastest := r.rival(sides)
	var theirs *output
	if fastest != nil {
		theirs = fastest.output
	}
	if m.line.judge != nil {
		r.Qualities = m.line.judge(in, sides[0].output, theirs)
	}
	return r, ctx.Err()
}

// startSides starts and loads the sides. Ours must be able to do the task; a
// peer that is not is left out with a note.
func (m comparison) startSides(ctx context.Context, files map[string]string, more settings, r *record) (sides []*competitor, err error) {
	self, err := ownProgram()
	if err != nil {
		return nil, err
	}
	q := request{Do: "load", Task: m.line.task, Arrays: files, Settings: m.line.set.with(more)}
	c, err := m.loadSide(ctx, self, &competitor{Who: "unfold"}, q)
	if err != nil {
		return sides, err
	}
	sides = append(sides, c)
	if m.line.peer == "" {
		return sides, nil
	}
	program := m.peers
	if m.line.peer == ourselves {
		program = self
	}
	if program == nil {
		r.note("%s: not installed; apt install python3-sklearn", m.line.peer)
		return sides, nil
	}
	q.Task = m.line.rivalTask()
	for _, option := range m.line.options {
		option = withThreads(option, m.threads)
		q.Option = option
		c, err := m.loadSide(ctx, program, &competitor{Who: m.line.peer, Option: option}, q)
		if err != nil {
			r.note("%s(%s): %v", m.line.peer, option, err)
			continue
		}
		sides = append(sides, c)
	}
	return sides, nil
}

func (m comparison) loadSide(ctx context.Context, p program, c *competitor, q request) (*competitor, error) {
	var err error
	if c.side, err = start(ctx, p, m.threads); err != nil {
		return nil, err
	}
	loaded, err := c.ask(q)
	if err != nil {
		c.close()
		return nil, err
	}
	c.versions = loaded.Versions
	return c, nil
}

// slow is how many times slower than the fastest of the peer's options
// another may be, warming up, to be measured further.
const slow = 1.5

// takeTurns warms every side up, lets them take turns, and returns those that
// are still there.
func (m comparison) takeTurns(ctx context.Context, sides []*competitor, r *record) ([]*competitor, error) {
	var left []*competitor
	warm := map[*competitor]measurement{}
	best := math.Inf(1) // of the peer's options
	for _, c := range sides {
		m.tell("%s: warming up", c.name())
		took, err := c.runOnce()
		switch {
		case err == nil:
			left, warm[c] = append(left, c), took
			if c != sides[0] {
				best = min(best, took.Seconds)
			}
		case c == sides[0] || ctx.Err() != nil:
			return sides, firstError(ctx.Err(), err)
		default:
			r.note("%s: %v", c.name(), err)
			c.close()
		}
	}
	var round float64
	for _, c := range left {
		if c.idle = c != sides[0] && warm[c].Seconds > slow*best; c.idle {
			c.Runs = []measurement{warm[c]}
			r.note("%s: far from the fastest, measured once", c.name())
			continue
		}
		round += warm[c].Seconds
	}
	count := max(1, min(m.runs, int(m.patience/max(round, 1e-9))))
	for i := range count {
		for _, c := range left {
			if c.idle {
				continue
			}
			took, err := c.runOnce()
			if err != nil {
				return left, firstError(ctx.Err(), err)
			}
			c.Runs = append(c.Runs, took)
			m.tell("%s: run %d of %d, %.3g s", c.name(), i+1, count, took.Seconds)
		}
	}
	return left, nil
}

// runOnce runs the work once.
func (c *competitor) runOnce() (measurement, error) {
	took, err := c.ask(request{Do: "run"})
	c.Peak = max(c.Peak, took.Peak)
	return measurement{took.Seconds, took.CPU}, err
}

// name tells the side from others.
func (c *competitor) name() string {
	if c.Option == "" {
		return c.Who
	}
	return c.Who + "(" + c.Option + ")"
}

// collect asks the sides for their results, and computes the reference of ours
// where the line has one.
func (m comparison) collect(ctx context.Context, sides []*competitor, files map[string]string, more settings, r *record) error {
	for i, c := range sides {
		folder := filepath.Join(m.folder, fmt.Sprint("side", i))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		o, err := c.result(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name(), firstError(ctx.Err(), err))
		}
		c.output = &o
	}
	if m.line.exact == nil {
		return nil
	}
	m.tell("unfold: the reference")
	o, err := m.reference(ctx, files, m.line.set.with(more).with(m.line.exact))
	if err != nil {
		return firstError(ctx.Err(), err)
	}
	sides[0].output.arrays["exact"] = o.arrays["y"]
	return nil
}

// reference is what our side comes to under other settings.
func (m comparison) reference(ctx context.Context, files map[string]string, set settings) (output, error) {
	self, err := ownProgram()
	if err != nil {
		return output{}, err
	}
	c, err := m.loadSide(ctx, self, &competitor{Who: "unfold"}, request{Do: "load", Task: m.line.task, Arrays: files, Settings: set})
	if err != nil {
		return output{}, err
	}
	defer c.close()
	if _, err := c.runOnce(); err != nil {
		return output{}, err
	}
	folder := filepath.Join(m.folder, "reference")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return output{}, err
	}
	return c.result(folder)
}

// firstError returns the first error that is one: a side that was ended because
// the whole was tells less than the context.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
