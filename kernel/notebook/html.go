package notebook

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// The page's parts, as the template sees them.
type (
	pageView struct {
		Title  string
		Headed bool // a cell has the title as its heading
		Cells  []cellView
	}
	cellView struct {
		ID      string
		Code    bool
		Count   int
		Body    template.HTML
		Outputs []outputView
	}
	outputView struct {
		Class string
		Body  template.HTML
	}
)

// HTML prints the notebook as one page that needs nothing else: no network, no
// script but what outputs bring along. Outputs appear in their richest form,
// in nbconvert's order of riches. The page follows the reader's choice of
// light or dark. HTML that cells have put out stands as it is, for whoever
// opens the page has reason to trust the notebook's author.
//
// The title is that of the first heading, or the given name. Code can be folded away,
// each cell's by itself or all at once, without a script.
func (n *Notebook) HTML(w io.Writer, name string) error {
	view, brought := pageView{Title: cmp.Or(n.heading(), name), Headed: n.heading() != ""}, onceScripts{}
	for _, c := range n.Cells {
		v, err := c.view(n.Language(), brought)
		if err != nil {
			return err
		}
		view.Cells = append(view.Cells, v)
	}
	if err := pageTemplate().Execute(w, view); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

// heading is the text of the first Markdown heading.
func (n *Notebook) heading() string {
	for _, c := range n.Cells {
		if c.Kind != Markdown {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if strings.HasPrefix(line, "#") {
				return strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "#"))
			}
		}
	}
	return ""
}

func (c *Cell) view(language string, brought onceScripts) (cellView, error) {
	v := cellView{ID: c.ID, Count: c.Count}
	switch c.Kind {
	case Code:
		v.Code = true
		if strings.TrimSpace(c.Source) != "" {
			v.Body = template.HTML(highlighted(c.Source, language))
		}
		for _, o := range c.Outputs {
			shown, err := o.view()
			if err != nil {
				return v, err
			}
			shown.Body = template.HTML(brought.share(string(shown.Body)))
			v.Outputs = append(v.Outputs, shown)
		}
	case Markdown:
		body, err := markdown(c.attached(c.Source))
		if err != nil {
			return v, err
		}
		v.Body = template.HTML(body)
	default:
		v.Body = template.HTML(pre(c.Source))
	}
	return v, nil
}

// attached replaces references to the cell's attachments by the pictures
// themselves.
func (c *Cell) attached(source string) string {
	all, _ := c.Extra["attachments"].(map[string]any)
	for name, v := range all {
		bundle, _ := v.(map[string]any)
		for mime, data := range bundle {
			if s, ok := joined(data); ok {
				source = strings.ReplaceAll(source, "attachment:"+name, "data:"+mime+";base64,"+flat(s))
			}
		}
	}
	return source
}

func (o Output) view() (v outputView, err error) {
	switch o.Kind {
	case Stream:
		return outputView{Class: o.Name, Body: template.HTML("<pre>" + terminal(o.Text) + "</pre>")}, nil
	case Error:
		return outputView{Class: "error", Body: template.HTML("<pre>" + terminal(strings.Join(o.Traceback, "\n")) + "</pre>")}, nil
	}
	for _, form := range riches {
		data, ok := o.Data[form.mime]
		if !ok {
			continue
		}
		text, isText := data.(string)
		if !isText {
			raw, err := json.MarshalIndent(data, "", "  ")
			if err != nil {
				return v, fmt.Errorf("notebook: %w", err)
			}
			text = string(raw)
		}
		body, err := form.show(text)
		v.Class, v.Body = "rich", template.HTML(body)
		return v, err
	}
	return v, nil
}

// riches are the forms of an output that a page can show, the richest first.
var riches = []struct {
	mime string
	show func(string) (string, error)
}{
	{"application/javascript", func(s string) (string, error) { return "<script>" + s + "</script>", nil }},
	{"text/html", func(s string) (string, error) { return s, nil }},
	{"text/markdown", markdown},
	{"image/svg+xml", func(s string) (string, error) { return s, nil }},
	{"text/latex", func(s string) (string, error) {
		return `<code class="math display">` + html.EscapeString(strings.Trim(s, "$ \n")) + "</code>", nil
	}},
	{"image/png", picture("image/png")},
	{"image/jpeg", picture("image/jpeg")},
	{"image/gif", picture("image/gif")},
	{"application/json", func(s string) (string, error) { return highlighted(s, "json"), nil }},
	{"text/plain", func(s string) (string, error) { return "<pre>" + terminal(s) + "</pre>", nil }},
}

func picture(mime string) func(string) (string, error) {
	return func(encoded string) (string, error) {
		return fmt.Sprintf(`<img alt="output" src="data:%s;base64,%s">`, mime, html.EscapeString(flat(encoded))), nil
	}
}

// flat is base64 without the ends of its lines.
func flat(encoded string) string { return strings.Join(strings.Fields(encoded), "") }

func pre(s string) string { return "<pre>" + html.EscapeString(s) + "</pre>" }
