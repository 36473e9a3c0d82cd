package notebook

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"
)

// WriteFile stores the notebook under a name.
func (n *Notebook) WriteFile(name string) error {
	var b strings.Builder
	if err := n.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

// Write stores the notebook as nbformat 4.5, laid out as Jupyter does: sorted
// keys, an indent of one, texts as lists of lines. So a notebook that only
// Jupyter and this package have written differs between two commits only where
// it has changed.
func (n *Notebook) Write(w io.Writer) error {
	n.identify()
	cells := make([]any, len(n.Cells))
	for i, c := range n.Cells {
		cells[i] = c.fields()
	}
	top := with(n.Extra, map[string]any{
		"cells":          cells,
		"metadata":       orEmpty(n.Metadata),
		"nbformat":       4,
		"nbformat_minor": 5,
	})
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(top); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

func (c *Cell) fields() map[string]any {
	m := with(c.Extra, map[string]any{
		"cell_type": c.Kind,
		"id":        c.ID,
		"metadata":  orEmpty(c.Metadata),
		"source":    lines(c.Source),
	})
	if c.Kind == Code {
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = o.fields()
		}
		m["outputs"] = outputs
		m["execution_count"] = orNull(c.Count)
	}
	return m
}

func (o Output) fields() map[string]any {
	m := with(o.Extra, map[string]any{"output_type": o.Kind})
	switch o.Kind {
	case Stream:
		m["name"] = o.Name
		m["text"] = lines(o.Text)
	case Display, Result:
		data := make(map[string]any, len(o.Data))
		for mime, v := range o.Data {
			data[mime] = stored(mime, v)
		}
		m["data"] = data
		m["metadata"] = orEmpty(o.Metadata)
		if o.Kind == Result {
			m["execution_count"] = orNull(o.Count)
		}
	case Error:
		m["ename"] = o.Failure
		m["evalue"] = o.Message
		m["traceback"] = append([]string{}, o.Traceback...)
	}
	return m
}

// stored is how data of a MIME type stand in the file: text as lines, all
// else (base64, JSON) as it is.
func stored(mime string, v any) any {
	s, ok := v.(string)
	if ok && (strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript") {
		return lines(s)
	}
	return v
}

// lines splits a text after each line's end.
func lines(s string) []string {
	split := strings.SplitAfter(s, "\n")
	if split[len(split)-1] == "" {
		split = split[:len(split)-1]
	}
	return split
}

// with adds known fields to unknown ones.
func with(extra, known map[string]any) map[string]any {
	m := make(map[string]any, len(extra)+len(known))
	maps.Copy(m, extra)
	maps.Copy(m, known)
	return m
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

func orNull(count int) any {
	if count == 0 {
		return nil
	}
	return count
}
