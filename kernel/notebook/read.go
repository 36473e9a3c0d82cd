package notebook

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads a notebook, or a script where the name does not end in
// .ipynb.
func ReadFile(name string) (*Notebook, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err // says what and which, and a script is no notebook
	}
	defer file.Close()
	read := ReadScript
	if filepath.Ext(name) == ".ipynb" {
		read = Read
	}
	n, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// Read reads a notebook of nbformat 4. Cells without an id, as the format had
// them before 4.5, get one that depends on their place and text only.
func Read(r io.Reader) (*Notebook, error) {
	decoder := json.NewDecoder(r)
	decoder.UseNumber() // numbers in metadata come out as they went in
	var top map[string]any
	if err := decoder.Decode(&top); err != nil {
		return nil, fmt.Errorf("notebook: not a notebook: %w", err)
	}
	f := fields(top)
	if major, err := f.count("nbformat"); err != nil || major != 4 {
		return nil, fmt.Errorf("notebook: the file is of nbformat %d; convert it with: jupyter nbconvert --to notebook --nbformat 4", major)
	}
	delete(f, "nbformat_minor")

	n := new(Notebook)
	var err error
	if n.Metadata, err = f.object("metadata"); err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	cells, err := f.list("cells")
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	for i, v := range cells {
		c, err := readCell(v)
		if err != nil {
			return nil, fmt.Errorf("notebook: cell %d: %w", i+1, err)
		}
		n.Cells = append(n.Cells, c)
	}
	n.Extra = f.rest()
	n.identify()
	return n, nil
}

func readCell(v any) (*Cell, error) {
	f, err := asFields(v)
	if err != nil {
		return nil, err
	}
	c := new(Cell)
	if c.Kind, err = f.text("cell_type"); err != nil {
		return nil, err
	}
	if c.Source, err = f.text("source"); err != nil {
		return nil, err
	}
	if c.Metadata, err = f.object("metadata"); err != nil {
		return nil, err
	}
	if _, ok := f["id"]; ok {
		if c.ID, err = f.text("id"); err != nil {
			return nil, err
		}
	}
	if c.Kind == Code {
		if c.Count, err = f.count("execution_count"); err != nil {
			return nil, err
		}
		outputs, err := f.list("outputs")
		if err != nil {
			return nil, err
		}
		for i, v := range outputs {
			o, err := readOutput(v)
			if err != nil {
				return nil, fmt.Errorf("output %d: %w", i+1, err)
			}
			c.Outputs = append(c.Outputs, o)
		}
	}
	c.Extra = f.rest()
	return c, nil
}

func readOutput(v any) (o Output, err error) {
	f, err := asFields(v)
	if err != nil {
		return o, err
	}
	if o.Kind, err = f.text("output_type"); err != nil {
		return o, err
	}
	switch o.Kind {
	case Stream:
		if o.Name, err = f.text("name"); err == nil {
			o.Text, err = f.text("text")
		}
	case Display, Result:
		if o.Data, err = f.object("data"); err == nil {
			o.Metadata, err = f.object("metadata")
		}
		if err == nil && o.Kind == Result {
			o.Count, err = f.count("execution_count")
		}
		for mime, v := range o.Data {
			if s, ok := joined(v); ok && !IsJSON(mime) {
				o.Data[mime] = s
			}
		}
	case Error:
		if o.Failure, err = f.text("ename"); err == nil {
			o.Message, err = f.text("evalue")
		}
		var lines []any
		if err == nil {
			lines, err = f.list("traceback")
		}
		for _, line := range lines {
			o.Traceback = append(o.Traceback, fmt.Sprint(line))
		}
	default:
		err = fmt.Errorf("unknown output_type %q", o.Kind)
	}
	o.Extra = f.rest()
	return o, err
}

// isJSON reports whether data of a MIME type is JSON rather than text.
func IsJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// identify gives an id to every cell that has none, or another's.
func (n *Notebook) identify() {
	taken := make(map[string]bool)
	for i, c := range n.Cells {
		for round := 0; c.ID == "" || taken[c.ID]; round++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", i, round, c.Source))
			c.ID = fmt.Sprintf("%x", sum[:4])
		}
		taken[c.ID] = true
	}
}
