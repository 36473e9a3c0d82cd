package kernel

import (
	"fmt"
	"math"

	"unfold/kernel/history"
)

type historyRequest struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"` // "tail", "range" or "search"
	Session int    `json:"session"`          // 0 is this one, -1 the one before
	Start   int    `json:"start"`
	Stop    *int   `json:"stop"` // the line after the last; missing means to the end
	N       int    `json:"n"`    // at most so many, the latest; 0 means all
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

type historyReply struct {
	status
	History [][3]any `json:"history"` // session, line number, source or [source, output]
}

// recall answers what was entered. Cells have one source here, so what the
// protocol calls raw makes no difference.
func (k *kernel) recall(q historyRequest) (historyReply, error) {
	var found []history.Entry
	switch q.Access {
	case "tail":
		found = k.history.Tail(q.N)
	case "range":
		stop := math.MaxInt
		if q.Stop != nil {
			stop = *q.Stop
		}
		found = k.history.Range(q.Session, q.Start, stop)
	case "search":
		found = k.history.Search(q.Pattern, q.Unique, q.N)
	default:
		return historyReply{}, fmt.Errorf("kernel: hist_access_type is %q; tail, range and search are known", q.Access)
	}
	reply := historyReply{status: ok, History: make([][3]any, len(found))}
	for i, e := range found {
		var source any = e.Source
		if q.Output {
			source = [2]any{e.Source, e.Output}
		}
		reply.History[i] = [3]any{e.Session, e.Line, source}
	}
	return reply, nil
}
