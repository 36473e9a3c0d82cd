package kernel

import (
	"regexp"
	"slices"
	"strings"
)

// thisSession is the number of the only session there is a history of.
const thisSession = 1

// A history is the cells of this session that were to be stored.
type history struct {
	lines []line
}

type line struct {
	number int
	source string
	output *string // text of the result, nil for none
}

func (h *history) add(number int, source string) {
	h.lines = append(h.lines, line{number: number, source: source})
}

// output sets the result of the last cell.
func (h *history) output(text string) { h.lines[len(h.lines)-1].output = &text }

type historyRequest struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"` // "tail", "range" or "search"
	Session int    `json:"session"`          // 0 is this one
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

func (k *kernel) recall(q historyRequest) historyReply {
	var found []line
	switch q.Access {
	case "tail":
		found = latest(k.history.lines, q.N)
	case "range":
		found = k.history.between(q)
	case "search":
		found = latest(k.history.matching(q.Pattern, q.Unique), q.N)
	}
	reply := historyReply{status: ok, History: [][3]any{}}
	for _, l := range found {
		var source any = l.source
		if q.Output {
			source = [2]any{l.source, l.output}
		}
		reply.History = append(reply.History, [3]any{thisSession, l.number, source})
	}
	return reply
}

// between returns the lines from start up to stop.
func (h *history) between(q historyRequest) []line {
	if q.Session != 0 && q.Session != thisSession {
		return nil
	}
	var found []line
	for _, l := range h.lines {
		if l.number >= q.Start && (q.Stop == nil || l.number < *q.Stop) {
			found = append(found, l)
		}
	}
	return found
}

// matching returns the lines that match a pattern as a whole, in which * stands
// for any text and ? for any character. Unique keeps the last of equal lines.
func (h *history) matching(pattern string, unique bool) []line {
	if pattern == "" {
		pattern = "*"
	}
	glob := strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(regexp.QuoteMeta(pattern))
	match := regexp.MustCompile(`(?s)\A` + glob + `\z`)
	var found []line
	for _, l := range h.lines {
		if !match.MatchString(l.source) {
			continue
		}
		if unique {
			found = slices.DeleteFunc(found, func(old line) bool { return old.source == l.source })
		}
		found = append(found, l)
	}
	return found
}

func latest(lines []line, n int) []line {
	if n <= 0 || n >= len(lines) {
		return lines
	}
	return lines[len(lines)-n:]
}
