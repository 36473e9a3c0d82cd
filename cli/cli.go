// Package cli is the command line: one file a command, and the wiring of a session,
// which gives the language its stages, its packages and what draws its figures. It may
// import everything, and nothing but main imports it. Start at [Main].
package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"unfold/dsl"
	"unfold/dsl/interp"
	"unfold/engine"
	_ "unfold/engine/data/format/columnar" // large, as sqlite is: programs that use the engine import them if they need them
	_ "unfold/engine/data/format/sqlite"
	"unfold/kernel/display"
	"unfold/kernel/render"
	"unfold/stdlib"
	"unfold/stdlib/docs"
	"unfold/stdlib/symbols"

	"github.com/alecthomas/kong"
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
	Datasets  datasetsCommand  `cmd:"" help:"List the data sets that are known by name, or tell all of one."`
	Fetch     fetchCommand     `cmd:"" help:"Download data sets by name into the cache."`
	Build     buildCommand     `cmd:"" help:"Make a program with the stages of a Go package of yours in it."`
	Repl      replCommand      `cmd:"" help:"Read cells from a prompt."`
	Fmt       fmtCommand       `cmd:"" help:"Format scripts."`
	Doc       docCommand       `cmd:"" help:"Explain a stage, a function or an argument, or list them all."`
	Version   versionCommand   `cmd:"" help:"Print the version."`

	Completion completionCommand `cmd:"" help:"Print the script by which a shell completes command lines."`
	Manual     manualCommand     `cmd:"" help:"Print the manual page, for man."`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

// usageError is the exit status of a command line that cannot be understood; of
// work that failed it is 1.
const usageError = 2

// Main runs the command line of this process, and ends it.
func Main() {
	var cli commands
	parser := newParser(&cli)
	ctx, err := parser.Parse(os.Args[1:])
	if err != nil {
		parser.Errorf("%v; %s --help tells what there is", err, strings.TrimSpace("unfold "+commandOf(err)))
		os.Exit(usageError)
	}
	err = ctx.Run()
	var own exitStatus
	if errors.As(err, &own) { // a script's own end has been told
		os.Exit(int(own))
	}
	ctx.FatalIfErrorf(err)
}

// newParser reads command lines into cli.
func newParser(cli *commands) *kong.Kong {
	return kong.Must(cli,
		kong.Name("unfold"),
		kong.Description("Pipelines for dimensionality reduction, embedding and classification."),
		kong.Vars{"version": "unfold " + engine.Version},
	)
}

// A badUsage is an error of the command line, found before any work.
type badUsage struct{ error }

// ExitCode is the exit status of the program.
func (badUsage) ExitCode() int { return usageError }

func (e badUsage) Unwrap() error { return e.error }

// commandOf is the command that an error of the command line is in, if any.
func commandOf(err error) string {
	var fault *kong.ParseError
	if errors.As(err, &fault) && fault.Context.Selected() != nil {
		return fault.Context.Selected().Name
	}
	return ""
}

// newSession wires the language to all stages and packages.
func newSession(draw *render.Renderer) (*dsl.Session, error) {
	return newSessionOf(draw, dsl.Options{})
}

// newWorkerSession does so for a process that runs nothing else.
func newWorkerSession(draw *render.Renderer) (*dsl.Session, error) {
	return newSessionOf(draw, dsl.Options{OwnsProcess: true})
}

func newSessionOf(draw *render.Renderer, options dsl.Options) (*dsl.Session, error) {
	stages, err := catalogue()
	if err != nil {
		return nil, err
	}
	options.Symbols = []interp.Library{symbols.Library, display.Library}
	options.Imports = map[string]string{"display": display.Path}
	options.Prelude = stdlib.Prelude
	options.Save = draw.Save
	options.CheckSave = render.CheckName
	options.Dress = draw.Dress
	options.Docs = new(docs.Library)
	return dsl.New(stages, options)
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Fprintln(os.Stdout, "unfold", engine.Version)
	return err
}
