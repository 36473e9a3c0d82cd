package notebooks

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the workbook of the notebook on files anew")

// trials is the workbook that 07-from-file-to-model begins with.
const trials = "07-trials.xlsx"

// TestWorkbook: the workbook is the one that is made here.
func TestWorkbook(t *testing.T) {
	want := workbook(t)
	if *update {
		if err := os.WriteFile(trials, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(trials); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is another one (%v); go test ./notebooks -run Workbook -update writes it anew", trials, err)
	}
}

// workbook holds trials with a beam balance, in two sheets: weights hang at both arms, and
// the side of the larger product of weight and distance goes down. Of later trials
// nobody has written that down.
func workbook(t *testing.T) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for _, member := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="spring" sheetId="1" r:id="r1"/><sheet name="autumn" sheetId="2" r:id="r2"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", sheet(r, 300, true)},
		{"xl/worksheets/sheet2.xml", sheet(r, 40, false)},
	} {
		w, err := archive.Create(member[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, member[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// sheet has a heading and n trials, with the side that went down if it is told. Of every
// 50th trial a weight is missing.
func sheet(r *rand.Rand, n int, told bool) string {
	var b strings.Builder
	b.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>`)
	for _, name := range []string{"left_weight [g]", "left_distance [cm]", "right_weight [g]", "right_distance [cm]", "down"}[:4+one(told)] {
		b.WriteString(text(name))
	}
	b.WriteString("</row>")
	for i := range n {
		left, at, right, there := 10*(1+r.IntN(9)), 2*(1+r.IntN(9)), 10*(1+r.IntN(9)), 2*(1+r.IntN(9))
		b.WriteString("<row>")
		if i%50 == 49 {
			b.WriteString("<c/>")
		} else {
			fmt.Fprintf(&b, "<c><v>%d</v></c>", left)
		}
		fmt.Fprintf(&b, "<c><v>%d</v></c><c><v>%d</v></c><c><v>%d</v></c>", at, right, there)
		if told {
			b.WriteString(text(down(left*at, right*there)))
		}
		b.WriteString("</row>")
	}
	b.WriteString("</sheetData></worksheet>")
	return b.String()
}

func text(s string) string { return `<c t="inlineStr"><is><t>` + s + `</t></is></c>` }

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// down is the side of the larger torque.
func down(left, right int) string {
	switch {
	case left > right:
		return "left"
	case left < right:
		return "right"
	}
	return "neither"
}
