package kerneltest

import (
	"encoding/json"
	"fmt"
	"strings"

	"unfold/kernel/wire"
)

// A Transcript is all that a kernel said to one request.
type Transcript struct {
	Request   wire.Message
	Reply     wire.Message
	Published []wire.Message // up to idle
}

// String is the transcript as lines, the reply last. Text of a stream is one
// line however many messages it came in, for that is a matter of timing.
func (t Transcript) String() string {
	var lines []string
	var stream, text string
	flush := func() {
		if stream != "" {
			lines = append(lines, fmt.Sprintf("%s %q", stream, text))
		}
		stream, text = "", ""
	}
	for _, m := range t.Published {
		if m.Header.Type != "stream" {
			flush()
			lines = append(lines, Line(m))
			continue
		}
		c := Content(m)
		if c["name"] != stream {
			flush()
		}
		stream = c["name"].(string)
		text += c["text"].(string)
	}
	flush()
	return strings.Join(append(lines, Line(t.Reply)), "\n")
}

// Kinds lists the published message types; a run of equal ones counts once.
func (t Transcript) Kinds() string {
	var kinds []string
	for _, m := range t.Published {
		if n := len(kinds); n == 0 || kinds[n-1] != m.Header.Type {
			kinds = append(kinds, m.Header.Type)
		}
	}
	return strings.Join(kinds, " ")
}

// Text joins what was printed to a stream.
func (t Transcript) Text(stream string) string {
	var b strings.Builder
	for _, m := range t.Published {
		c := Content(m)
		if m.Header.Type == "stream" && c["name"] == stream {
			b.WriteString(c["text"].(string))
		}
	}
	return b.String()
}

// Outcome is the status of the reply, and its error if it is one.
func (t Transcript) Outcome() (status, name, value string, traceback []string) {
	var c struct {
		Status    string   `json:"status"`
		Name      string   `json:"ename"`
		Value     string   `json:"evalue"`
		Traceback []string `json:"traceback"`
	}
	json.Unmarshal(t.Reply.Content, &c)
	return c.Status, c.Name, c.Value, c.Traceback
}

// Result is the text of the cell's result, empty if it has none.
func (t Transcript) Result() string {
	for _, m := range t.Published {
		if m.Header.Type == "execute_result" {
			return plain(Content(m))
		}
	}
	return ""
}

// Final is what a notebook keeps of the outputs: cleared ones are gone,
// updated ones hold their last state, neighbours of a stream are one.
func (t Transcript) Final() []string {
	var outputs []output
	clearing := false
	for _, m := range t.Published {
		c := Content(m)
		o := output{id: displayID(c)}
		switch m.Header.Type {
		case "clear_output":
			clearing = true
			if c["wait"] == false {
				outputs, clearing = nil, false
			}
			continue
		case "update_display_data":
			for i := range outputs {
				if outputs[i].id == o.id {
					outputs[i].text = plain(c)
				}
			}
			continue
		case "stream":
			o.stream, o.text = c["name"].(string), c["text"].(string)
		case "display_data", "execute_result":
			o.text = plain(c)
		case "error":
			o.text = fmt.Sprint(c["ename"])
		default:
			continue
		}
		if clearing {
			outputs, clearing = nil, false
		}
		if n := len(outputs); n > 0 && o.stream != "" && outputs[n-1].stream == o.stream {
			outputs[n-1].text += o.text
			continue
		}
		outputs = append(outputs, o)
	}
	texts := []string{}
	for _, o := range outputs {
		texts = append(texts, o.text)
	}
	return texts
}

type output struct {
	stream, id, text string
}

// Line is a message in one line, without what differs from run to run.
func Line(m wire.Message) string {
	c := Content(m)
	kind := m.Header.Type
	switch kind {
	case "status":
		return fmt.Sprint("status ", c["execution_state"])
	case "execute_input":
		return fmt.Sprintf("execute_input %v %q", c["execution_count"], c["code"])
	case "stream":
		return fmt.Sprintf("%v %q", c["name"], c["text"])
	case "execute_result":
		return fmt.Sprintf("execute_result %v %q", c["execution_count"], plain(c))
	case "display_data", "update_display_data":
		return fmt.Sprintf("%s %q", kind, plain(c))
	case "clear_output":
		return fmt.Sprint("clear_output wait=", c["wait"])
	case "error":
		return fmt.Sprintf("error %v: %v", c["ename"], c["evalue"])
	case "execute_reply":
		line := fmt.Sprintf("execute_reply %v %v", c["status"], c["execution_count"])
		if c["status"] == "error" {
			line += fmt.Sprintf(" %v: %v", c["ename"], c["evalue"])
		}
		return line
	}
	return kind
}

// Content is the content of a message, undecoded into types.
func Content(m wire.Message) map[string]any {
	var c map[string]any
	if err := json.Unmarshal(m.Content, &c); err != nil {
		panic(fmt.Sprintf("kerneltest: %s: %v: %q", m.Header.Type, err, m.Content))
	}
	return c
}

// ParentID is the id of the message that m answers, empty if none.
func ParentID(m wire.Message) string {
	var parent wire.Header
	if json.Unmarshal(m.Parent, &parent) != nil {
		return ""
	}
	return parent.ID
}

func plain(content map[string]any) string {
	data, _ := content["data"].(map[string]any)
	text, _ := data["text/plain"].(string)
	return text
}

func displayID(content map[string]any) string {
	transient, _ := content["transient"].(map[string]any)
	id, _ := transient["display_id"].(string)
	return id
}
