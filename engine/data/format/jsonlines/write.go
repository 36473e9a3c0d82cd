package jsonlines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"

	"unfold/engine/data/format"
)

func init() {
	for _, ending := range []string{".jsonl", ".ndjson"} {
		format.Known.Add(format.Format{Name: "JSON lines", Ending: ending, Write: write})
	}
}

// write writes an object a row, its keys in the order of the columns: numbers with all
// their digits, null where a cell is missing. What is infinite has no number in JSON, and
// is a text, which is read as the number again.
func write(w io.Writer, t *format.Table) error {
	out := bufio.NewWriter(w) // what goes wrong is kept until it is flushed
	keys := make([][]byte, len(t.Columns))
	for c := range t.Columns {
		keys[c] = quoted(t.Columns[c].Name)
	}
	for row := range t.Len() {
		out.WriteByte('{')
		for c := range t.Columns {
			if c > 0 {
				out.WriteString(", ")
			}
			out.Write(keys[c])
			out.WriteString(": ")
			out.Write(cellOf(&t.Columns[c], row))
		}
		out.WriteString("}\n")
	}
	return out.Flush()
}

// cellOf is a cell as JSON has it.
func cellOf(c *format.Column, row int) []byte {
	switch text := c.Text(row); {
	case text == "":
		return []byte("null")
	case c.Texts != nil || math.IsInf(c.Numbers[row], 0):
		return quoted(text)
	default:
		return []byte(text)
	}
}

// quoted is a text as JSON has it; < and & stay as they are, for it is no page.
func quoted(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(text) // of a text nothing goes wrong
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
