package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/internal/download"
)

// toy is a set of a small file, and its text.
func toy() (Set, string) {
	text := "a,y\n" + strings.Repeat("1,u\n2,v\n", 1000)
	sum := sha256.Sum256([]byte(text))
	return Set{Name: "toy", File: "toy.csv", Rows: 2000, Columns: 1, Classes: 2, Target: "y", Source: "a test", SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(text))}, text
}

// apart keeps cache and folder of the test apart from those of the user.
func apart(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv(DataFolder, "")
	t.Setenv(Mirror, "")
}

// cached are the names of what lies in the cache.
func cached(t *testing.T) []string {
	t.Helper()
	kept, err := download.KeptAs("")
	if err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(kept)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// expect tests what an error says, and what to do about it.
func expect(t *testing.T, err error, param, want string) {
	t.Helper()
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Param != param || !strings.Contains(fault.Error(), want) {
		t.Errorf("got %v, want %s: %s", err, param, want)
	}
}

// TestFetchKeepsWhatItChecked, says how far it has come, and asks once.
func TestFetchKeepsWhatItChecked(t *testing.T) {
	apart(t)
	e, text := toy()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.URL.Path == "/moved/toy.csv" {
			http.Redirect(w, r, "/data/toy.csv", http.StatusFound)
			return
		}
		http.ServeContent(w, r, "toy.csv", time.Time{}, strings.NewReader(text))
	}))
	defer server.Close()
	furthest := 0.0
	ctx := engine.WithProgress(t.Context(), func(p engine.Progress) { furthest = max(furthest, p.Fraction) })
	file, err := e.Fetch(ctx, server.URL+"/moved", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("kept %d bytes, error %v", len(got), err)
	}
	if furthest < 0.99 {
		t.Errorf("told of %g at most", furthest)
	}
	if _, place := e.Find(); place != InCache {
		t.Errorf("it is found in %q", place)
	}
	if again, err := e.Fetch(t.Context(), "", 0); err != nil || again != file || asked.Load() != 2 {
		t.Errorf("fetched again as %s, %d requests, error %v", again, asked.Load(), err)
	}
}

// TestFetchRefuses what is not the file: nothing of it is kept.
func TestFetchRefuses(t *testing.T) {
	apart(t)
	e, text := toy()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		folder := strings.TrimSuffix(r.URL.Path, "/toy.csv")
		switch folder {
		case "/other":
			w.Write([]byte(strings.Replace(text, "1,u", "3,u", 1)))
		case "/large":
			w.Write([]byte(text + "1,u\n"))
		case "/stream":
			w.(http.Flusher).Flush() // no length is told
			w.Write([]byte(text + text))
		case "/longer":
			w.Header().Set("Content-Length", "100000")
			w.Write([]byte(text[:5000]))
		case "/cut":
			w.Header().Set("Content-Length", strconv.Itoa(len(text)))
			w.Write([]byte(text[:5000]))
		case "/page":
			w.Write([]byte("\n<!DOCTYPE html><html>Sign in</html>"))
		case "/loop":
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		case "/mute":
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for _, c := range []struct{ folder, want string }{
		{"/other", "is another file: it has the checksum "},
		{"/large", "is another file: it is larger than 8 kB; ask another server"},
		{"/stream", "is another file: it is larger than 8 kB; ask another server"},
		{"/longer", "is another file: it is larger than 8 kB"},
		{"/cut", "toy cannot be fetched from "},
		{"/page", "the server has sent a page, not a file"},
		{"/loop", "stopped after 10 redirects"},
		{"/mute", "the server has sent nothing for 300ms; try again later"},
		{"/gone", "the server answered 404 Not Found; check the address"},
	} {
		_, err := e.Fetch(t.Context(), strings.Replace(server.URL, "http://", "http://me:secret@", 1)+c.folder, 300*time.Millisecond)
		expect(t, err, "", c.want)
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v tells a password", err)
		}
	}
	if left := cached(t); len(left) > 0 {
		t.Errorf("left in the cache: %v", left)
	}
	server.Close()
	_, err := e.Fetch(t.Context(), server.URL, 0)
	expect(t, err, "", "the address cannot be reached")
}

// TestFetchCanBeCancelled while the server sends, and leaves nothing.
func TestFetchCanBeCancelled(t *testing.T) {
	apart(t)
	e, text := toy()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		w.Write([]byte(text[:6000]))
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	if _, err := e.Fetch(ctx, server.URL, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left := cached(t); len(left) > 0 {
		t.Errorf("left in the cache: %v", left)
	}
}

// TestFetchAsksForAServer, and for a whole address.
func TestFetchAsksForAServer(t *testing.T) {
	apart(t)
	e, _ := toy()
	_, err := e.Fetch(t.Context(), "", 0)
	expect(t, err, "fetch", "no server is named that holds toy.csv; name the address of a folder that holds it in UNFOLD_MIRROR")
	for _, from := range []string{"host/data", "ftp://host/data", "http://", ":"} {
		_, err := e.Fetch(t.Context(), from, 0)
		expect(t, err, "", "is no address of a folder; write it like https://host/data")
	}
	t.Setenv(Mirror, "nowhere")
	_, err = e.Fetch(t.Context(), "", 0)
	expect(t, err, "fetch", `"nowhere" is no address of a folder`)
}

// TestFilesAreFoundInTheirOrder: the folder of data first, then the cache, whose file
// must be the one that is meant.
func TestFilesAreFoundInTheirOrder(t *testing.T) {
	apart(t)
	e, text := toy()
	if file, place := e.Find(); file != "" || place != "" {
		t.Errorf("found %s in %s", file, place)
	}
	expect(t, e.NotHere(), "path", "the data set toy (2,000 rows, 1 column; a test) is known, but its file is not here; put a file toy.csv, with the last column y, into the folder that UNFOLD_DATA names, or the one that datasets() tells of, by its checksum, into "+os.Getenv("XDG_CACHE_HOME"))
	if !errors.Is(e.NotHere(), fs.ErrNotExist) {
		t.Error("no fs.ErrNotExist")
	}
	t.Setenv(Mirror, "https://host/data")
	expect(t, e.NotHere(), "path", `fetch="yes"`)
	kept, _ := download.KeptAs(e.File)
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(kept, "a,y\n1,u\n")
	_, err := e.Obtain(t.Context(), 0)
	expect(t, err, "path", "is another one: its checksum is")
	put(kept, text)
	if file, err := e.Obtain(t.Context(), 0); err != nil || file != kept {
		t.Errorf("got %s, error %v", file, err)
	}
	put(filepath.Join(filepath.Dir(kept), "wine.csv"), text)
	iris, _ := Lookup("iris")
	expect(t, iris.NotHere(), "path", "in the cache: wine; ")
	folder := t.TempDir()
	t.Setenv(DataFolder, folder)
	put(filepath.Join(folder, e.File), "a,y\n1,u\n")
	if file, err := e.Obtain(t.Context(), 0); err != nil || file != filepath.Join(folder, e.File) {
		t.Errorf("got %s, error %v", file, err)
	}
}
