package dataset

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unfold/engine/enginetest"
	"unfold/engine/internal/delimited"
)

// oddities are cells of all kinds.
var oddities = []string{"", " ", "NA", "?", "word", "1,5", "-0", "+3", ".5", "5.", "-.25e-3", "1e999", "inf", "nan", "9007199254740993", "9007199254740991", "0.1234567890123456789", "12345678901234567890", "1_000", "0x1F", "5 %", " 7 ", "00012", "1.7976931348623157e308", "4.9e-324", "-"}

// A table read in blocks is the one that is read line by line, as it is behind a cell
// in quotes, and the remarks are the same.
func TestBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 200 {
		columns, sep := 1+r.IntN(5), []string{",", ";", "\t", "|"}[trial%4]
		var lines []string
		for range 1 + r.IntN(30) {
			var cells []string
			for range columns {
				cell := strconv.FormatFloat(r.NormFloat64()*float64(r.IntN(1000)), 'g', 1+r.IntN(17), 64)
				if r.IntN(12) == 0 {
					cell = strings.ReplaceAll(oddities[r.IntN(len(oddities))], sep, "")
				}
				cells = append(cells, cell)
			}
			lines = append(lines, strings.Join(cells, sep)+[]string{"", "\r", "\n", " "}[r.IntN(4)])
		}
		header := strings.Join([]string{"a", "b", "c", "d", "e"}[:columns], sep) + "\n" + strings.Repeat("1"+sep, columns-1) + "1\n"
		careful := header + `"2"` + strings.Repeat(sep+"2", columns-1) + "\n"
		quick := strings.ReplaceAll(careful, `"`, "")
		amend := func(l *Load) {
			l.Label, l.Decimal, l.Sep = "none", []string{"point", "", "comma"}[trial%3], map[string]string{"\t": "tab"}[sep]
		}
		text := strings.Join(lines, "\n")
		was, saidWas, errWas := readText(careful+text, amend)
		is, said, err := readText(quick+text, amend)
		if fmt.Sprint(err) != fmt.Sprint(errWas) || !slices.Equal(said, saidWas) || err == nil && enginetest.Text(is) != enginetest.Text(was) {
			t.Fatalf("%q:\n%v %q\nline by line:\n%v %q", quick+text, err, said, errWas, saidWas)
		}
	}
}

// Blocks that end within lines, lines longer than a block, and what is handed back to
// be read with care give all rows, once and in order.
func TestBlocksOfManyLines(t *testing.T) {
	var text strings.Builder
	text.WriteString("i,x\n")
	const rows = 120_000
	for i := range rows {
		switch {
		case i == 90_000:
			fmt.Fprintf(&text, "%d,\"%d.5\"\n", i, i)
		case i == 40_000:
			fmt.Fprintf(&text, "%d,%d.%s\n", i, i, "5"+strings.Repeat("0", delimited.BlockBytes+100))
		default:
			fmt.Fprintf(&text, "%d,%d.5\n", i, i)
		}
	}
	table, _, err := readText(text.String(), func(l *Load) { l.Label = "none" })
	if err != nil {
		t.Fatal(err)
	}
	if table.Len() != rows {
		t.Fatalf("%d rows", table.Len())
	}
	for i := range rows {
		if table.X.At(i, 0) != float64(i) || table.X.At(i, 1) != float64(i)+0.5 {
			t.Fatalf("row %d is %v", i, table.X.RawRowView(i))
		}
	}
	_, _, err = readText(text.String()+"1\n", nil)
	enginetest.Refused(t, err, "path", fmt.Sprintf("line %d: 1 cells where the header has 2", rows+2))
}

func BenchmarkLoadCSV(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	for range 20_000 {
		for c := range 30 {
			if c > 0 {
				text.WriteByte(',')
			}
			text.WriteString(strconv.FormatFloat(r.NormFloat64(), 'g', 7, 64))
		}
		text.WriteByte('\n')
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, _, err := readText(text.String(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// A file of one row takes little memory: where no text is left, there is no room to make
// for more rows.
func TestFilesTakeWhatTheirRowsTake(t *testing.T) {
	at := folder(t, map[string]string{"a.csv": "a,b,y\nx,1,u\n"})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := newLoad(filepath.Join(at, "a.csv")).Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 8<<20 {
		t.Errorf("a file of one row takes %d bytes", taken)
	}
}
