// Package numeral reads numbers as people write them: in thousands, with another decimal
// mark, in per cent or a currency, to base 16. A [Notation]
// says what number a word is. It imports nothing of the project. Start reading at
// [Parse], which takes a word apart.
package numeral

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Notation is a way in which people write the numbers of a column: in
// thousands, with another decimal mark, in per cent or a currency, to base 16.
type Notation struct {
	Unit    string // the currency or % beside each number; "" for none
	Hex     bool   // digits to base 16 behind 0x
	Decimal byte   // what parts whole numbers from fractions, a point or a comma
	Group   byte   // what may part the whole number in thousands, of which groups are
}

// groups are the characters that part thousands. Others that look like them are
// written as one of these.
const groups = ",. '_"

// likeGroups writes the characters that look like a group's, or like a minus
// sign, as those.
var likeGroups = strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u2019", "'", "\u2212", "-")

// currencies are the codes that may stand beside a number. Other currencies are
// known by the sign that Unicode gives them.
var currencies = []string{"AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "INR", "JPY", "KRW", "MXN", "NOK", "NZD", "PLN", "RUB", "SEK", "SGD", "TRY", "USD", "ZAR"}

// A Numeral is a word that people read as a number, in its parts. Whether its
// marks are of thousands or of decimals is for the column to tell.
type Numeral struct {
	Unit string
	Hex  bool
	Sign string // -, + or nothing
	Body string // what is left: digits and marks, and an exponent
}

// Parse takes a word apart, and reports whether it may be a number at
// all.
func Parse(word string) (f Numeral, ok bool) {
	if !strings.ContainsAny(word, "0123456789") {
		return f, false
	}
	word = likeGroups.Replace(strings.TrimSpace(word))
	if inside, ok := strings.CutPrefix(word, "("); ok && strings.HasSuffix(word, ")") { // as accounts write what is owed
		f.Sign, word = "-", strings.TrimSuffix(inside, ")")
	}
	rest := f.cutSign(word)
	before, rest := cutUnit(rest)
	rest, after := cutUnitBehind(f.cutSign(rest))
	f.Unit = before + after
	if before != "" && after != "" || rest == "" || rest[0] > '9' {
		return f, false
	}
	if digits := strings.ToLower(rest); strings.HasPrefix(digits, "0x") && f.Unit == "" {
		_, err := strconv.ParseUint(digits[2:], 16, 64)
		f.Hex, f.Body = true, digits[2:]
		return f, err == nil
	}
	f.Body = rest
	for _, n := range Plain {
		if n.Unit, n.Hex = f.Unit, f.Hex; ok {
			break
		}
		_, ok = n.Read(f)
	}
	return f, ok
}

// cutSign takes a sign off the front.
func (f *Numeral) cutSign(text string) string {
	if f.Sign == "" && text != "" && (text[0] == '-' || text[0] == '+') {
		f.Sign = text[:1]
		return strings.TrimLeft(text[1:], " ")
	}
	return text
}

// cutUnit takes a currency off the front.
func cutUnit(text string) (unit, rest string) {
	if c, size := utf8.DecodeRuneInString(text); unicode.Is(unicode.Sc, c) {
		return text[:size], strings.TrimLeft(text[size:], " ")
	}
	if len(text) > 3 && slices.Contains(currencies, text[:3]) {
		return text[:3], strings.TrimLeft(text[3:], " ")
	}
	return "", text
}

// cutUnitBehind takes a currency or a per cent sign off the end.
func cutUnitBehind(text string) (rest, unit string) {
	c, size := utf8.DecodeLastRuneInString(text)
	if unicode.Is(unicode.Sc, c) || c == '%' {
		at := len(text) - size
		return strings.TrimRight(text[:at], " "), text[at:]
	}
	if at := len(text) - 3; at > 0 && slices.Contains(currencies, text[at:]) {
		return strings.TrimRight(text[:at], " "), text[at:]
	}
	return text, ""
}

// Plain are all notations without a unit and not to base 16.
var Plain = func() (all []Notation) {
	for _, decimal := range []byte(".,") {
		for _, group := range []byte(groups) {
			if group != decimal {
				all = append(all, Notation{Decimal: decimal, Group: group})
			}
		}
	}
	return all
}()

// Read returns the number that a figure is in the notation, and whether it is
// one there.
func (n Notation) Read(f Numeral) (float64, bool) {
	if f.Unit != n.Unit || f.Hex != n.Hex {
		return math.NaN(), false
	}
	if n.Hex {
		whole, err := strconv.ParseUint(f.Body, 16, 64)
		v := float64(whole)
		if f.Sign == "-" {
			v = -v
		}
		return v, err == nil
	}
	mantissa, exponent := f.Body, ""
	if at := strings.IndexAny(f.Body, "eE"); at >= 0 {
		mantissa, exponent = f.Body[:at], f.Body[at:]
	}
	whole, fraction, parted := strings.Cut(mantissa, string(n.Decimal))
	whole, ok := n.ungroup(whole)
	if !ok || !areDigits(fraction) || whole+fraction == "" {
		return math.NaN(), false
	}
	if parted {
		fraction = "." + fraction
	}
	v, err := strconv.ParseFloat(f.Sign+whole+fraction+exponent, 64)
	return v, err == nil
}

// ReadAll reads all numerals in the notation.
func (n Notation) ReadAll(figures []Numeral) ([]float64, bool) {
	values := make([]float64, len(figures))
	for i, f := range figures {
		var ok bool
		if values[i], ok = n.Read(f); !ok {
			return nil, false
		}
	}
	return values, true
}

// String writes what of a notation decides on the value of a number: a comma, if
// that is the decimal mark, then the unit, or 0x; nothing of usual numbers.
func (n Notation) String() string {
	switch {
	case n.Hex:
		return "0x"
	case n.Decimal == ',':
		return "," + n.Unit
	}
	return n.Unit
}

// ungroup takes the marks of thousands out of a whole number: behind one to
// three digits, the first of them not 0, there are three behind each mark.
// Underscores, as in the source text of programs, may stand between any digits.
func (n Notation) ungroup(whole string) (string, bool) {
	parts := strings.Split(whole, string(n.Group))
	if len(parts) == 1 {
		return whole, areDigits(whole)
	}
	for i, part := range parts {
		first := i == 0
		switch {
		case part == "" || !areDigits(part):
			return "", false
		case n.Group == '_':
		case first && (len(part) > 3 || part[0] == '0'), !first && len(part) != 3:
			return "", false
		}
	}
	return strings.Join(parts, ""), true
}

// Rounds reports whether v, which was read from the figure, is a whole number
// that float64 had to round.
func (n Notation) Rounds(f Numeral, v float64) bool {
	if n.Hex {
		digits, _ := strconv.ParseUint(f.Body, 16, 64)
		return IsRounded(strconv.FormatUint(digits, 10), v)
	}
	whole, _ := n.ungroup(f.Body)
	return IsRounded(whole, v)
}

func areDigits(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' }) < 0
}

// IsRounded reports whether v is a whole number that differs from the digits
// that it was read from: beyond 2⁵³ float64 cannot tell neighbours apart.
func IsRounded(digits string, v float64) bool {
	if math.Abs(v) < 1<<53 || math.IsInf(v, 0) || !IsWhole(digits) {
		return false
	}
	return strconv.FormatFloat(math.Abs(v), 'f', -1, 64) != strings.TrimLeft(digits, "+-0")
}

// IsWhole reports whether a text is digits alone, but for a sign.
func IsWhole(text string) bool { return areDigits(strings.TrimLeft(text, "+-")) }
