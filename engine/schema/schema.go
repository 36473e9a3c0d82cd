// Package schema has the form of a report's JSON as Go types: what the engine writes, and
// what a program that reads reports can decode them into. It imports
// gonum's matrices alone. Start at [Report].
package schema

// Name names the form. A field is never renamed or removed under the same number.
const Name = "unfold/report/1"

// A Report is the JSON of a report. Rows are numbered as in the source, from zero.
type Report struct {
	Schema      string       `json:"schema"`
	Pipeline    string       `json:"pipeline"` // canonical, defaults filled in
	Version     string       `json:"version"`
	Seed        int          `json:"seed"`
	Data        Data         `json:"data"`
	Protocol    string       `json:"protocol"`
	Stages      []Stage      `json:"stages"`
	Added       []Stage      `json:"added"` // measures and views that the pipeline does not name
	Scores      []Score      `json:"scores"`
	Answered    []Score      `json:"scores_unlabelled,omitempty"` // of rows whose labels a study has hidden
	Unlabelled  []Prediction `json:"unlabelled,omitempty"`        // what was predicted of rows without a label; the truth where a study has hidden it
	Transduced  bool         `json:"transduced"`                  // stages saw the held rows, though not their labels
	Copied      int          `json:"copied"`                      // held rows, over the folds, that equal a training row in every column
	Tuning      *Tuning      `json:"tuning"`                      // null without candidates
	Permutation *Permutation `json:"permutation"`                 // null unless labels were dealt anew
	Folds       []Fold       `json:"folds"`
	Notes       []Note       `json:"notes"`
	Seconds     float64      `json:"seconds"`
	Peak        uint64       `json:"peak_bytes"`
}

// Data are the rows that ran.
type Data struct {
	Source    string   `json:"source"`
	Rows      int      `json:"rows"` // with and without a label
	Columns   int      `json:"columns"`
	Classes   []string `json:"classes"`
	Responses []string `json:"responses,omitempty"` // names of several
	SHA256    string   `json:"sha256"`
}

// A Stage is a step of the pipeline with what it took.
type Stage struct {
	Name    string         `json:"name"`
	Args    map[string]any `json:"args"`
	Kept    int            `json:"kept"` // folds that found it done by an earlier run
	Seconds float64        `json:"seconds"`
	Bytes   uint64         `json:"bytes"`
}

// A Score is a measure over the folds.
type Score struct {
	Name   string   `json:"name"`
	Better string   `json:"better"` // "higher", "lower" or "neither"
	Mean   Number   `json:"mean"`
	SD     Number   `json:"sd"`
	Low    Number   `json:"low"`
	High   Number   `json:"high"`
	Pooled bool     `json:"pooled,omitempty"` // mean is the score of all held rows together
	Folds  []Number `json:"folds"`
}

// A Fold is what one training part learned and predicted.
type Fold struct {
	Pipeline    string       `json:"pipeline"`             // with the arguments that the fold chose
	Train       []int        `json:"train"`                // the rows that are learned from, labelled ones first
	Unlabelled  []int        `json:"unlabelled,omitempty"` // those of them whose label is not known
	Held        []int        `json:"held"`
	Embedding   *Embedding   `json:"embedding"`
	Predictions []Prediction `json:"predictions"`
}

// An Embedding is where rows of a fold were placed, a list of coordinates each.
type Embedding struct {
	Train [][]Number `json:"train"`
	Held  [][]Number `json:"held"`
}

// A Prediction is what was said of a row.
type Prediction struct {
	Row       int `json:"row"`
	Truth     any `json:"truth"` // a class's name, a number, or a list of the numbers of several responses
	Predicted any `json:"predicted"`
}

// A Tuning is how candidates did.
type Tuning struct {
	Measure    string       `json:"measure"`
	Better     string       `json:"better"`
	Rule       string       `json:"rule"`
	Inner      string       `json:"inner"` // empty where training rows judged themselves
	Candidates []Candidates `json:"varied"`
	Settings   int          `json:"settings"` // the last varied parameter changes fastest
	Folds      []Chosen     `json:"folds"`
	Fits       int          `json:"fits"`
	Shared     int          `json:"shared"`
	Rounds     []Round      `json:"rounds"`
}

// Candidates are the values that were offered for a parameter.
type Candidates struct {
	Stage  string `json:"stage"`
	Param  string `json:"param"`
	Values []any  `json:"values"`
}

// A Chosen is what a fold chose, and by which scores.
type Chosen struct {
	Setting int               `json:"setting"`
	Args    map[string]any    `json:"args"`   // by stage and parameter: "isomap.k"
	Outer   Number            `json:"outer"`  // the score on held rows
	Scores  [][]Number        `json:"scores"` // by setting and inner fold
	Failed  map[string]string `json:"failed"` // by setting: the reason
}

// A Round is one of those in which candidates were dropped.
type Round struct {
	Settings int     `json:"settings"`
	Share    float64 `json:"share"`
}

// A Permutation is how the pipeline did under labels dealt anew.
type Permutation struct {
	Measure string   `json:"measure"`
	Better  string   `json:"better"`
	Real    Number   `json:"real"`
	Scores  []Number `json:"scores"` // by deal
	P       Number   `json:"p"`
}

// A Note is something a reader of the result should know.
type Note struct {
	Stage string `json:"stage"`
	Text  string `json:"text"`
}
