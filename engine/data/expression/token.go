package expression

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A token is a word of an expression.
type token struct {
	kind  tokenKind
	text  string // an operator as its meaning, a name or a text without what encloses it
	value float64
	at    int // where it begins
	after int // and ends
}

type tokenKind int

const (
	endToken tokenKind = iota
	numberToken
	nameToken
	textToken
	operatorToken
)

// operators are those of more than a word, longer ones first, and what each means.
var operators = []struct{ written, means string }{
	{"**", "^"}, {"<=", "<="}, {">=", ">="}, {"==", "=="}, {"!=", "!="}, {"<>", "!="}, {"&&", "and"}, {"||", "or"},
	{"≤", "<="}, {"≥", ">="}, {"≠", "!="}, {"·", "*"}, {"×", "*"}, {"−", "-"},
	{"^", "^"}, {"*", "*"}, {"/", "/"}, {"+", "+"}, {"-", "-"}, {"<", "<"}, {">", ">"}, {"=", "="}, {"!", "not"},
	{"(", "("}, {")", ")"}, {",", ","}, {";", ";"},
}

// scan cuts a text into tokens, the last of which is its end.
func scan(param, text string) ([]token, error) {
	var tokens []token
	for at := 0; ; {
		at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
		t, err := scanOne(param, text, at)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
		if t.kind == endToken {
			return tokens, nil
		}
		at = t.after
	}
}

// scanOne reads the token that begins at a place of the text.
func scanOne(param, text string, at int) (token, error) {
	rest := text[at:]
	if rest == "" {
		return token{kind: endToken, text: "the end", at: at, after: at}, nil
	}
	first, _ := utf8.DecodeRuneInString(rest)
	switch {
	case isNameStart(first):
		end := strings.IndexFunc(rest, func(c rune) bool { return !isNameStart(c) && !unicode.IsDigit(c) && c != '.' })
		return nameOrWord(rest[:ended(end, rest)], at), nil
	case first >= '0' && first <= '9', first == '.':
		return scanNumber(param, rest, at)
	case first == '"', first == '\'', first == '[', first == '`':
		return scanEnclosed(param, rest, at)
	}
	for _, o := range operators {
		if strings.HasPrefix(rest, o.written) {
			return token{kind: operatorToken, text: o.means, at: at, after: at + len(o.written)}, nil
		}
	}
	return token{}, &engine.Error{Param: param, Cause: fmt.Sprintf("%q has no meaning in %q", first, text), Remedy: remedy.Say("a name with such characters stands in brackets, like [list price]")}
}

func isNameStart(c rune) bool { return unicode.IsLetter(c) || c == '_' }

// ended is where something ends that ends with its text if nothing else ends it.
func ended(end int, text string) int {
	if end < 0 {
		return len(text)
	}
	return end
}

// nameOrWord tells the words of the language from names.
func nameOrWord(word string, at int) token {
	t := token{kind: nameToken, text: word, at: at, after: at + len(word)}
	switch word {
	case "and", "or", "not":
		t.kind = operatorToken
	}
	return t
}

// scanNumber reads digits, with a point and an exponent.
func scanNumber(param, rest string, at int) (token, error) {
	digits := func(from int) int {
		for from < len(rest) && rest[from] >= '0' && rest[from] <= '9' {
			from++
		}
		return from
	}
	end := digits(0)
	if end < len(rest) && rest[end] == '.' {
		end = digits(end + 1)
	}
	if end < len(rest) && (rest[end] == 'e' || rest[end] == 'E') {
		from := end + 1
		if from < len(rest) && (rest[from] == '+' || rest[from] == '-') {
			from++
		}
		if behind := digits(from); behind > from {
			end = behind
		}
	}
	v, err := strconv.ParseFloat(rest[:end], 64)
	if err != nil {
		return token{}, &engine.Error{Param: param, Cause: fmt.Sprintf("%q is no number", rest[:end]), Remedy: remedy.Say("write numbers like 1.5 or 2e-3"), Err: err}
	}
	return token{kind: numberToken, text: rest[:end], value: v, at: at, after: at + end}, nil
}

// scanEnclosed reads a text in quotes or a name in brackets; a doubled quote stands
// for one.
func scanEnclosed(param, rest string, at int) (token, error) {
	closing, kind := rest[0], textToken
	switch closing {
	case '[':
		closing, kind = ']', nameToken
	case '`':
		kind = nameToken
	}
	var inside []byte
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] != closing:
			inside = append(inside, rest[i])
		case i+1 < len(rest) && rest[i+1] == closing:
			inside = append(inside, closing)
			i++
		default:
			return token{kind: kind, text: string(inside), at: at, after: at + i + 1}, nil
		}
	}
	return token{}, &engine.Error{Param: param, Cause: fmt.Sprintf("%s is never closed by %c", rest, closing), Remedy: remedy.Say("close it")}
}
