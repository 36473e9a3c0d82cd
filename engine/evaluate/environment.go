package evaluate

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/blas"
	"unfold/engine/memo"
)

// An Environment is what a pipeline runs in. Its zero value adds nothing to the
// pipeline, keeps nothing, and asks the machine for its memory. Runs in one
// environment may go on at once; two environments share nothing.
type Environment struct {
	// Catalogue completes what the pipeline leaves open: before a predictor its
	// standard protocol, its standard measures unless one is named, its standard
	// views unless one is. A nil catalogue adds nothing.
	Catalogue *engine.Catalogue
	// Memo is where runs leave what they have learned and the scores of settings,
	// and find what earlier ones have left; nil for nothing of earlier ones.
	Memo *memo.Memo
	// Rates correct forecasts by how long stages took; nil corrects none.
	Rates *Rates
	// Free tells how many bytes of memory can be had, and whether that is known;
	// nil asks the machine, within the budget of the process.
	Free func() (bytes uint64, known bool)
	// Remarks tell at the end of a run what a report says of the machine, such as
	// a library that served; nil asks our own back ends.
	Remarks func() []string
}

// NewMemo returns a memo for a session: of a quarter of the memory that can be
// had now, of a gigabyte where that is not known.
func NewMemo() *memo.Memo {
	if room := memory.Machine(); room.Known {
		return memo.New(room.Free / 4)
	}
	return memo.New(1 << 30)
}

// Context returns a context whose methods claim memory in the environment.
func (env Environment) Context(ctx context.Context) context.Context {
	return memory.With(ctx, memory.Owner{Room: env.room, Release: env.release})
}

func (env Environment) release() {
	if env.Memo != nil {
		env.Memo.Release()
	}
}

// room is how much memory can be had.
func (env Environment) room() memory.Room {
	if env.Free == nil {
		return memory.Machine()
	}
	free, known := env.Free()
	return memory.Room{Free: free, Known: known}
}

// free tells how many bytes can be had, and whether that is known.
func (env Environment) free() (bytes uint64, known bool) {
	room := env.room()
	return room.Free, room.Known
}

// remarks are what a report says of the machine: work whose context does not
// reach a stage, such as products that gonum makes, can tell it nowhere else.
func (env Environment) remarks() []string {
	if env.Remarks != nil {
		return env.Remarks()
	}
	var texts []string
	for _, text := range []string{blas.Remark(), memory.Remark()} {
		if text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// readsTarget reports whether a step looks at classes or a response.
func readsTarget(s engine.Step) bool {
	_, hides := s.Method.(engine.Hider)
	return hides || s.ReadsLabels() || s.Stage.Needs&(engine.NeedClasses|engine.NeedResponse) != 0
}
