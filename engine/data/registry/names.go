package registry

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"unfold/engine/figure"
)

// Names are names of data sets, of which [Names.Table] tells what is known.
type Names []string

// Table tells of each name how large the set is, what is to be learned, where its file
// is, its licence, whom to cite and where it is from. Of names that are none of them,
// such as those of generators and of the reader's own files, it tells where they are.
func (n Names) Table() *figure.Sheet {
	s := &figure.Sheet{
		Title:   "Data sets by name",
		Columns: []string{"name", "rows", "columns", "to learn", "here", "licence", "cite", "source"},
		Foot:    []string{"here: in the folder that " + DataFolder + " names, in the cache, or made by the program; others are known, and fetched by load(\"NAME\", fetch=\"yes\") from the server that " + Mirror + " names, or put there by hand. All that is known of one: unfold datasets NAME."},
	}
	for _, name := range n {
		set, known := Lookup(name)
		if !known {
			s.Rows = append(s.Rows, unknownRow(name))
			continue
		}
		_, place := set.Find()
		s.Rows = append(s.Rows, []figure.Cell{
			figure.Word(name), figure.Figures(float64(set.Rows), 0), figure.Figures(float64(set.Columns), 0), figure.Word(set.toLearn()),
			figure.Word(cmp.Or(place, "no")), figure.Word(set.Licence), figure.Word(set.cite()), figure.Word(set.Source),
		})
	}
	return s
}

// unknownRow is the row of a name that is no such set: of a file of the folder, or of a
// generator.
func unknownRow(name string) []figure.Cell {
	place := "made"
	if folder := os.Getenv(DataFolder); folder != "" && (isFile(filepath.Join(folder, name+".csv")) || isFile(filepath.Join(folder, name+".csv.gz"))) {
		place = DataFolder
	}
	row := []figure.Cell{figure.Word(name), figure.Word(""), figure.Word(""), figure.Word(""), figure.Word(place)}
	return append(row, figure.Word(""), figure.Word(""), figure.Word(""))
}

// toLearn says what is to be learned of the rows.
func (s Set) toLearn() string {
	if s.Classes > 0 {
		return strconv.Itoa(s.Classes) + " classes"
	}
	return "response"
}

// cite is the citation with its doi.
func (s Set) cite() string {
	if s.DOI == "" {
		return s.Citation
	}
	return s.Citation + ", doi:" + s.DOI
}

// Table tells all that is known of the set, and how to read its file.
func (s Set) Table() *figure.Sheet {
	t := &figure.Sheet{Columns: []string{"data set", s.Name}}
	add := func(what, text string) {
		if text != "" {
			t.Rows = append(t.Rows, []figure.Cell{figure.Word(what), figure.Word(text)})
		}
	}
	file, place := s.Find()
	add("rows", strconv.Itoa(s.Rows))
	add("columns", strconv.Itoa(s.Columns))
	add("missing", strconv.Itoa(s.Missing)+" cells")
	add("to learn", s.Target+": "+s.toLearn())
	add("source", s.Source)
	add("cite", s.cite())
	add("licence", s.Licence)
	add("original", s.URL)
	add("file", s.File+", "+strconv.FormatInt(s.Bytes, 10)+" bytes")
	add("sha256", s.SHA256)
	add("read as", "commas between cells, a first line of names, an empty cell for a missing one"+packedWords(s.File))
	add("note", s.Note)
	add("here", cmp.Or(file, "no"))
	add("", map[string]string{InFolder: "in the folder that " + DataFolder + " names", InCache: "in the cache"}[place])
	return t
}

func packedWords(file string) string {
	if strings.HasSuffix(file, ".gz") {
		return ", packed by gzip"
	}
	return ""
}
