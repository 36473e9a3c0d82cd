package kernel

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"unfold/kernel/wire"
)

// A kernel is one session with its front ends.
type kernel struct {
	lang    Language
	draw    Renderer
	info    Info
	fault   func(error)
	server  *wire.Server
	session string // of the kernel itself, not of a client
	iopub   *iopub
	queue   *queue
	stop    func() // ends the kernel

	// The shell's goroutine alone uses these two.
	count   int
	history history

	asking  sync.Mutex        // held while a question is open
	answers chan wire.Message // input replies

	mu      sync.Mutex
	running *run // the cell at work, nil between cells
}

// A request is a message to answer.
type request struct {
	wire.Message
	router  *wire.Router // where it came from and where the answer goes
	arrived time.Time
	aborted bool // not to be run, because a cell before it failed
	replied bool
	last    bool // the kernel ends when this has been handled
}

// A handler answers one type of request.
type handler func(*kernel, *request)

// shell and control say what is answered where. Control requests are handled
// while a cell runs, so none of them touches the language.
var (
	shell = map[string]handler{
		"execute_request":     (*kernel).execute,
		"complete_request":    answer((*kernel).complete),
		"inspect_request":     answer((*kernel).inspect),
		"is_complete_request": answer((*kernel).isComplete),
		"history_request":     answer((*kernel).recall),
		"kernel_info_request": answer((*kernel).present),
		"connect_request":     answer((*kernel).connect),
		"comm_info_request":   answer((*kernel).commInfo),
		"comm_open":           (*kernel).commOpen,
		"comm_msg":            (*kernel).commIgnore,
		"comm_close":          (*kernel).commIgnore,
		"shutdown_request":    (*kernel).shutdown,
	}
	control = map[string]handler{
		"kernel_info_request": answer((*kernel).present),
		"connect_request":     answer((*kernel).connect),
		"interrupt_request":   answer((*kernel).interruptRequest),
		"shutdown_request":    (*kernel).shutdown,
	}
)

// handle answers a request between busy and idle, come what may.
func (k *kernel) handle(r *request, table map[string]handler) {
	defer func() {
		if r.last {
			k.stop()
		}
	}()
	k.iopub.post(r.Verbatim, "status", statusContent{"busy"})
	defer k.iopub.post(r.Verbatim, "status", statusContent{"idle"})
	defer func() {
		if p := recover(); p != nil {
			k.fault(fmt.Errorf("kernel: %s: panic: %v\n%s", r.Header.Type, p, debug.Stack()))
			if !r.replied {
				k.reply(r, asFailure(crash{value: p}))
			}
		}
	}()
	handle, known := table[r.Header.Type]
	if !known {
		k.fault(fmt.Errorf("kernel: no handler for %q here", r.Header.Type))
		return
	}
	handle(k, r)
}

// reply answers r.
func (k *kernel) reply(r *request, content any) {
	r.replied = true
	name := strings.TrimSuffix(r.Header.Type, "_request") + "_reply"
	err := r.router.Send(r.Reply(wire.NewHeader(k.session, name), encode(content)))
	if err != nil {
		k.fault(err)
	}
}

// answer makes a handler of a function from a request's content to the content
// of its reply.
func answer[Q, A any](f func(*kernel, Q) A) handler {
	return func(k *kernel, r *request) {
		var q Q
		if err := json.Unmarshal(r.Content, &q); err != nil {
			k.reply(r, asFailure(malformed(r, err)))
			return
		}
		k.reply(r, f(k, q))
	}
}

// malformed says what is wrong with the content of a request.
func malformed(r *request, err error) error {
	return fmt.Errorf("kernel: %s: %w", r.Header.Type, err)
}

// status is the field that every reply begins with.
type status struct {
	Status string `json:"status"`
}

var ok = status{"ok"}
