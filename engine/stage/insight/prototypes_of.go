package insight

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
)

// prototypesOf lists the prototypes of a class by its name, or all if it has none.
func prototypesOf(by engine.PrototypePredictor, run *engine.Run, class string) ([]int, error) {
	var chosen []int
	var names []string
	for k, c := range by.Classes() {
		name := prototypeClass(run, c)
		if class == "" || name == class {
			chosen = append(chosen, k)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if chosen == nil {
		return nil, &engine.Error{Param: "class", Cause: fmt.Sprintf("no prototype is of a class called %q", class), Remedy: remedy.Say("it is one of %s", strings.Join(names, ", "))}
	}
	return chosen, nil
}

// prototypeClass is what a class is called.
func prototypeClass(run *engine.Run, class int) string {
	if class < len(run.Train.Classes) {
		return run.Train.Classes[class]
	}
	return fmt.Sprint(class)
}

// prototypesIn returns what predicts in a fold.
func prototypesIn(r *engine.Report, fold int) (engine.PrototypePredictor, *engine.Run, error) {
	run, err := folds.Run(r, fold)
	if err != nil {
		return nil, nil, err
	}
	by, is := run.Predictor.(engine.PrototypePredictor)
	if !is {
		return nil, nil, folds.Thinned(fold)
	}
	return by, run, nil
}

// behindClass is the end of a title: whose prototypes are meant.
func behindClass(class string) string {
	if class == "" {
		return ""
	}
	return " to prototypes of " + class
}
