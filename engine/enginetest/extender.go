package enginetest

import (
	"context"
	"errors"
	"testing"

	"unfold/engine"
)

// Extenders tests that a map is learned from placed rows, that it says of each
// row what it says of it among others and of copies of it, held or not, and that
// no held label reaches it.
func Extenders(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.ExtenderRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Extender)
		embedder, extended := acceptedEmbedding(t, c, m)
		rows := Blobs(60).Sample()
		testMap(t, extended.Map, rows.X, extended.Dim())
		testCopiesMapped(t, embedder, defaultStep(t, s))
		testSameRun(t, sentence(Blobs(60).Table, hold{}, embedder, defaultStep(t, s)))
		testRefused(t, embedder, defaultStep(t, s))
		testAwkward(t, hold{}, embedder, defaultStep(t, s))
		if !testNewRows(t, Blobs(60).Table, embedder, defaultStep(t, s)) {
			t.Error("new rows have no place")
		}
		e, err := embedder.Method.(engine.Embedder).Embed(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		testCancelled(t, "Extend", func(ctx context.Context) error { _, err := m.Extend(ctx, rows, e); return err })
	})
}

// acceptedEmbedding finds an embedding that the extender can follow: the toy's,
// or that of an embedder of the catalogue, since some extenders follow some
// embedders only.
func acceptedEmbedding(t *testing.T, c *engine.Catalogue, m engine.Extender) (engine.Step, *engine.Extension) {
	t.Helper()
	steps := engine.Pipe(keep{}).Steps
	for _, name := range c.Names(engine.EmbedderRole) {
		s, _ := c.Lookup(name)
		steps = append(steps, engine.Step{Stage: s, Method: s.Make()})
	}
	rows := Blobs(60).Sample()
	var err error
	for _, step := range steps {
		var e *engine.Embedding
		if e, err = step.Method.(engine.Embedder).Embed(t.Context(), rows); err != nil {
			continue
		}
		var extended *engine.Extension
		if extended, err = m.Extend(t.Context(), rows, e); err == nil {
			return step, extended
		}
		var told *engine.Error
		if !errors.As(err, &told) || told.Remedy == nil {
			t.Errorf("after %s: error is %v, want an *engine.Error with a remedy", step.Name(), err)
		}
	}
	t.Fatalf("no embedding can be extended: %v", err)
	return engine.Step{}, nil
}
