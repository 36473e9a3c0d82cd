package display

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
)

// MakeData is data of one MIME type.
func MakeData(mimeType string, data any) Data { return Data{Data: MIMEMap{mimeType: data}} }

// MakeData3 is data of one MIME type, with the plain text for front ends that
// cannot show it.
func MakeData3(mimeType, plaintext string, data any) Data {
	return Data{Data: MIMEMap{MIMETypeText: plaintext, mimeType: data}}
}

// MIME is data by MIME type, with its metadata.
func MIME(data, metadata MIMEMap) Data { return Data{Data: data, Metadata: metadata} }

// HTML is a part of a page.
func HTML(html string) Data { return MakeData3(MIMETypeHTML, html, html) }

// JavaScript is a script for the browser. Some front ends will not run it.
func JavaScript(javascript string) Data {
	return MakeData3(MIMETypeJavaScript, javascript, javascript)
}

// JPEG is a picture in that format.
func JPEG(jpeg []byte) Data { return MakeData(MIMETypeJPEG, jpeg) }

// JSON is a tree of values.
func JSON(json map[string]any) Data { return MakeData(MIMETypeJSON, json) }

// Latex is a formula within a line; dollars around it may be left out.
func Latex(latex string) Data {
	return MakeData3(MIMETypeLatex, latex, "$"+strings.Trim(latex, "$")+"$")
}

// Math is a formula on lines of its own; dollars around it may be left out.
func Math(latex string) Data {
	return MakeData3(MIMETypeLatex, latex, "$$"+strings.Trim(latex, "$")+"$$")
}

// Markdown is text with marks.
func Markdown(markdown string) Data { return MakeData3(MIMETypeMarkdown, markdown, markdown) }

// PDF is a document in that format.
func PDF(pdf []byte) Data { return MakeData(MIMETypePDF, pdf) }

// PNG is a picture in that format.
func PNG(png []byte) Data { return MakeData(MIMETypePNG, png) }

// SVG is a drawing in that format.
func SVG(svg string) Data { return MakeData(MIMETypeSVG, svg) }

// Image is any picture, as PNG, with its size. It panics if the picture
// cannot be encoded.
func Image(img image.Image) Data {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		panic(fmt.Errorf("display: image: %w", err))
	}
	return pictured(file.Bytes(), img.Bounds().Size())
}

// File is the content of a file, of the given MIME type or, if that is empty,
// of the one that the content looks like. It panics if the file cannot be read.
func File(mimeType, path string) Data {
	content, err := os.ReadFile(path)
	if err != nil {
		panic(fmt.Errorf("display: %w", err))
	}
	return ofBytes(mimeType, content)
}
