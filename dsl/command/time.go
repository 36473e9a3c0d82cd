package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

func init() {
	register(&Command{
		Name: "time", Usage: "%time statement, or %%time over a cell", Takes: Code, Line: true, Whole: true,
		Summary: "tells how long a statement, a pipeline or a cell takes, and shows its value",
		Run:     runTime,
	}, &Command{
		Name: "timeit", Usage: "%timeit [-n loops] [-r runs] statement, or %%timeit over a cell", Takes: Code, Numbers: "nr", Line: true, Whole: true,
		Summary: "measures a statement or a pipeline over many runs, compiled once; kept results do not serve",
		Run:     runTimeit,
	})
}

// target is the code that a command measures.
func (c *Call) target() (Extent, error) {
	e := c.Rest
	if c.Body != (Extent{}) {
		e = c.Body
	}
	if strings.TrimSpace(c.Source.Text[e.From:e.To]) == "" {
		return e, c.fault(Extent{}, "there is nothing to measure", "write "+c.Usage)
	}
	return e, nil
}

func runTime(ctx context.Context, c *Call) (any, error) {
	e, err := c.target()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	value, err := c.Host.Eval(ctx, e.From, e.To, c.Out)
	took := time.Since(began)
	if err != nil {
		return nil, err
	}
	c.sayln("took " + round(took))
	return value, nil
}

// A run of %timeit is long enough for the clock, and all of them together
// short enough for a reader.
const (
	shortest = 100 * time.Millisecond // of a run, unless once takes longer
	patience = 3 * time.Second        // for all runs, where once takes long
	mostRuns = 7
)

func runTimeit(ctx context.Context, c *Call) (any, error) {
	loops, runs, e, err := c.repeats()
	if err != nil {
		return nil, err
	}
	return nil, c.Host.Loop(ctx, e.From, e.To, func(times func(n int)) error {
		each, loops, err := measure(ctx, loops, runs, times)
		if err != nil {
			return err
		}
		mean, sd := moments(each)
		c.sayln(fmt.Sprintf("%s ± %s per loop (mean ± sd of %d runs, %d loops each)", round(mean), round(sd), len(each), loops))
		return nil
	})
}

// repeats reads the options of %timeit; zero leaves a number to it.
func (c *Call) repeats() (loops, runs int, e Extent, err error) {
	given, rest := c.numbers(c.Source.Text, c.Rest)
	for _, o := range given {
		n, err := strconv.Atoi(o.Text)
		if err != nil || n < 1 {
			return 0, 0, e, c.fault(o.Extent, fmt.Sprintf("-%c takes a whole number from 1, not %q", o.letter, o.Text), "write "+c.Usage)
		}
		if o.letter == 'n' {
			loops = n
		} else {
			runs = n
		}
	}
	c.Rest = rest
	e, err = c.target()
	return loops, runs, e, err
}

// measure runs a number of loops a number of times and returns how long one
// loop took in each. It chooses what is zero.
func measure(ctx context.Context, loops, runs int, times func(n int)) (each []time.Duration, n int, err error) {
	run := func(n int) time.Duration {
		began := time.Now()
		times(n)
		return time.Since(began)
	}
	n = max(loops, 1)
	took := run(n)
	for loops == 0 && took < shortest && n < math.MaxInt/10 {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		n *= 10
		took = run(n)
	}
	if runs == 0 {
		runs = max(1, min(mostRuns, int(patience/max(took, 1))))
	}
	for len(each) < runs {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if len(each) > 0 {
			took = run(n)
		}
		each = append(each, took/time.Duration(n))
	}
	return each, n, errors.Join(ctx.Err())
}

// moments are the mean of durations and the spread around it.
func moments(all []time.Duration) (mean, sd time.Duration) {
	var sum, squares float64
	for _, d := range all {
		sum += float64(d)
	}
	centre := sum / float64(len(all))
	for _, d := range all {
		squares += (float64(d) - centre) * (float64(d) - centre)
	}
	if len(all) > 1 {
		sd = time.Duration(math.Sqrt(squares / float64(len(all)-1)))
	}
	return time.Duration(centre), sd
}

// round writes a duration with three digits.
func round(d time.Duration) string {
	for unit := time.Duration(1); unit < time.Hour; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit).String()
		}
	}
	return d.Round(time.Second).String()
}
