package assist

import (
	"unfold/dsl/cell"
	"unfold/engine"
)

// inspectText explains a string literal: the path of an import, the data that a
// source is told to load, a word that a parameter allows.
func (a *Assistant) inspectText(p *place, detail int) (cell.Help, bool) {
	if p.inImport() {
		return a.packageHelp(p.word, detail), a.Docs.Synopsis(p.word) != ""
	}
	stage := a.stageOf(p)
	if stage == nil {
		return cell.Help{}, false
	}
	param := paramAt(stage, p)
	if param == nil {
		return cell.Help{}, false
	}
	if stage.Role == engine.SourceRole && param.Name == engine.ParamsOf(stage.Make())[0].Name {
		if h, ok := dataHelp(stage, param.Name, p.word); ok {
			return h, true
		}
	}
	return parameterHelp(a.Catalogue(), stage, param), true
}
