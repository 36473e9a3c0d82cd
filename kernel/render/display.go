package render

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"unfold/kernel/display"
)

// displayed returns the bundle of a value that shows itself. The methods by
// which it does so are the reader's, and may panic: then the value is left,
// with the reason.
func displayed(value any) (b bundle, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			b, ok = textBundle(plain(value)), true
			b.addNote(fmt.Sprintf("cannot show itself: %v", r))
		}
	}()
	d, ok := display.Of(value)
	if !ok {
		return b, false
	}
	b = dataBundle(d)
	if b.data[mimeText] == nil && len(b.data) > 0 {
		b.data[mimeText] = inWords(value, b)
	}
	return b, true
}

// inWords is the plain text of a value whose bundle has none: the value as Go
// prints it; of data alone, what a reader can read of it, or else the sorts of
// data they are.
func inWords(value any, b bundle) string {
	if _, ok := value.(display.Data); !ok {
		return plain(value)
	}
	for _, mime := range []string{display.MIMETypeMarkdown, display.MIMETypeLatex, display.MIMETypeHTML} {
		if text, ok := b.data[mime].(string); ok {
			return text
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(b.data)), ", ")
}

// dataBundle takes a bundle as the cell has made it; bytes become text or
// base64, as the protocol wants them.
func dataBundle(d display.Data) bundle {
	b := newBundle()
	for mime, v := range d.Data {
		if raw, ok := v.([]byte); ok {
			if display.IsText(mime) {
				v = string(raw)
			} else {
				v = base64.StdEncoding.EncodeToString(raw)
			}
		}
		b.data[mime] = v
	}
	maps.Copy(b.metadata, d.Metadata)
	return b
}
