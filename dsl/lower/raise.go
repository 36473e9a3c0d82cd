package lower

import (
	"regexp"
	"strconv"
	"strings"
)

// Raise puts back, into a message about lowered text, what the reader wrote.
// The sites are those of the session.
func Raise(message string, sites []Site) string {
	message = strings.ReplaceAll(message, Package+".Auto", "auto")
	for {
		at := call.FindStringSubmatchIndex(message)
		if at == nil {
			return offers.Replace(message)
		}
		end := closing(message, at[1]-1)
		function, arguments := message[at[2]:at[3]], message[at[1]:end]
		written := "..."
		switch function {
		case "Pipe", "Stage":
			number, _, _ := strings.Cut(arguments, ",")
			if n, err := strconv.Atoi(number); err == nil && n < len(sites) {
				written = strings.Join(strings.Fields(sites[n].Text), " ")
			}
		case "Named":
			if name, value, ok := strings.Cut(arguments, ", "); ok {
				written = strings.Trim(name, `"`) + "=" + value
			}
		}
		message = message[:at[0]] + written + message[min(end+1, len(message)):]
	}
}

// offers are functions of lowered text that stand for candidates, where a message
// speaks of the function and not of a call.
var offers = strings.NewReplacer(Package+".LogRange", "a range", Package+".Range", "a range", Package+".List", "a list of candidates")

// call is the beginning of a call that lowering wrote.
var call = regexp.MustCompile(Package + `\.([A-Z][A-Za-z]*)\(`)

// closing is where the parenthesis that is open at a place closes, or the end.
func closing(text string, open int) int {
	depth, quote := 0, byte(0)
	for i := open; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}
