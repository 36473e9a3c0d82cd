package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"unfold/kernel/history"
	"unfold/kernel/wire"
)

// A kernel is one session with its front ends. Its fields are set at the
// start and guard themselves.
type kernel struct {
	lang    Language
	draw    Renderer
	info    Info
	fault   func(error)
	server  *wire.Server
	session string // of the kernel itself, not of a client
	iopub   *iopub
	ctx     context.Context // done when the kernel ends
	stop    func()          // ends it

	shells  shells
	count   atomic.Int64 // cells counted, in all shells
	history *history.History
	comms   comms
	flow    rateLimit   // of printed text
	spills  spillFolder // of text that is too much to show
	usage   meter

	asking   chan struct{}            // holds a token while a question is open
	question atomic.Pointer[question] // the open one, nil for none
}

// A request is a message to answer.
type request struct {
	wire.Message
	router  *wire.Router // where it came from and where the answer goes
	shell   *shell       // that answers it, nil on control
	arrived time.Time
	aborted bool // not to be run, because a cell before it failed
	replied bool
	last    bool // the kernel ends when this has been handled
}

// isCell reports whether the request is to run a cell.
func (r *request) isCell() bool { return r.Header.Type == "execute_request" }

// A handler answers one type of request.
type handler func(*kernel, *request)

// onShell and onControl say what is answered where. Control requests are
// handled while cells run, and at once, so none of them asks the language for
// more than to stop.
var (
	onShell = map[string]handler{
		"execute_request":     (*kernel).execute,
		"complete_request":    answer((*kernel).complete),
		"inspect_request":     answer((*kernel).inspect),
		"is_complete_request": answer((*kernel).isComplete),
		"history_request":     answer((*kernel).recall),
		"kernel_info_request": answer((*kernel).kernelInfo),
		"connect_request":     answer((*kernel).connect),
		"comm_info_request":   answer((*kernel).commInfo),
		"comm_open":           (*kernel).commOpen,
		"comm_msg":            (*kernel).commMessage,
		"comm_close":          (*kernel).commClose,
		"shutdown_request":    (*kernel).shutdown,
	}
	onControl = map[string]handler{
		"kernel_info_request":     answer((*kernel).kernelInfo),
		"connect_request":         answer((*kernel).connect),
		"interrupt_request":       answer((*kernel).interruptRequest),
		"usage_request":           answer((*kernel).usageRequest),
		"create_subshell_request": answer((*kernel).createSubshell),
		"delete_subshell_request": answer((*kernel).deleteSubshell),
		"list_subshell_request":   answer((*kernel).listSubshells),
		"shutdown_request":        (*kernel).shutdown,
	}
)

// handle answers a request between busy and idle, come what may. A nil handler
// is that of an unknown request.
func (k *kernel) handle(r *request, by handler) {
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
				k.fail(r, crash{value: p})
			}
		}
	}()
	if by == nil {
		k.fault(fmt.Errorf("kernel: no handler for %q here", r.Header.Type))
		return
	}
	by(k, r)
}

// reply answers r.
func (k *kernel) reply(r *request, content any) {
	r.replied = true
	name := strings.TrimSuffix(r.Header.Type, "_request") + "_reply"
	err := r.router.Send(r.Reply(wire.NewHeader(k.session, name), encode(content)))
	if err != nil && !errors.Is(err, wire.ErrGone) { // who does not wait for the reply needs none
		k.fault(err)
	}
}

// fail answers r with an error. Replies to cells have a count in any case, and
// messages of comms no reply.
func (k *kernel) fail(r *request, err error) {
	switch {
	case strings.HasPrefix(r.Header.Type, "comm_") && !strings.HasSuffix(r.Header.Type, "_request"):
		r.replied = true
		k.fault(err)
	case r.isCell():
		k.reply(r, executeFailure{asFailure(err), int(k.count.Load())})
	default:
		k.reply(r, asFailure(err))
	}
}

// answer makes a handler of a function from a request's content to the content
// of its reply.
func answer[Q, A any](f func(*kernel, Q) (A, error)) handler {
	return func(k *kernel, r *request) {
		var q Q
		if err := json.Unmarshal(r.Content, &q); err != nil {
			k.fail(r, malformed(r, err))
			return
		}
		a, err := f(k, q)
		if err != nil {
			k.fail(r, err)
			return
		}
		k.reply(r, a)
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
