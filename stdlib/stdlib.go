// Package stdlib is what a cell may say: the catalogue of all stages, and the
// prelude of words that are defined in the language itself. The tables by
// which cells import compiled packages are in stdlib/symbols.
package stdlib

import (
	_ "embed"
	"sync"

	"unfold/engine"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/explore"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/form"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/insight"
	"unfold/engine/stage/local"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/stochastic"
	"unfold/engine/stage/surface"
	"unfold/engine/stage/tuning"
	"unfold/engine/stage/unfolding"
	"unfold/engine/stage/values"
	"unfold/engine/stage/view"
)

// Catalogue returns the stages of all families.
var Catalogue = sync.OnceValue(func() *engine.Catalogue {
	return engine.NewCatalogue(
		dataset.Stages(),
		values.Stages(),
		generator.Stages(),
		protocol.Stages(),
		prepare.Stages(),
		metric.Stages(),
		embedding.Stages(),
		local.Stages(),
		unfolding.Stages(),
		stochastic.Stages(),
		surface.Stages(),
		extension.Stages(),
		form.Stages(),
		predictor.Stages(),
		quality.Stages(),
		view.Stages(),
		tuning.Stages(),
		explore.Stages(),
		insight.Stages(),
	)
})

// Prelude is a cell that every session runs before the reader's first.
//
//go:embed prelude.uf
var Prelude string
