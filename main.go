// Unfold is a Jupyter kernel, a scripting language and an engine for learning
// manifolds: pipelines such as
//
//	load | warp(alpha, beta) | isomap(k) | krr(lambda) | svm
//
// in Go cells, in scripts and at a prompt.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
	"unfold/dsl"
	"unfold/dsl/interp"
	"unfold/engine"
	"unfold/kernel/display"
	"unfold/kernel/render"
	"unfold/stdlib"
	"unfold/stdlib/docs"
	"unfold/stdlib/symbols"
)

// commands are the words of the command line.
type commands struct {
	Kernel    kernelCommand    `cmd:"" help:"Serve a Jupyter front end; Jupyter starts this itself."`
	Worker    workerCommand    `cmd:"" hidden:"" help:"Run cells for a kernel, which starts this itself."`
	Install   installCommand   `cmd:"" help:"Register the kernel with Jupyter."`
	Uninstall uninstallCommand `cmd:"" help:"Take the kernel out of Jupyter."`
	Doctor    doctorCommand    `cmd:"" help:"Check this machine and say what to mend."`
	Run       runCommand       `cmd:"" help:"Run a script, a notebook or a pipeline."`
	Learn     learnCommand     `cmd:"" help:"Learn a pipeline from all rows and write it to a file."`
	Predict   predictCommand   `cmd:"" help:"Predict rows by a model that was written."`
	Export    exportCommand    `cmd:"" help:"Write a model as Go source or as ONNX, for other programs."`
	Show      showCommand      `cmd:"" help:"Show what a model is, and what it needs."`
	Repl      replCommand      `cmd:"" help:"Read cells from a prompt."`
	Fmt       fmtCommand       `cmd:"" help:"Format scripts."`
	Doc       docCommand       `cmd:"" help:"Explain a stage, or list them all."`
	Version   versionCommand   `cmd:"" help:"Print the version."`
}

func main() {
	var cli commands
	parser := kong.Parse(&cli,
		kong.Name("unfold"),
		kong.Description("Pipelines for dimensionality reduction, embedding and classification."),
		kong.UsageOnError(),
	)
	parser.FatalIfErrorf(parser.Run())
}

// newSession wires the language to all stages and packages.
func newSession(draw *render.Renderer) (*dsl.Session, error) {
	return dsl.New(stdlib.Catalogue(), dsl.Options{
		Symbols: []interp.Library{symbols.Library, display.Library},
		Imports: map[string]string{"display": display.Path},
		Prelude: stdlib.Prelude,
		Save:    draw.Save,
		Docs:    new(docs.Library),
	})
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Fprintln(os.Stdout, "unfold", engine.Version)
	return err
}
