package compare

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// costs are the heads of the columns that hold what a run has cost, which no
// two runs share.
var costs = regexp.MustCompile(`(?:^|\s\s)(seconds|time|MB allocated|bytes|memory)(?:\s\s|\s*$)`)

// withoutCosts masks the columns of costs in aligned text. Such a column is
// flush with the end of its head, down to the next blank line.
func withoutCosts(s string) string {
	lines := strings.Split(s, "\n")
	var ends []int // of the columns at hand, in characters
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			ends = nil
			continue
		}
		if heads := costEnds(line); heads != nil {
			ends = heads
			continue
		}
		lines[i] = maskedAt(line, ends)
	}
	return strings.Join(lines, "\n")
}

// costEnds is where the heads of costs end in a line.
func costEnds(line string) (ends []int) {
	for from := 0; ; {
		m := costs.FindStringSubmatchIndex(line[from:])
		if m == nil {
			return ends
		}
		from += m[3]
		ends = append(ends, utf8.RuneCountInString(line[:from]))
	}
}

// maskedAt masks the numbers of a line that end at the given characters.
func maskedAt(line string, ends []int) string {
	masked := line
	spans := number.FindAllStringIndex(line, -1)
	for i := len(spans) - 1; i >= 0; i-- { // from the back, so that places stay
		start, end := spans[i][0], spans[i][1]
		for _, column := range ends {
			if utf8.RuneCountInString(line[:end]) == column {
				masked = masked[:start] + "…" + masked[end:]
			}
		}
	}
	return masked
}

var (
	tableRow  = regexp.MustCompile(`(?is)<tr\b.*?</tr>`)
	tableCell = regexp.MustCompile(`(?is)(<t[hd]\b[^>]*>)(.*?)(</t[hd]>)`)
	tableBody = regexp.MustCompile(`(?is)<table\b.*?</table>`)
)

// withoutCostCells masks the columns of costs in the tables of a page.
func withoutCostCells(page string) string {
	return tableBody.ReplaceAllStringFunc(page, func(t string) string {
		var heads []bool // whether a column holds costs
		return tableRow.ReplaceAllStringFunc(t, func(row string) string {
			first := heads == nil
			column := -1
			return tableCell.ReplaceAllStringFunc(row, func(cell string) string {
				column++
				part := tableCell.FindStringSubmatch(cell)
				if first {
					heads = append(heads, costs.MatchString(strings.TrimSpace(anyTag.ReplaceAllString(part[2], ""))))
					return cell
				}
				if column < len(heads) && heads[column] {
					return part[1] + "…" + part[3]
				}
				return cell
			})
		})
	})
}
