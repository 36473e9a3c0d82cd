package display_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"unfold/kernel/display"
)

// shape shows itself in every way but Render.
type shape struct{}

func (shape) HTML() string         { return "<b>shape</b>" }
func (shape) JavaScript() string   { return "alert(1)" }
func (shape) JPEG() []byte         { return []byte{1} }
func (shape) JSON() map[string]any { return map[string]any{"a": 1} }
func (shape) Latex() string        { return "$x$" }
func (shape) Markdown() string     { return "*shape*" }
func (shape) PNG() []byte          { return []byte{2} }
func (shape) PDF() []byte          { return []byte{3} }
func (shape) SVG() string          { return "<svg/>" }

type simple struct{ shape }

func (simple) SimpleRender() display.MIMEMap { return display.MIMEMap{"text/plain": "simple"} }

type full struct{ simple }

func (full) Render() display.Data {
	return display.Data{Data: display.MIMEMap{"text/plain": "full"}, Transient: display.MIMEMap{"display_id": "a"}}
}

func TestOf(t *testing.T) {
	all := display.MIMEMap{
		"text/html": "<b>shape</b>", "application/javascript": "alert(1)", "image/jpeg": []byte{1},
		"application/json": map[string]any{"a": 1}, "text/latex": "$x$", "text/markdown": "*shape*",
		"image/png": []byte{2}, "application/pdf": []byte{3}, "image/svg+xml": "<svg/>",
	}
	for name, c := range map[string]struct {
		value any
		want  display.Data
		ok    bool
	}{
		"all":    {shape{}, display.Data{Data: all}, true},
		"simple": {simple{}, display.Data{Data: display.MIMEMap{"text/plain": "simple"}}, true},
		"full":   {full{}, full{}.Render(), true},
		"data":   {display.HTML("x"), display.HTML("x"), true},
		"none":   {3, display.Data{Data: display.MIMEMap{}}, false},
		"nil":    {nil, display.Data{Data: display.MIMEMap{}}, false},
	} {
		got, ok := display.Of(c.value)
		if ok != c.ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v %v, want %v %v", name, got, ok, c.want, c.ok)
		}
	}
}

// dot is a picture of one dot.
func dot() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	img.Set(0, 0, color.White)
	return img
}

func TestAuto(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, dot()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "picture")
	if err := os.WriteFile(file, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		got  display.Data
		mime string
		want any
	}{
		"text":      {display.Auto("hello"), "text/plain", "hello"},
		"page":      {display.Auto("<html><p>x"), "text/html", "<html><p>x"},
		"drawing":   {display.Auto(`<?xml version="1.0"?><svg xmlns="x"/>`), "image/svg+xml", `<?xml version="1.0"?><svg xmlns="x"/>`},
		"plain svg": {display.Auto("<svg/>"), "image/svg+xml", "<svg/>"},
		"bytes":     {display.Auto(picture.Bytes()), "image/png", picture.Bytes()},
		"reader":    {display.Auto(io.LimitReader(strings.NewReader("%PDF-1.4"), 100)), "application/pdf", []byte("%PDF-1.4")},
		"writer to": {display.Auto(bytes.NewBufferString("written")), "text/plain", "written"},
		"image":     {display.Auto(dot()), "image/png", picture.Bytes()},
		"itself":    {display.Auto(shape{}), "text/plain", "{}"},
		"known":     {display.Any("text/csv", "a,b"), "text/csv", "a,b"},
		"file":      {display.File("", file), "image/png", picture.Bytes()},
		"markdown":  {display.Markdown("*a*"), "text/plain", "*a*"},
		"latex":     {display.Latex("$a$"), "text/latex", "$a$"},
		"math":      {display.Math("a"), "text/latex", "$$a$$"},
		"script":    {display.JavaScript("f()"), "application/javascript", "f()"},
		"json":      {display.JSON(map[string]any{"a": 1.5}), "application/json", map[string]any{"a": 1.5}},
		"pdf":       {display.PDF([]byte{1}), "application/pdf", []byte{1}},
		"jpeg":      {display.JPEG([]byte{1}), "image/jpeg", []byte{1}},
		"png":       {display.PNG([]byte{1}), "image/png", []byte{1}},
		"svg":       {display.SVG("<svg/>"), "image/svg+xml", "<svg/>"},
		"three":     {display.MakeData3("a/b", "plain", 7), "text/plain", "plain"},
		"mime":      {display.MIME(display.MIMEMap{"a/b": 1}, nil), "a/b", 1},
	} {
		if got := c.got.Data[c.mime]; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %s is %v, want %v", name, c.mime, got, c.want)
		}
	}
	size := display.Image(dot()).Metadata["image/png"].(display.MIMEMap)
	if size["width"] != 3 || size["height"] != 2 {
		t.Errorf("size %v", size)
	}
}

func TestAutoRefuses(t *testing.T) {
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { display.Auto(3) }, "display: unsupported type, cannot render: int"},
		{func() { display.File("", "no such file") }, "display: open no such file"},
		{func() { display.Auto(io.MultiReader(strings.NewReader("a"), broken{})) }, "display: broken"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, c.want) {
					t.Errorf("panics with %q, want %q", got, c.want)
				}
			}()
			c.do()
		}()
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("broken") }

// TestLibraryIsWhole compares what cells know with what the package exports.
func TestLibraryIsWhole(t *testing.T) {
	exports := map[string]bool{}
	for _, e := range display.Library[display.Path+"/display"] {
		exports[e.Name] = true
	}
	for _, name := range strings.Fields("Any Auto File HTML Image JavaScript JPEG JSON Latex Markdown Math PDF PNG SVG MakeData MakeData3 MIME " +
		"MIMEMap Data Renderer SimpleRenderer HTMLer JavaScripter JPEGer JSONer Latexer Markdowner PNGer PDFer SVGer " +
		"MIMETypeHTML MIMETypeJavaScript MIMETypeJPEG MIMETypeJSON MIMETypeLatex MIMETypeMarkdown MIMETypePNG MIMETypePDF MIMETypeSVG MIMETypeText") {
		if !exports[name] {
			t.Errorf("cells do not know display.%s", name)
		}
	}
}
