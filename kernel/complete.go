package kernel

import (
	"strings"
	"unicode/utf8"

	"unfold/dsl/cell"
)

type completeRequest struct {
	Code   string `json:"code"`
	Cursor *int   `json:"cursor_pos"` // code points; the end if missing
}

type completeReply struct {
	status
	Matches  []string         `json:"matches"`
	Start    int              `json:"cursor_start"`
	End      int              `json:"cursor_end"`
	Metadata completeMetadata `json:"metadata"`
}

type completeMetadata struct {
	Items []completeItem `json:"_jupyter_types_experimental"`
}

type completeItem struct {
	Text      string `json:"text"`
	Type      string `json:"type"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Signature string `json:"signature"`
}

func (k *kernel) complete(q completeRequest) (completeReply, error) {
	c := k.lang.Complete(q.Code, clamp(q.Cursor, q.Code))
	reply := completeReply{status: ok, Start: c.Start, End: c.End, Matches: []string{}}
	reply.Metadata.Items = []completeItem{}
	for _, item := range c.Items {
		reply.Matches = append(reply.Matches, item.Text)
		reply.Metadata.Items = append(reply.Metadata.Items,
			completeItem{item.Text, item.Type, c.Start, c.End, item.Signature})
	}
	return reply, nil
}

type isCompleteRequest struct {
	Code string `json:"code"`
}

type isCompleteReply struct {
	status
	Indent string `json:"indent,omitempty"`
}

func (k *kernel) isComplete(q isCompleteRequest) (isCompleteReply, error) {
	indent, c := k.lang.Pending(q.Code)
	switch c {
	case cell.Complete:
		return isCompleteReply{status: status{"complete"}}, nil
	case cell.Incomplete:
		return isCompleteReply{status{"incomplete"}, strings.ReplaceAll(indent, "\t", "    ")}, nil // consoles show a tab as ^I
	default:
		return isCompleteReply{status: status{"invalid"}}, nil
	}
}

// clamp returns a cursor within code, in code points.
func clamp(cursor *int, code string) int {
	n := utf8.RuneCountInString(code)
	if cursor == nil {
		return n
	}
	return max(0, min(*cursor, n))
}
