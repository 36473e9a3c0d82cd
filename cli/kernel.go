package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"

	"unfold/dsl/command"
	"unfold/engine"
	"unfold/engine/evaluate/budget"
	"unfold/kernel"
	"unfold/kernel/history"
	"unfold/kernel/render"
	"unfold/kernel/worker"
)

type kernelCommand struct {
	ConnectionFile string   `arg:"" help:"The file that tells the ports, as Jupyter writes it."`
	Scripts        []string `arg:"" optional:"" hidden:"" help:"Files that Jupyter will run in the kernel; it names them here too."`
	Memory         string   `help:"What the session may hold: an amount such as 2GB, or a share such as 50% of what is free." env:"UNFOLD_MEMORY" default:"80%"`
	Static         bool     `help:"Leave HTML out of results, for notebooks that a host will show." env:"UNFOLD_STATIC"`
}

// Run serves until the front end shuts the kernel down. Cells run in a process
// of their own, which is starting while this one opens its sockets; so this
// one answers at once, and whatever a cell does to the other, it stays.
func (c *kernelCommand) Run() error {
	memory, err := budget.Parse(c.Memory)
	if err != nil {
		return err
	}
	// This process passes messages on. Handed from one goroutine to the next on
	// one processor, they wake no threads; the others are for the cells.
	runtime.GOMAXPROCS(1)
	cells := worker.New(worker.Options{
		Command: func() *exec.Cmd { return c.worker(memory) },
		Memory:  memory,
		Fault:   func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
	defer cells.Close()
	draw := render.New(render.Options{Static: c.Static})
	return kernel.Serve(context.Background(), c.ConnectionFile, session{cells}, draw, kernel.Info{
		Name:     "unfold",
		Version:  engine.Version,
		Banner:   "unfold " + engine.Version + ": Go cells with pipelines in them, such as load | scale | isomap(k=10)",
		Language: kernel.GoLanguage(),
		History:  history.Path(),
	})
}

// worker is the command of a process for cells: this program as it is now,
// even if another has been put in its place meanwhile.
func (c *kernelCommand) worker(memory uint64) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	cmd := exec.Command(program, "worker")
	if runtime.GOOS == "linux" {
		cmd.Path = "/proc/self/exe"
	}
	if c.Static {
		cmd.Args = append(cmd.Args, "--static")
	}
	cmd.Args = append(cmd.Args, fmt.Sprintf("--memory=%d", memory))
	return cmd
}

type workerCommand struct {
	Static bool   `help:"Leave HTML out of results."`
	Memory uint64 `help:"How many bytes the session may hold; 0 for what the environment says."`
}

// takeBudget sets the budget of this process. The environment stays as the reader
// has set it, for the programs that cells start.
func (c *workerCommand) takeBudget() {
	if c.Memory == 0 {
		return
	}
	before, had := os.LookupEnv(budget.Variable)
	os.Setenv(budget.Variable, strconv.FormatUint(c.Memory, 10))
	budget.Bytes()
	if had {
		os.Setenv(budget.Variable, before)
	} else {
		os.Unsetenv(budget.Variable)
	}
}

// notebookName is what os.Args of cells begin with: the notebook, where the server that
// started the kernel tells it.
func notebookName() string {
	if path := os.Getenv("JPY_SESSION_NAME"); path != "" {
		return filepath.Base(path)
	}
	return "notebook"
}

// Run runs cells for the kernel that has started this process, and ends with
// it.
func (c *workerCommand) Run() error {
	// A terminal sends its interrupts to this process too; they are for the
	// kernel, which passes them on as they are meant. Ignoring the signal
	// would make the commands that cells start ignore it as well.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	c.takeBudget()
	command.SetArguments(notebookName())
	defer kernel.TidyAfter(os.Getppid(), os.TempDir())
	draw := render.New(render.Options{Static: c.Static})
	session, err := newWorkerSession(draw)
	if err != nil {
		return err
	}
	return worker.Serve(worker.Host{
		Language: session,
		Renderer: draw,
		JSON:     kernel.Encode,
		Memory:   budget.Bytes(),
	})
}
