package diag

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
)

// renamed are arguments as scikit-learn, seaborn, matplotlib, pandas, umap-learn and R
// call them, without underscores and dots, and what they may be called here, the
// likeliest first: of these, the first that a stage takes is meant. Of two in one text
// a stage must take both.
var renamed = map[string][]string{
	"nneighbors": {"k", "perplexity"}, "neighbors": {"k", "perplexity"}, "neighbours": {"k", "perplexity"}, "nn": {"k"},
	"ncomponents": {"dim"}, "components": {"dim"}, "ncomp": {"dim"}, "ndim": {"dim"}, "ndims": {"dim"}, "dims": {"dim"},
	"dimensions": {"dim"}, "randomstate": {"seed"}, "randomseed": {"seed"}, "rng": {"seed"},
	"nestimators": {"trees"}, "ntree": {"trees"}, "ntrees": {"trees"}, "numtrees": {"trees"}, "maxdepth": {"depth"},
	"minsamplesleaf": {"min"}, "nodesize": {"min"}, "minnodesize": {"min"}, "maxleafnodes": {"leaves"},
	"maxfeatures": {"columns"}, "mtry": {"columns"}, "ccpalpha": {"prune"}, "cp": {"prune"},
	"maxiter": {"iterations", "steps", "epochs"}, "niter": {"iterations", "steps", "epochs"}, "nepochs": {"epochs", "iterations", "steps"},
	"learningrate": {"rate", "learning"}, "learningrateinit": {"rate"}, "lr": {"rate", "learning"},
	"earlyexaggeration": {"exaggeration"}, "hiddenlayersizes": {"hidden", "layers"}, "hiddensizes": {"hidden", "layers"},
	"batchsize": {"batch"}, "ninit": {"starts"}, "nstarts": {"starts"}, "eigensolver": {"method"},
	"alpha": {"lambda"}, "regularization": {"lambda", "reg", "C"}, "cost": {"C"}, "bandwidth": {"sigma", "width"}, "bw": {"sigma", "width"},
	"lengthscale": {"sigma"}, "varsmoothing": {"smoothing"}, "coef0": {"offset"}, "degrees": {"degree"},
	"nsplits": {"k"}, "nfolds": {"k"}, "folds": {"k"}, "nrepeats": {"repeats"}, "nboot": {"repeats"}, "times": {"repeats"},
	"testsize": {"share"}, "test": {"share"}, "stratified": {"stratify"}, "strata": {"stratify"},
	"nsamples": {"n"}, "samples": {"n"}, "nbins": {"bins"}, "breaks": {"bins"},
	"target": {"label or response", "label", "response"}, "targets": {"label or response", "label", "response"},
	"class": {"label"}, "labels": {"label"}, "outcome": {"label or response", "label", "response"},
	"delimiter": {"sep"}, "delim": {"sep"}, "sheet": {"table"}, "sheetname": {"table"}, "nrows": {"limit"}, "navalues": {"na"},
	"nastrings": {"na"}, "usecols": {"features"}, "indexcol": {"aside"}, "file": {"path"}, "filename": {"path"}, "filepath": {"path"},
	"sql": {"query"}, "parsedates": {"dates"}, "filepathorbuffer": {"path"}, "dec": {"decimal"},
	"figsize": {"width and height"}, "aspect": {"width and height"}, "cmap": {"palette"}, "colormap": {"palette"},
	"colors": {"palette"}, "colours": {"palette"}, "col": {"color"}, "hue": {"color"}, "colour": {"color"}, "c": {"color"},
	"style": {"shape"}, "marker": {"shape"}, "pch": {"shape"}, "symbol": {"shape"}, "s": {"size"}, "markersize": {"size"},
	"pointsize": {"size"}, "cex": {"size"}, "opacity": {"alpha"}, "transparency": {"alpha"}, "main": {"title"},
	"suptitle": {"title"}, "xlab": {"xlabel"}, "ylab": {"ylabel"}, "text": {"label"}, "hueorder": {"order"},
	"facetcol": {"facet"}, "facetrow": {"facet"}, "wrap": {"facet"}, "logx": {"log"}, "logy": {"log"}, "xrange": {"xlim"},
	"yrange": {"ylim"}, "resolution": {"dpi"}, "vars": {"columns"},
}

// sayings answer arguments that no stage has, because what they ask for is said
// elsewhere in a sentence, or happens by itself.
var sayings = map[string]string{
	"metric":         "distances are a stage of their own before the embedder, as %s in load | %[1]s | isomap",
	"distancemetric": "distances are a stage of their own before the embedder, as %s in load | %[1]s | isomap",
	"mindist":        "nothing here sets how closely points may be packed; how many neighbours count is k or perplexity",
	"randomstate":    "the division has the seed: cv(seed=1); what draws nothing needs none",
	"njobs":          "leave it out: all processors are used",
	"verbose":        "leave it out: progress is shown by itself",
	"scoring":        "scores are stages of their own behind the learner, as in knn | cv(5) | accuracy",
}

// Called is what to say to an argument that has another name here, of which the given
// ones are taken; nothing where the name says nothing. Case, underscores and dots do
// not count.
func Called(name string, taken []string) string {
	for _, ours := range renamed[plainWord(name)] {
		if !slices.Contains(taken, name) && takesAll(ours, taken) {
			return fmt.Sprintf("%s is called %s here", name, ours)
		}
	}
	return ""
}

// WhichArgument is what to say to an argument that a stage does not take: what it is
// called here, where it is said instead, or the nearest name; nothing of neither. It
// tells whether the word is known, so that nobody need look through what is taken.
func WhichArgument(name string, taken []string, stages []engine.Stage) (advice string, known bool) {
	if called := Called(name, taken); called != "" {
		return called, true
	}
	if saying, ok := sayings[plainWord(name)]; ok && !strings.Contains(saying, "%s") {
		return saying, true
	} else if i := slices.IndexFunc(stages, func(s engine.Stage) bool { return s.Role == engine.MetricRole && !s.ReadsLabels }); ok && i >= 0 {
		return fmt.Sprintf(saying, stages[i].Name), true
	}
	if near, ok := Nearest(name, taken); ok {
		return fmt.Sprintf("did you mean %s?", near), false
	}
	return "", false
}

// takesAll reports whether all names of a text are taken.
func takesAll(text string, taken []string) bool {
	for _, word := range strings.Fields(text) {
		if word != "and" && word != "or" && !slices.Contains(taken, word) {
			return false
		}
	}
	return true
}

// plainWord is a name without what does not count.
func plainWord(name string) string {
	return strings.NewReplacer("_", "", ".", "").Replace(strings.ToLower(name))
}
