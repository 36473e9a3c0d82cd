package display

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"maps"
	"net/http"
	"strings"
)

// Auto is a value as it shows itself; an image as PNG; a string, bytes, a
// reader or an io.WriterTo by the MIME type that the content looks like. It
// panics on any other value. A value that shows itself without saying so in
// plain text has that of fmt.Sprint.
func Auto(x any) Data { return Any("", x) }

// Any is Auto with the MIME type of the content, where it is known. A value
// that shows itself knows better.
func Any(mimeType string, x any) Data {
	if d, ok := x.(Data); ok {
		return d
	}
	if d, ok := Of(x); ok {
		if d.Data[MIMETypeText] == nil && len(d.Data) > 0 {
			d.Data = maps.Clone(d.Data)
			d.Data[MIMETypeText] = fmt.Sprint(x)
		}
		return d
	}
	switch x := x.(type) {
	case string:
		return ofBytes(mimeType, []byte(x))
	case []byte:
		return ofBytes(mimeType, x)
	case image.Image:
		return Image(x)
	case io.WriterTo:
		var content bytes.Buffer
		if _, err := x.WriteTo(&content); err != nil {
			panic(fmt.Errorf("display: %w", err))
		}
		return ofBytes(mimeType, content.Bytes())
	case io.Reader:
		content, err := io.ReadAll(x)
		if err != nil {
			panic(fmt.Errorf("display: %w", err))
		}
		return ofBytes(mimeType, content)
	}
	panic(fmt.Errorf("display: unsupported type, cannot render: %T", x))
}

// ofBytes is content of a MIME type, or of the one that it looks like. Text
// is told as text.
func ofBytes(mimeType string, content []byte) Data {
	if mimeType == "" {
		mimeType = sniff(content)
	}
	if IsText(mimeType) {
		return MakeData(mimeType, string(content))
	}
	return MakeData(mimeType, content)
}

// sniff is the MIME type that content looks like. For SVG, the standard
// library knows none but that of XML.
func sniff(content []byte) string {
	mimeType, _, _ := strings.Cut(http.DetectContentType(content), ";")
	if head := content[:min(len(content), 1024)]; strings.HasPrefix(mimeType, "text/") && bytes.Contains(head, []byte("<svg")) {
		return MIMETypeSVG
	}
	return mimeType
}

// IsText reports whether data of a MIME type is text, and not bytes that have
// to be encoded on their way.
func IsText(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || strings.HasSuffix(mimeType, "+xml") || mimeType == MIMETypeJavaScript
}
