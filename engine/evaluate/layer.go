package evaluate

import (
	"unfold/engine"
	"unfold/engine/internal/content"
)

// A layer is a step between protocol and measures, once for each combination
// of its own candidates, in the order of the settings.
type layer struct {
	at        int
	variants  []engine.Step
	spellings []string // the variants as text; empty where they have no key
	stride    int      // settings that share a variant and all that stands before it
}

// layersOf returns the layers of a pipeline. Setting i takes variant
// i / below mod len(variants) of each.
func layersOf(p engine.Pipeline) []layer {
	var layers []layer
	for at, s := range p.Steps {
		if !s.Acts() {
			continue
		}
		alone := engine.Pipeline{Steps: []engine.Step{s}}
		l := layer{at: at}
		for i := range alone.Settings() {
			variant := alone.Setting(i).Steps[0]
			text, _ := content.Text(variant)
			l.variants, l.spellings = append(l.variants, variant), append(l.spellings, text)
		}
		layers = append(layers, l)
	}
	below := 1
	for i := len(layers) - 1; i >= 0; i-- {
		layers[i].stride = below
		below *= len(layers[i].variants)
	}
	return layers
}
