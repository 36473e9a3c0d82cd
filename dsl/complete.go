package dsl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
)

// Complete lists what could stand at the cursor: stages in the order of their
// roles, the parameters of the stage around it, the words a parameter allows,
// files, Go names and members.
func (s *Session) Complete(code string, cursor int) cell.Completion {
	if c, ok := s.completeCommand(code, cursor); ok {
		return c
	}
	at := locate(code, cursor)
	end := at.start + len([]rune(at.word))
	if at.quote {
		end = at.start + len([]rune(at.quoted))
		if i := strings.LastIndex(at.quoted, "/"); i >= 0 {
			at.start += len([]rune(at.quoted[:i+1]))
		}
	}
	return cell.Completion{Start: at.start, End: end, Items: s.items(at, s.typed(at, code, cursor))}
}

// typed returns the part of the word before the cursor.
func (s *Session) typed(at place, code string, cursor int) string {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	return string(runes[min(at.start, cursor):cursor])
}

func (s *Session) items(at place, prefix string) []cell.Item {
	stage, inStage := s.catalogue.Lookup(at.stage)
	switch {
	case at.quote && inStage:
		return s.quotedItems(stage, at)
	case at.quote:
		return nil
	case at.selector != "":
		return s.memberItems(at.selector, prefix)
	case at.piped:
		return s.stageItems(prefix, engine.ProtocolRole)
	}
	var items []cell.Item
	if inStage {
		items = parameterItems(stage, at, prefix)
	}
	if !inStage {
		items = append(items, s.stageItems(prefix, engine.SourceRole)...)
	}
	return append(items, s.nameItems(prefix, inStage)...)
}

// stageItems lists the stages from a role on, in the order of a pipeline.
func (s *Session) stageItems(prefix string, from engine.Role) []cell.Item {
	var items []cell.Item
	for _, stage := range s.catalogue.Stages() {
		if stage.Role >= from && strings.HasPrefix(stage.Name, prefix) && !s.isGoName(stage.Name) {
			items = append(items, cell.Item{Text: stage.Name, Type: "stage", Signature: stage.Role.String() + ": " + stage.Signature()})
		}
	}
	return items
}

// parameterItems lists the parameters that the stage has not been given yet.
func parameterItems(stage *engine.Stage, at place, prefix string) []cell.Item {
	if at.param != "" {
		return nil // its value is wanted, not another name
	}
	var items []cell.Item
	for i, p := range engine.ParamsOf(stage.Make()) {
		if i >= at.number-len(at.used) && !at.used[p.Name] && strings.HasPrefix(p.Name, prefix) {
			items = append(items, cell.Item{Text: p.Name + "=", Type: "parameter", Signature: byDefault(p) + "; " + allowed(p) + "; " + p.Doc})
		}
	}
	return items
}

// quotedItems lists what a text argument can be: the words that its rule
// allows, or, for a source, the data there are and the files in the folder.
func (s *Session) quotedItems(stage *engine.Stage, at place) []cell.Item {
	params := engine.ParamsOf(stage.Make())
	i := slices.IndexFunc(params, func(p *engine.Param) bool { return p.Name == at.param })
	if at.param == "" && at.number < len(params) {
		i = at.number
	}
	if i < 0 {
		return nil
	}
	var items []cell.Item
	for _, word := range engine.Words(params[i].Rule) {
		if strings.HasPrefix(word, at.quoted) {
			items = append(items, cell.Item{Text: word, Type: "value"})
		}
	}
	if stage.Role == engine.SourceRole && i == 0 {
		if lister, ok := stage.Make().(engine.Lister); ok && !strings.Contains(at.quoted, "/") {
			for _, name := range lister.Names() {
				if strings.HasPrefix(name, at.quoted) {
					items = append(items, cell.Item{Text: name, Type: "dataset"})
				}
			}
		}
		items = append(items, fileItems(at.quoted)...)
	}
	return items
}

// fileItems lists the files and folders that the typed path could mean.
func fileItems(typed string) []cell.Item {
	dir, prefix := filepath.Split(typed)
	entries, err := os.ReadDir(filepath.Clean("./" + dir))
	if filepath.IsAbs(dir) {
		entries, err = os.ReadDir(dir)
	}
	if err != nil {
		return nil
	}
	var items []cell.Item
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, prefix) || strings.HasPrefix(name, ".") && prefix == "" {
			continue
		}
		if e.IsDir() {
			name += "/"
		}
		items = append(items, cell.Item{Text: name, Type: "file"})
	}
	return items
}
