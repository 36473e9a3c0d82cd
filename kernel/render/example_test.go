package render_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/view"
	"unfold/kernel/render"
)

// A figure, or a report with its figures, is saved in the format that the name of
// the file ends with.
func ExampleRenderer_Save() {
	report, err := evaluate.Run(context.Background(), engine.Pipe(
		&generator.Waveform{N: 100, Seed: 1},
		&embedding.PCA{Dim: 2},
		&view.Scatter{Window: view.Window{Fold: 1, X: "1", Y: "2"}},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "unfold")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	r := render.New(render.Options{})
	for name, begins := range map[string]string{"scatter.svg": "<svg", "scatter.png": "\x89PNG"} {
		path := filepath.Join(dir, name)
		if err := r.Save(report.Figures[0], path); err != nil {
			log.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, bytes.Contains(text[:200], []byte(begins)))
	}
	// Unordered output:
	// scatter.svg true
	// scatter.png true
}
