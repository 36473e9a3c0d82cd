package dataset

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// imageOf says what pictures the rows of the table are, if Image asks for it.
// Black and white are the smallest and the largest number of the table.
func (l *Load) imageOf(t *engine.Table) (*engine.Picture, error) {
	if l.Image == "" {
		return nil, nil
	}
	width, height, err := imageSize(l.Image)
	if err != nil {
		return nil, err
	}
	if _, d := t.X.Dims(); width*height != d {
		return nil, wrongImageSize(width, height, d)
	}
	if c, found := (engine.Sample{Columns: t.Columns}).Categorical(); found {
		return nil, &engine.Error{Param: "image", Cause: fmt.Sprintf("column %s holds words, and pixels are numbers", c.Name), Remedy: remedy.Omit("image")}
	}
	low, high := span(t.X)
	return &engine.Picture{Width: width, Height: height, Low: low, High: high}, nil
}

// sizes are how the size of a picture is written.
const sizes = `^\s*([1-9]\d{0,4})\s*(?:[x×]\s*([1-9]\d{0,4})\s*)?$`

// imageSize reads the width and the height of pictures; one number is both.
func imageSize(text string) (width, height int, err error) {
	found := regexp.MustCompile(sizes).FindStringSubmatch(text)
	if found == nil {
		return 0, 0, &engine.Error{Param: "image", Cause: fmt.Sprintf("%q is no width and height", text), Remedy: remedy.Give("image", "as the pixels across and down, such as 64x64")}
	}
	width, _ = strconv.Atoi(found[1])
	if found[2] == "" {
		return width, width, nil
	}
	height, _ = strconv.Atoi(found[2])
	return width, height, nil
}

// wrongImageSize is the error of pictures that have more or fewer pixels than
// rows have columns.
func wrongImageSize(width, height, columns int) error {
	advice := remedy.Load("name the columns that are pixels", "features", nil).Or(remedy.Omit("image"))
	if side := int(math.Sqrt(float64(columns))); side*side == columns {
		advice = remedy.Load("square pictures of so many columns are", "image", fmt.Sprintf("%dx%d", side, side)).Or(advice)
	}
	return &engine.Error{Param: "image", Cause: fmt.Sprintf("a picture of %d×%d has %d pixels, and the rows have %d columns", width, height, width*height, columns), Remedy: advice}
}

// span returns the smallest and the largest number of x; missing cells are
// passed over.
func span(x *mat.Dense) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	n, _ := x.Dims()
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}
