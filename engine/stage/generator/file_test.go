package generator_test

import (
	"os"
	"testing"

	"unfold/engine"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/generator"
)

// The file that UCI distributes has the moments of our generator: each class
// mean and variance within five standard errors.
func TestWaveformFile(t *testing.T) {
	if os.Getenv("UNFOLD_DATA") == "" {
		t.Skip("UNFOLD_DATA is not set")
	}
	load := new(dataset.Load)
	engine.SetDefaults(load)
	load.Path = "waveform.csv"
	table, err := load.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	generator.CheckWaveform(t, table)
}
