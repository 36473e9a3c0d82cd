package custom

import (
	"context"
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Caller calls code that nobody has tested, in a goroutine of its own. It returns when
// the code has, or when the context has ended; the error is the context's, or says with
// what the code panicked, and where.
type Caller func(ctx context.Context, code func()) error

// A guard stands before a method, whatever its role.
type guard struct {
	role  engine.Role
	inner engine.Method
	name  string
	call  Caller
}

// Params declares the parameters of the method itself.
func (m *guard) Params(p *engine.Params) { m.inner.Params(p) }

// ReadsLabels reports whether the method says that it reads labels.
func (m *guard) ReadsLabels() bool {
	r, says := m.inner.(engine.LabelReader)
	return says && r.ReadsLabels()
}

// Clone copies the method with its settings.
func (m *guard) Clone() engine.Method {
	c := *m
	inner := reflect.New(reflect.TypeOf(m.inner).Elem())
	inner.Elem().Set(reflect.ValueOf(m.inner).Elem())
	c.inner = inner.Interface().(engine.Method)
	return guarded(c)
}

// guarded is the method in its role.
func guarded(m guard) engine.Method {
	switch m.role {
	case engine.PrepareRole:
		return &preparer{m}
	case engine.MetricRole:
		return &metric{m}
	case engine.EmbedderRole:
		return &embedder{m}
	case engine.ExtenderRole:
		return &extender{m}
	case engine.PredictorRole:
		return &learner{m}
	}
	return &measure{m}
}

// ask calls a verb of the method.
func ask[T any](ctx context.Context, m *guard, verb string, code func() (T, error)) (T, error) {
	var none, value T
	if err := m.run(ctx, verb, func() (err error) {
		value, err = code()
		return err
	}); err != nil {
		return none, err
	}
	return value, nil
}

// run calls code of the method, and tells how it ended.
func (m *guard) run(ctx context.Context, verb string, code func() error) error {
	var err error
	ended := false
	failure := m.call(ctx, func() {
		err = code()
		ended = true
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case engine.IsCancel(failure):
		return failure
	case failure != nil:
		return &engine.Error{Stage: m.name, Cause: fmt.Sprintf("%s %v", verb, failure), Remedy: mend(), Err: failure}
	case !ended:
		return m.broken(verb, "ends its goroutine")
	}
	return err
}

// mend tells what to do about code that does not keep its promise.
func mend() remedy.Remedy { return remedy.Say("mend its code, and register it again") }

// broken says that a method returns what its role does not.
func (m *guard) broken(verb, cause string, args ...any) error {
	return &engine.Error{Stage: m.name, Cause: verb + " " + fmt.Sprintf(cause, args...), Remedy: mend()}
}

// finite finds the first number of x that is none.
func (m *guard) finite(verb string, x *mat.Dense) error {
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			if v := x.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return m.broken(verb, "gives %v in column %d of row %d, counted from 0", v, j, i)
			}
		}
	}
	return nil
}

// way is a map behind the guard.
type way struct {
	*guard
	inner engine.Map
	dim   int
}

// newWay checks a map, whose images must have so many columns, if any number is said.
func (m *guard) newWay(inner engine.Map, verb string, dim int) (engine.Map, error) {
	w := &way{m, inner, inner.Dim()}
	if w.dim < 1 || dim > 0 && w.dim != dim {
		return nil, m.broken(verb, "returns a map to %d dimensions, where there are %d", w.dim, max(dim, 1))
	}
	return w, nil
}

func (w *way) Dim() int { return w.dim }

func (w *way) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, d := dst.Dims()
	for i := range n {
		for j := range d {
			dst.Set(i, j, math.NaN()) // what is not filled in is seen
		}
	}
	if err := w.run(ctx, "Apply", func() error { return w.inner.Apply(ctx, dst, x) }); err != nil {
		return err
	}
	return w.finite("Apply", dst)
}
