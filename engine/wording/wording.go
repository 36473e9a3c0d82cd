// Package wording is how messages say what they all have to say: counts with
// their nouns, numbers of bytes, lists that are too long, and what a mistyped
// word may have been meant to be. It imports nothing of ours. Start at
// [Count].
package wording

import (
	"fmt"
	"strconv"
	"strings"
)

// Number writes a whole number with a comma between thousands: "1,920".
func Number(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Count writes a number with its noun, which takes an s unless it is of one thing:
// "1 row", "1,920 rows".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Number(n) + " " + noun
}

// List writes the first four words, and whether there are more: "a, b, c, d, ...".
func List(words []string) string {
	const most = 4
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + ", ..."
}

// Bytes writes an amount of memory in decimal units to three digits: "812 kB",
// "1.5 GB".
func Bytes(n uint64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	value, units := float64(n), []string{"", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for value >= 999.5 && i < len(units)-1 { // which would be written as 1000
		value /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", value, units[i])
}

// Plural writes a count with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "leaf"); ok {
		noun = stem + "leave"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Names lists up to eight names of columns, and counts the others.
func Names(names []string) string {
	if len(names) > 8 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), len(names)-8)
	}
	return strings.Join(names, ", ")
}
