package kernel

import "unfold/dsl/cell"

// A bundle is a value as a front end shows it.
type bundle struct {
	data, metadata map[string]any
	page           bool // to be read beside the notebook, not in it
}

// render draws a value as it is now.
func (k *kernel) render(value any) bundle {
	data, metadata := k.draw.Render(value)
	_, page := value.(cell.Help)
	return bundle{data, metadata, page}
}

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
