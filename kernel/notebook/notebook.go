package notebook

// A Notebook is a list of cells and what is said about them all.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any
	Extra    map[string]any // fields of the file that this package does not know, kept
}

// The kinds of cells.
const (
	Code     = "code"
	Markdown = "markdown"
	Raw      = "raw"
)

// A Cell is a piece of a notebook: code with what it has put out, or prose.
type Cell struct {
	ID       string // unique in its notebook
	Kind     string // Code, Markdown or Raw
	Source   string
	Metadata map[string]any
	Count    int // execution count; 0 where the cell has not run
	Outputs  []Output
	Line     int            // where the cell begins in the script it was read from; 0 in a notebook
	Extra    map[string]any // unknown fields, kept; attachments are among them
}

// The kinds of outputs.
const (
	Stream  = "stream"
	Display = "display_data"
	Result  = "execute_result"
	Error   = "error"
)

// An Output is one thing that a cell has put out. Which fields count depends
// on its kind.
type Output struct {
	Kind string // Stream, Display, Result or Error

	Name string // Stream: "stdout" or "stderr"
	Text string // Stream

	Data     map[string]any // Display, Result: the same thing in several MIME types
	Metadata map[string]any // Display, Result
	Count    int            // Result: execution count

	Failure   string   // Error: the kind of failure
	Message   string   // Error
	Traceback []string // Error: lines for a terminal

	Extra map[string]any // unknown fields, kept
}

// Language is the name of the language the cells are written in, as the
// metadata tell it, and "go" where they do not.
func (n *Notebook) Language() string {
	for _, at := range [...][2]string{{"language_info", "name"}, {"kernelspec", "language"}} {
		about, _ := n.Metadata[at[0]].(map[string]any)
		if name, _ := about[at[1]].(string); name != "" {
			return name
		}
	}
	return "go"
}

// tagged reports whether the cell carries a tag.
func (c *Cell) tagged(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	for _, t := range tags {
		if t == tag {
			return true
		}
	}
	return false
}
