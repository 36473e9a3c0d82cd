package worker

import (
	"encoding/json"

	"unfold/dsl/cell"
)

// A renderedValue is a value as it crosses: none of its fields for no value,
// one for any other.
type renderedValue struct {
	Bundle *bundleBody `json:",omitempty"`
	Help   *cell.Help  `json:",omitempty"`
	Next   *cell.Next  `json:",omitempty"`
}

// bundleBody is a cell.Bundle in JSON.
type bundleBody struct {
	Data, Metadata map[string]json.RawMessage
	Page           bool
}

// renderValue renders a value for the pipe. What means something to the front
// end keeps its meaning, and everything else is rendered.
func renderValue(value any, with Renderer, toJSON func(any) json.RawMessage) renderedValue {
	var b cell.Bundle
	switch v := value.(type) {
	case nil:
		return renderedValue{}
	case cell.Help:
		return renderedValue{Help: &v}
	case cell.Next:
		return renderedValue{Next: &v}
	case cell.Bundle:
		b = v
	default:
		b.Data, b.Metadata = with.Render(value)
	}
	if len(b.Data) == 0 {
		return renderedValue{}
	}
	return renderedValue{Bundle: &bundleBody{entries(b.Data, toJSON), entries(b.Metadata, toJSON), b.Page}}
}

func entries(from map[string]any, toJSON func(any) json.RawMessage) map[string]json.RawMessage {
	to := make(map[string]json.RawMessage, len(from))
	for key, v := range from {
		to[key] = toJSON(v)
	}
	return to
}

// value is what arrived, nil for none. Texts are strings again; whatever else
// a bundle holds stays the JSON that it is to be in the end.
func (d renderedValue) value() any {
	switch {
	case d.Help != nil:
		return *d.Help
	case d.Next != nil:
		return *d.Next
	case d.Bundle != nil:
		return cell.Bundle{Data: values(d.Bundle.Data), Metadata: values(d.Bundle.Metadata), Page: d.Bundle.Page}
	}
	return nil
}

func values(from map[string]json.RawMessage) map[string]any {
	to := make(map[string]any, len(from))
	for key, raw := range from {
		var text string
		if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
			to[key] = text
			continue
		}
		to[key] = raw
	}
	return to
}
