package dataset

import (
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// towns are rows, and places the same rows in another file.
const (
	towns  = "id,size,kind\n1,100,u\n2,200,v\n3,300,u\n"
	places = "id,lat,land,long\n1,48.5,D,10\n2,50.75,D,7\n3,46,CH,7.5\n"
)

// TestColumnsBeside are kept aside, words too, and columns of both files once.
func TestColumnsBeside(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "towns.csv", towns)
	write(t, "places.csv", places)
	l := newLoad("towns.csv")
	l.Beside, l.Aside = "places.csv", []string{"id"}
	ctx, notes := engine.WithNotes(t.Context(), "load")
	table, err := l.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(engine.NamesOf(table.Aside.Columns), " "); got != "id lat land long" || len(table.Columns) != 1 {
		t.Errorf("aside are %s beside %v", got, table.Columns)
	}
	at, err := table.Aside.Numbers("columns", "lat", "long", "id")
	if err != nil || !mat.Equal(at, mat.NewDense(3, 3, []float64{48.5, 10, 1, 50.75, 7, 2, 46, 7.5, 3})) {
		t.Errorf("aside are %v, %v", at, err)
	}
	for _, n := range notes() {
		if strings.Contains(n.Text, "learned from") {
			t.Errorf("said of columns aside: %s", n.Text)
		}
	}
	if rows, err := l.Elsewhere("places.csv").LoadMatching(t.Context(), engine.Header{Columns: []engine.Column{{Name: "lat"}}}); err != nil || rows.Len() != 3 {
		t.Errorf("new rows need a file beside theirs: %v", err)
	}
	before, err := l.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	write(t, "places.csv", strings.Replace(places, "46", "47", 1))
	if after, err := l.Fingerprint(); err != nil || after == before {
		t.Errorf("other places have the same fingerprint (%v)", err)
	}
}

// TestFaultsOfColumnsBeside: rows that are not the same are refused.
func TestFaultsOfColumnsBeside(t *testing.T) {
	t.Setenv(dataFolder, "")
	t.Chdir(t.TempDir())
	write(t, "towns.csv", towns)
	for text, want := range map[string]string{
		"":                             `no file "places.csv"`,
		"lat\n1\n2\n":                  "places has 2 rows, but towns has 3 rows; give a file of the same rows in the same order",
		"id,lat\n1,5\n3,6\n2,7\n":      "id is 2 in row 1 of towns, but 3 in places: these are not the same rows; give a file of the same rows in the same order",
		"lat,size\n1,100\n2,200\n3,\n": "size is 300 in row 2 of towns, but NaN in places",
		"lat,lat\n1,2\n":               "",
	} {
		if text != "" {
			write(t, "places.csv", text)
		} else {
			os.Remove("places.csv")
		}
		l := newLoad("towns.csv")
		l.Beside = "places.csv"
		_, err := l.Load(t.Context())
		enginetest.Refused(t, err, "beside", want)
		if text == "" {
			enginetest.Refused(t, l.Probe(), "beside", want)
		}
	}
	generated := newLoad("waveform")
	generated.Beside = "towns.csv"
	enginetest.Refused(t, generated.Probe(), "beside", "beside is for files, but waveform is generated")
}

// TestFaces are all there where the data are, and said to be missing elsewhere.
func TestFaces(t *testing.T) {
	manifest(t)
	table, err := new(Faces).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n, d := table.X.Dims(); n != 698 || d != 1024 || table.Image.Width != 32 || table.ResponseName(0) != "pan" {
		t.Errorf("%d×%d, pictures %+v, response %s", n, d, table.Image, table.ResponseName(0))
	}
	at, err := table.Aside.Numbers("columns", "tilt", "light", "pan")
	if err != nil || !mat.Equal(at.Slice(0, 698, 2, 3), table.Response) || at.At(0, 0) != -0.101328 {
		t.Errorf("aside are %v, %v", engine.NamesOf(table.Aside.Columns), err)
	}
	if print, err := new(Faces).Fingerprint(); err != nil || len(print) != 128 {
		t.Errorf("fingerprint %q, %v", print, err)
	}
}

func TestFacesMissing(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(dataFolder, folder)
	t.Chdir(folder)
	const want = "the pictures are no part of the program, and not here"
	_, err := new(Faces).Load(t.Context())
	enginetest.Refused(t, err, "", want)
	enginetest.Refused(t, new(Faces).Probe(), "", want)
	_, err = new(Faces).Fingerprint()
	enginetest.Refused(t, err, "", want)
	write(t, "isomap_faces_32x32.csv", "a,response\n1,2\n")
	write(t, "isomap_faces_latent.csv", "tilt,response\n1,3\n")
	_, err = new(Faces).Load(t.Context())
	enginetest.Refused(t, err, "", "a picture of 32×32 has 1024 pixels")
}
