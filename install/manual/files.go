package manual

import (
	"fmt"
	"os"
	"path/filepath"
)

// files are the texts by where shells and man look for them below a folder such as
// /usr/share or ~/.local/share.
func (p Program) files() map[string]string {
	return map[string]string{
		"bash-completion/completions/" + p.Name:         p.bash(),
		"zsh/site-functions/_" + p.Name:                 p.zsh(),
		"fish/vendor_completions.d/" + p.Name + ".fish": p.fish(),
		"man/man1/" + p.Name + ".1":                     p.Page(),
	}
}

// Write writes completion and manual page where shells and man look for them below
// a folder of shared data.
func (p Program) Write(share string) error {
	for name, text := range p.files() {
		path := filepath.Join(share, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("manual: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return fmt.Errorf("manual: %w", err)
		}
	}
	return nil
}

// Remove removes what Write has written, as far as it is there.
func (p Program) Remove(share string) error {
	for name := range p.files() {
		if err := os.Remove(filepath.Join(share, filepath.FromSlash(name))); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("manual: %w", err)
		}
	}
	return nil
}
