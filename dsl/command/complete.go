package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"unfold/dsl/cell"
)

// Complete lists what could stand at the cursor, a count of code points, where
// that is in a command. It leaves Code to the language, and returns false then
// and outside commands.
func Complete(code string, cursor int, h Host) (cell.Completion, bool) {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	before := string(runes[:cursor])
	p, ok := at(before)
	if !ok {
		return cell.Completion{}, false
	}
	start, typed := cursor, ""
	complete := func(list []cell.Item) (cell.Completion, bool) {
		return cell.Completion{Start: start, End: cursor, Items: list}, true
	}
	if p.Word.To == len(before) && (p.Sign == "%" || p.Sign == "%%") {
		typed = before[p.Word.From:]
		start -= utf8.RuneCountInString(typed)
		return complete(named(p.Sign, typed))
	}
	c, ok := p.Named(before)
	if !ok || c.Takes == Code || p.Body.To > p.Body.From {
		return cell.Completion{}, false
	}
	typed = before[p.Word.To:]
	if p.Sign == "?" {
		typed = before[p.From:]
	}
	typed = typed[strings.LastIndexAny(typed, " \t\"'?")+1:]
	start -= utf8.RuneCountInString(typed)
	if c.Complete == nil {
		return complete(nil)
	}
	list := c.Complete(h, typed)
	if i := strings.LastIndexByte(typed, '/'); i >= 0 && len(list) > 0 && list[0].Type == "path" {
		start += utf8.RuneCountInString(typed[:i+1])
	}
	return complete(list)
}

// at is the command in which a text ends.
func at(text string) (Piece, bool) {
	pieces := Cut(text)
	if !Any(pieces) || len(pieces) == 0 {
		return Piece{}, false
	}
	last := pieces[len(pieces)-1]
	return last, !last.IsGo() && last.To == len(text)
}

// At is the command, with its sign, in whose name the cursor stands, a count of
// code points; a cursor behind the sign or the name counts too.
func At(code string, cursor int) (title string, ok bool) {
	runes := []rune(code)
	at := len(string(runes[:max(0, min(cursor, len(runes)))]))
	for _, p := range Cut(code) {
		if p.IsGo() || p.Sign == "?" || at < p.From || at > p.Word.To {
			continue
		}
		if p.Sign == "!" || p.Sign == "$" {
			return p.Sign, true
		}
		return p.Sign + code[p.Word.From:p.Word.To], true
	}
	return "", false
}

// named lists the commands whose names begin so.
func named(sign, typed string) (list []cell.Item) {
	for _, c := range All() {
		if (sign == "%" && c.Line || sign == "%%" && c.Whole) && strings.HasPrefix(c.Name, typed) {
			list = append(list, cell.Item{Text: c.Name, Type: "magic", Signature: c.Summary})
		}
	}
	return list
}

// items lists the words that begin with what is typed, each once.
func items(words []string, kind, typed string) (list []cell.Item) {
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		if strings.HasPrefix(w, typed) {
			list = append(list, cell.Item{Text: w, Type: kind})
		}
	}
	return list
}

// Files lists the files and folders that a typed path could mean, by the last
// part of it; hidden ones when their dot is typed.
func Files(typed string, foldersOnly bool) (list []cell.Item) {
	folder, prefix := filepath.Split(home(typed))
	entries, err := os.ReadDir(filepath.Join(".", folder))
	if filepath.IsAbs(folder) {
		entries, err = os.ReadDir(folder)
	}
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, prefix) || strings.HasPrefix(name, ".") && prefix == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(folder, name))
		isFolder := err == nil && info.IsDir()
		switch {
		case isFolder:
			name += "/"
		case foldersOnly:
			continue
		}
		list = append(list, cell.Item{Text: name, Type: "path"})
	}
	return list
}
