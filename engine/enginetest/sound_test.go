package enginetest

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// stageFor declares a toy as a stage.
func stageFor(name string, role engine.Role, m engine.Method) engine.Stage {
	return engine.Stage{
		Name: name, Role: role, Summary: "is a toy", Citation: "doi:10.1000/1", Examples: []string{name},
		New: func() engine.Method { return m },
	}
}

// sound is a catalogue of stages that keep their contracts.
func sound() *engine.Catalogue {
	blobs := Blobs(30).Table
	blobs.SHA256 = "0"
	return engine.NewCatalogue([]engine.Stage{
		stageFor("blobs", engine.SourceRole, given{blobs}),
		stageFor("hold", engine.ProtocolRole, hold{}),
		stageFor("first", engine.PrepareRole, first{}),
		stageFor("negate", engine.PrepareRole, negate{}),
		stageFor("straight", engine.MetricRole, straight{}),
		stageFor("keep", engine.EmbedderRole, keep{}),
		stageFor("follow", engine.ExtenderRole, follow{}),
	})
}

// first selects the first half of the rows.
type first struct{}

func (first) Params(*engine.Params) {}

func (first) Select(_ context.Context, t *engine.Table) ([]int, error) {
	var rows []int
	for i := range (t.Len() + 1) / 2 {
		rows = append(rows, i)
	}
	return rows, nil
}

// negate turns the signs of all cells.
type negate struct{}

func (negate) Params(*engine.Params) {}

func (negate) Prepare(_ context.Context, s engine.Sample) (*engine.Transform, error) {
	return &engine.Transform{Map: negated(len(s.Columns)), Columns: s.Columns}, nil
}

type negated int

func (n negated) Dim() int { return int(n) }

func (negated) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Scale(-1, x)
	return nil
}

// straight is the Euclidean metric.
type straight struct{}

func (straight) Params(*engine.Params) {}

func (straight) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	return engine.Euclidean(s.X), nil
}

func TestSoundStagesPass(t *testing.T) { All(t, sound()) }
