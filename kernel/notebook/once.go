package notebook

import "regexp"

// markedOnce matches a script that says of itself, by data-once and a name, that a
// page needs it but once, wherever on the page it stands. Each output of a kernel
// brings such a script along, as nobody knows which of them a reader keeps; in a
// file that is written whole the first is enough.
var markedOnce = regexp.MustCompile(`(?s)<script data-once="([^"]*)">.*?</script>`)

// onceScripts are the names of those that earlier outputs have brought.
type onceScripts map[string]bool

// share returns HTML without the scripts that earlier outputs have brought.
func (brought onceScripts) share(page string) string {
	return markedOnce.ReplaceAllStringFunc(page, func(element string) string {
		name := markedOnce.FindStringSubmatch(element)[1]
		if brought[name] {
			return ""
		}
		brought[name] = true
		return element
	})
}

// shareAll does so with the HTML of outputs.
func (brought onceScripts) shareAll(outputs []Output) []Output {
	for _, o := range outputs {
		if page, ok := o.Data["text/html"].(string); ok {
			o.Data["text/html"] = brought.share(page)
		}
	}
	return outputs
}
