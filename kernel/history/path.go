package history

import (
	"os"
	"path/filepath"
	"runtime"
)

// Path returns where the history is kept: the file that UNFOLD_HISTORY names,
// or history.db in the folder unfold of the user's state directory, which is
// XDG_STATE_HOME or ~/.local/state on Linux and its kin and the configuration
// directory elsewhere. It is empty, and so nothing is kept, if UNFOLD_HISTORY
// is "off" or set to nothing, or the user has no such directory.
func Path() string {
	if named, set := os.LookupEnv("UNFOLD_HISTORY"); set {
		if named == "off" {
			return ""
		}
		return named
	}
	state, err := stateDirectory()
	if err != nil {
		return ""
	}
	return filepath.Join(state, "unfold", "history.db")
}

func stateDirectory() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin", "ios", "plan9":
		return os.UserConfigDir()
	}
	// The specification has paths that are not absolute ignored.
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return state, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}
