package kernel

import "unfold/dsl/cell"

// A bundle is a value as a front end shows it.
type bundle struct {
	data, metadata map[string]any
	page           bool       // to be read beside the notebook, not in it
	next           *cell.Next // a proposal for the next cell, nothing to show
}

// render draws a value as it is now. What was drawn elsewhere stays as it is.
func (k *kernel) render(value any) bundle {
	switch v := value.(type) {
	case cell.Bundle:
		return bundle{data: v.Data, metadata: v.Metadata, page: v.Page}
	case cell.Next:
		return bundle{next: &v}
	}
	data, metadata := k.draw.Render(value)
	_, page := value.(cell.Help)
	return bundle{data: data, metadata: metadata, page: page}
}

// shows tells whether b is an output of its cell.
func (b bundle) shows() bool { return len(b.data) > 0 && !b.page }

// text is the plain form of b, if it has one.
func (b bundle) text() string {
	text, _ := b.data["text/plain"].(string)
	return text
}

func (b bundle) content() displayed {
	c := displayed{Data: b.data, Metadata: b.metadata}
	if c.Data == nil {
		c.Data = map[string]any{}
	}
	if c.Metadata == nil {
		c.Metadata = map[string]any{} // notebooks are invalid with null here
	}
	return c
}

// payload lists what the front end is to do with b beside showing it.
func (b bundle) payload() []any {
	switch {
	case b.next != nil:
		return []any{nextPayload{"set_next_input", b.next.Text, b.next.Replace}}
	case b.page:
		return []any{pagePayload{"page", b.content().Data, 0}}
	}
	return []any{}
}

// pagePayload asks the front end to show a page.
type pagePayload struct {
	Source string         `json:"source"`
	Data   map[string]any `json:"data"`
	Start  int            `json:"start"` // the line to begin with
}

// nextPayload asks the front end to put a text into the next cell, or in the
// place of this one.
type nextPayload struct {
	Source  string `json:"source"`
	Text    string `json:"text"`
	Replace bool   `json:"replace"`
}

// displayed is the part that all messages showing a value have.
type displayed struct {
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata"`
}

type resultContent struct {
	Count int `json:"execution_count"`
	displayed
}

// displayContent is the content of display_data and update_display_data.
type displayContent struct {
	displayed
	Transient transient `json:"transient"`
}

type transient struct {
	ID string `json:"display_id,omitempty"`
}
