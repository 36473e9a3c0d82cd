package kernel

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"unfold/dsl/cell"
)

type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    *bool             `json:"store_history"` // !silent if missing
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     *bool             `json:"stop_on_error"` // true if missing
}

func (q executeRequest) stores() bool {
	return !q.Silent && (q.StoreHistory == nil || *q.StoreHistory)
}

func (q executeRequest) stops() bool { return q.StopOnError == nil || *q.StopOnError }

type executeReply struct {
	status
	Count       int            `json:"execution_count"`
	Payload     []any          `json:"payload"`
	Expressions map[string]any `json:"user_expressions"`
}

type executeFailure struct {
	failureContent
	Count int `json:"execution_count"`
}

type executeInput struct {
	Code  string `json:"code"`
	Count int    `json:"execution_count"`
}

// execute runs a cell.
func (k *kernel) execute(r *request) {
	if r.aborted || r.shell.stoppage.covers(r) {
		r.shell.stoppage.extend(r)
		content := asFailure(errors.New("kernel: not run, because a cell before it failed"))
		content.Status, content.Name = "aborted", "Aborted"
		k.reply(r, content) // without a count, for notebooks show it as that of a run
		return
	}
	var q executeRequest
	if err := json.Unmarshal(r.Content, &q); err != nil {
		k.fail(r, malformed(r, err))
		return
	}
	blank := strings.TrimSpace(q.Code) == ""
	count := int(k.count.Load())
	if q.stores() && !blank {
		count = int(k.count.Add(1))
		k.history.Add(count, q.Code)
	}
	// The run is at work before the front end can see it, so an interrupt that
	// answers the message finds it.
	this := k.startRun(r, q, count)
	defer k.shells.setRunning(r.shell, nil)
	if !q.Silent {
		k.iopub.post(r.Verbatim, "execute_input", executeInput{q.Code, count})
	}
	var shown bundle
	var err error
	if !blank {
		shown, err = k.eval(this, q.Code)
	}
	if err != nil {
		k.failCell(this, q, count, err)
		return
	}
	result := shown.shows() && !q.Silent
	this.finish(result)
	if result {
		k.iopub.post(r.Verbatim, "execute_result", resultContent{count, shown.content()})
		if q.stores() {
			k.history.Output(count, shown.text())
		}
	}
	expressions := k.expressions(this, q.UserExpressions)
	k.iopub.flush()
	k.reply(r, executeReply{ok, count, shown.payload(), expressions})
}

// failCell ends a cell with an error, once on iopub and once in the reply, and
// aborts the cells that were sent along with it.
func (k *kernel) failCell(this *run, q executeRequest, count int, err error) {
	r := this.request
	if errors.Is(err, context.Canceled) && !errors.As(err, new(cell.Failure)) {
		err = cmp.Or(context.Cause(this.ctx), err)
	}
	this.finish(!q.Silent)
	content := asFailure(err)
	if q.stops() {
		k.shells.setRunning(r.shell, nil) // an interrupt finds the cell ended
		r.shell.awaitAborted(r)
		r.shell.queue.abort()
		r.shell.stoppage = newAbortWindow(r)
	}
	if !q.Silent {
		k.iopub.post(r.Verbatim, "error", errorContent{content.Name, content.Value, content.Traceback})
	}
	k.iopub.flush()
	k.reply(r, executeFailure{content, count})
}

type errorContent struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// eval runs code and renders its value; a panic in either is an error.
func (k *kernel) eval(this *run, code string) (b bundle, err error) {
	defer func() {
		if p := recover(); p != nil {
			k.fault(fmt.Errorf("kernel: cell: panic: %v\n%s", p, debug.Stack()))
			err = crash{value: p}
		}
	}()
	value, err := k.lang.Eval(this.ctx, code, this)
	if err != nil || value == nil {
		return bundle{}, err
	}
	return k.render(value), nil
}

// expressions evaluates the expressions that a front end wants to know of
// after a cell. What they print is not shown.
func (k *kernel) expressions(this *run, wanted map[string]string) map[string]any {
	values := make(map[string]any, len(wanted))
	aside := this.hiddenRun()
	for name, code := range wanted {
		b, err := k.eval(aside, code)
		if err != nil {
			values[name] = asFailure(err)
			continue
		}
		values[name] = expressionValue{ok, b.content()}
	}
	return values
}

type expressionValue struct {
	status
	displayed
}
