// Package stdlib is what a cell may say: the catalogue of all stages, and the
// prelude of words that are defined in the language itself. The tables by
// which cells import compiled packages are in stdlib/symbols.
package stdlib

import (
	_ "embed"
	"sync"

	"unfold/engine"
	"unfold/engine/dataset"
	"unfold/engine/embedding"
	"unfold/engine/explore"
	"unfold/engine/extension"
	"unfold/engine/form"
	"unfold/engine/generator"
	"unfold/engine/insight"
	"unfold/engine/local"
	"unfold/engine/metric"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
	"unfold/engine/protocol"
	"unfold/engine/quality"
	"unfold/engine/stochastic"
	"unfold/engine/surface"
	"unfold/engine/tuning"
	"unfold/engine/unfolding"
	"unfold/engine/view"
)

// Catalogue returns the stages of all families.
var Catalogue = sync.OnceValue(func() *engine.Catalogue {
	return engine.NewCatalogue(
		dataset.Stages(),
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
