package zmtp

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// ownerOnly is the mode of a socket file.
const ownerOnly = 0o600

// listen opens an address: "tcp" and host:port, where an empty host is every
// interface and port 0 one that the system picks, or "unix" and a path.
func listen(network, address string) (net.Listener, error) {
	if network == "unix" {
		return listenFile(address)
	}
	return net.Listen(network, address)
}

// A fileListener listens at a socket file, which it removes when it closes.
type fileListener struct {
	net.Listener
	path string
	made fs.FileInfo
	once sync.Once
}

// listenFile listens at a path. The file is made in a folder that nobody else
// may enter and moved to its place once it is its owner's alone, for a socket
// file begins with whatever mode the process gives new files. A file that a
// dead process left behind makes room.
func listenFile(path string) (net.Listener, error) {
	if err := removeStale(path); err != nil {
		return nil, err
	}
	private, err := os.MkdirTemp(filepath.Dir(path), ".z")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	first := filepath.Join(private, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: first, Net: "unix"})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	made, err := setMode(first, path)
	if err != nil {
		l.Close()
		return nil, err
	}
	return &fileListener{Listener: l, path: path, made: made}, nil
}

// setMode gives a socket file its mode and moves it to its place.
func setMode(first, path string) (fs.FileInfo, error) {
	if err := os.Chmod(first, ownerOnly); err != nil {
		return nil, err
	}
	if err := os.Rename(first, path); err != nil {
		return nil, err
	}
	return os.Lstat(path)
}

// removeStale removes the socket file of a process that is gone, one that nobody
// answers at. What else lies at the path is somebody's, and an error.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // nothing there; or what is wrong shows when it is used
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("zmtp: %s exists and is no socket", path)
	}
	c, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		c.Close()
		return fmt.Errorf("zmtp: %s is in use by another process", path)
	}
	return os.Remove(path)
}

// Addr returns the path.
func (l *fileListener) Addr() net.Addr { return &net.UnixAddr{Name: l.path, Net: "unix"} }

// Close stops listening and removes the file, unless another has taken its
// place.
func (l *fileListener) Close() error {
	err := l.Listener.Close()
	l.once.Do(func() {
		if now, gone := os.Lstat(l.path); gone == nil && os.SameFile(now, l.made) {
			os.Remove(l.path)
		}
	})
	return err
}
