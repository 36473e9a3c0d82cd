package kernel

import (
	"encoding/json"
	"strings"
)

// transcriptBudget is how many bytes of a cell's output are remembered.
const transcriptBudget = 2 << 20

// A transcript is what a cell shows at the moment. It is kept so that it can
// be shown again when the progress bar amid it has to go.
type transcript struct {
	entries  []*entry
	bytes    int
	spilled  bool // there was more than is remembered
	clearing bool // the next output takes the place of all entries
}

// An entry is text of a stream, or a display.
type entry struct {
	stream  string
	text    strings.Builder
	id      string // of a display that can be updated
	display json.RawMessage
}

func (t *transcript) print(stream, text string) {
	if !t.reserve(len(text)) {
		return
	}
	if n := len(t.entries); n > 0 && t.entries[n-1].stream == stream {
		t.entries[n-1].text.WriteString(text)
		return
	}
	e := &entry{stream: stream}
	e.text.WriteString(text)
	t.entries = append(t.entries, e)
}

func (t *transcript) display(id string, content json.RawMessage) {
	if !t.reserve(len(content)) {
		return
	}
	for _, e := range t.entries {
		if id != "" && e.id == id {
			t.bytes -= len(e.display)
			e.display = content
			return
		}
	}
	t.entries = append(t.entries, &entry{id: id, display: content})
}

// reserve makes room for an output of n bytes and reports whether it is kept.
func (t *transcript) reserve(n int) bool {
	t.applyClear()
	if t.bytes+n > transcriptBudget {
		t.entries, t.spilled = nil, true
	}
	if t.spilled {
		return false
	}
	t.bytes += n
	return true
}

// applyClear carries out a clear that waited for the next output.
func (t *transcript) applyClear() {
	if t.clearing {
		*t = transcript{}
	}
}

func (t *transcript) clear(wait bool) {
	if wait {
		t.clearing = true
		return
	}
	*t = transcript{}
}
