package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"unfold/engine"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "faces",
		Summary:  "reads 698 pictures of a turning head, with its angles, from UNFOLD_DATA",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`faces | isomap(k=6) | recovery(columns=["pan", "tilt"], fit="affine")`},
	}, func() *Faces { return new(Faces) })
}

// Faces are 698 pictures of a sculpted head, rendered from all sides: X 698×1024, pixels
// of 0 to 255, row by row from the upper left. The response is pan, how far the head
// is turned to the left or right; aside are tilt, how far it looks up or down, light,
// where the light comes from, and pan, each with mean 0 and standard deviation 1.
// Three numbers made each picture, so three dimensions hold them.
//
// The pictures are no part of the program: isomap_faces_32x32.csv, packed by gzip or
// not, and isomap_faces_latent.csv must lie in the folder that the environment variable
// UNFOLD_DATA names. These are the pictures of the paper, 64×64 there, at half their
// width. It fails where they are missing, or where the two files are not of the same
// rows.
//
// Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type Faces struct{}

// Params declares that there are none.
func (*Faces) Params(*engine.Params) {}

// pictures is where the pictures come from.
func (*Faces) pictures() *Load {
	return &Load{Path: "isomap_faces_32x32", Response: []string{"response"}, Image: "32", Beside: "isomap_faces_latent"}
}

// Probe reports files that are not there.
func (f *Faces) Probe() error { return missingFaces(f.pictures().Probe()) }

// Fingerprint returns the checksums of both files.
func (f *Faces) Fingerprint() (string, error) {
	print, err := f.pictures().Fingerprint()
	return print, missingFaces(err)
}

// Load reads the pictures.
func (f *Faces) Load(ctx context.Context) (*engine.Table, error) {
	t, err := f.pictures().Load(ctx)
	if err != nil {
		return nil, missingFaces(err)
	}
	t.Name, t.Label = "faces", "pan"
	t.Aside.Columns = slices.Clone(t.Aside.Columns)
	for c := range t.Aside.Columns {
		if t.Aside.Columns[c].Name == "response" {
			t.Aside.Columns[c].Name = "pan"
		}
	}
	return t, nil
}

// missingFaces says what a file that is not there is needed for, and where.
func missingFaces(err error) error {
	var fault *engine.Error
	if !errors.As(err, &fault) {
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		named := *fault
		named.Param = ""
		return &named
	}
	return &engine.Error{Cause: fmt.Sprintf("the pictures are no part of the program, and not here: %s", fault.Cause), Remedy: remedy.Say("put isomap_faces_32x32.csv and isomap_faces_latent.csv into a folder, and name it in %s", dataFolder), Err: err}
}
