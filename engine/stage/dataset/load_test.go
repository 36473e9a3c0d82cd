package dataset

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/enginetest"
	"unfold/engine/internal/download"
	"unfold/engine/stage/generator"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestLoadFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "kinds.csv", "a,y\n1,u\n2,v\n")
	table, err := newLoad("kinds.csv").Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("a,y\n1,u\n2,v\n"))
	if table.Name != "kinds" || table.Source != "kinds.csv" || table.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("%q from %q, checksum %s", table.Name, table.Source, table.SHA256)
	}
	if plain, err := (&Load{Path: "kinds.csv"}).Load(context.Background()); err != nil || !reflect.DeepEqual(plain, table) {
		t.Errorf("zero fields are not the defaults: %v", err)
	}
	checked := newLoad("kinds.csv")
	checked.SHA256 = strings.ToUpper(table.SHA256)
	if _, err := checked.Load(context.Background()); err != nil {
		t.Error(err)
	}
	before, _ := checked.Fingerprint()
	write(t, "kinds.csv", "a,y\n1,u\n3,v\n")
	if after, err := checked.Fingerprint(); err != nil || after == before {
		t.Errorf("fingerprint %q after a change, error %v", after, err)
	}
}

func TestLoadBuiltIn(t *testing.T) {
	bare := new(Load)
	engine.SetDefaults(bare)
	table, err := bare.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	waveform := new(generator.Waveform)
	engine.SetDefaults(waveform)
	if want, err := waveform.Load(t.Context()); err != nil || !reflect.DeepEqual(table, want) {
		t.Errorf("bare load is not waveform (%v)", err)
	}
	for _, name := range generator.Names() {
		if err := newLoad(name).Probe(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// each generator can be loaded by its name, and nothing else
	for _, s := range Stages() {
		if _, ok := generator.Named(s.Name); ok || s.Name != "load" && s.Name != "data" && s.Name != "faces" {
			t.Errorf("%s: built in %v", s.Name, ok)
		}
	}
	labelled := newLoad("balance")
	labelled.Label = "left_weight"
	enginetest.Refused(t, labelled.Probe(), "label", "label is for files, but balance is generated; leave label out")
}

func TestLoadDataFolder(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(dataFolder, folder)
	t.Chdir(t.TempDir())
	write(t, filepath.Join(folder, "kinds.csv"), "a,y\n1,u\n2,v\n")
	for _, path := range []string{"kinds", "kinds.csv"} {
		table, err := newLoad(path).Load(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if table.Name != "kinds" || table.Source != "kinds.csv" {
			t.Errorf("%q from %q", table.Name, table.Source)
		}
	}
	write(t, "kinds", "a,y\n1,u\n")
	if table, err := newLoad("kinds").Load(context.Background()); err != nil || table.Len() != 1 {
		t.Errorf("a file of the name does not come first: %v", err)
	}
}

func TestFaultsOfPaths(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(dataFolder, folder)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv(registry.Mirror, "")
	t.Chdir(t.TempDir())
	write(t, filepath.Join(folder, "glass.csv"), "")
	write(t, "mine.csv", "a,y\n")
	os.Mkdir("sub", 0o755)
	cases := []struct{ path, want string }{
		{"mime.csv", `no file "mime.csv"; did you mean mine.csv?`},
		{"sub/none.csv", `no file "sub/none.csv"; check how it is written`},
		{"galss", `no file and no data set "galss"; did you mean glass?`},
		{"yacth", `no file and no data set "yacth"; did you mean yacht?`},
		{"yacht", `the data set yacht (308 rows, 6 columns; UCI: Yacht Hydrodynamics) is known, but its file is not here; put a file yacht.csv, with the last column response, into the folder that UNFOLD_DATA names, or the one that datasets() tells of`},
		{"galss.csv", `no file "galss.csv"; did you mean glass.csv?`},
		{"glas", `no file and no data set "glas"; did you mean glass?`},
		{"wave", `did you mean waveform, waveform_uci?`},
		{"qqqqqq", `built in are balance, globe, parity, scurve, spiral, swissroll, taijitu, vshape, waveform`},
		{"", `no file and no data set ""`},
		{"sub", `"sub" is a folder; give one of its files`},
		{"ftp://host/x.csv", "addresses of ftp cannot be read; give an http or https address, or a file"},
		{"http:///x.csv", `"http:///x.csv" is not a complete address; write it like https://host/file.csv`},
		{"mine.csv/x", "not a directory"},
	}
	for _, c := range cases {
		probed := newLoad(c.path).Probe()
		enginetest.Refused(t, probed, "path", c.want)
		if _, err := newLoad(c.path).Load(context.Background()); err == nil || err.Error() != probed.Error() {
			t.Errorf("%s: loading says %v, probing %v", c.path, err, probed)
		}
	}
	if err := newLoad("none.csv").Probe(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is no fs.ErrNotExist", err)
	}
	if os.Getuid() != 0 { // root may read everything
		os.Chmod(write(t, "shut.csv", "a,y\n1,2\n"), 0)
		_, err := newLoad("shut.csv").Load(context.Background())
		enginetest.Refused(t, err, "path", "the file cannot be read: permission denied; check the file and your right to read it")
	}
}

// serve answers with the pages, counts the requests and keeps the cache apart.
func serve(t *testing.T, pages map[string]string) (address string, asked *atomic.Int64, stop func()) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	asked = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.URL.Path == "/broken.csv" {
			w.Header().Set("Content-Length", "100000")
		}
		if r.URL.Path == "/stream.csv" {
			w.(http.Flusher).Flush() // no length is told
		}
		fmt.Fprint(w, page)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked, server.Close
}

func TestLoadAddress(t *testing.T) {
	const text = "a,y\n1,u\n2,v\n"
	address, asked, stop := serve(t, map[string]string{"/some/kinds.csv": text})
	l := newLoad(strings.Replace(address, "http://", "http://me:secret@", 1) + "/some/kinds.csv?raw=1")
	if err := l.Probe(); err != nil || asked.Load() != 0 {
		t.Fatalf("probing: %v after %d requests", err, asked.Load())
	}
	if _, err := l.Fingerprint(); err == nil {
		t.Error("a file that was not fetched has a fingerprint")
	}
	first, err := l.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if first.Name != "kinds" || strings.Contains(first.Source, "secret") || !strings.HasSuffix(first.Source, "/some/kinds.csv?raw=1") {
		t.Errorf("%q from %q", first.Name, first.Source)
	}
	stop()
	ctx, notes := engine.WithNotes(context.Background(), "load")
	second, err := l.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if asked.Load() != 1 || !reflect.DeepEqual(first, second) {
		t.Errorf("%d requests, tables alike %v", asked.Load(), reflect.DeepEqual(first, second))
	}
	if said := notes(); !strings.HasPrefix(said[0].Text, "read from the cache, where it lies since ") {
		t.Errorf("said %v", said)
	}
	if sum, err := l.Fingerprint(); err != nil || sum != first.SHA256 {
		t.Errorf("fingerprint %s, error %v", sum, err)
	}
}

// What is packed stays so in the cache.
func TestPackedAddress(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, "a,y\n1,u\n2,v\n")
	w.Close()
	address, _, _ := serve(t, map[string]string{"/x.csv.gz": packed.String(), "/m.npy": npyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2)}", 1, 2), "/wide.csv": wide(binary.LittleEndian, "a,y\n1,u\n")})
	for _, path := range []string{"/x.csv.gz", "/m.npy", "/wide.csv"} {
		for range 2 {
			if table, err := newLoad(address + path).Load(context.Background()); err != nil || table.X.At(0, 0) != 1 {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// A kept file that is not the one meant is fetched anew; a wrong one is never
// kept.
func TestAddressChecksums(t *testing.T) {
	pages := map[string]string{"/x.csv": "a,y\n1,u\n"}
	address, asked, _ := serve(t, pages)
	l := newLoad(address + "/x.csv")
	if _, err := l.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	pages["/x.csv"] = "a,y\n5,u\n"
	sum := sha256.Sum256([]byte(pages["/x.csv"]))
	l.SHA256 = hex.EncodeToString(sum[:])
	table, err := l.Load(context.Background())
	if err != nil || table.X.At(0, 0) != 5 || asked.Load() != 2 {
		t.Fatalf("error %v after %d requests", err, asked.Load())
	}
	l.SHA256 = strings.Repeat("0", 64)
	_, err = l.Load(context.Background())
	enginetest.Refused(t, err, "sha256", "the file has the checksum "+hex.EncodeToString(sum[:]))
	l.SHA256 = ""
	if table, err := l.Load(context.Background()); err != nil || table.X.At(0, 0) != 5 || asked.Load() != 3 {
		t.Errorf("error %v after %d requests", err, asked.Load())
	}
}

func TestFaultsOfAddresses(t *testing.T) {
	large := "a,y\n" + strings.Repeat("1.00000000000000000000000000,u\n", 50_000)
	address, asked, stop := serve(t, map[string]string{
		"/page.csv": "\n<html><body>Sign in</body></html>", "/large.csv": large, "/stream.csv": large, "/broken.csv": "a,y\n1,u\n",
	})
	cases := []struct{ path, param, want string }{
		{"/none.csv", "path", "the server answered 404 Not Found; check the address"},
		{"/page.csv", "path", "the file is a web page (HTML or XML), not a table; give the address of the file itself"},
		{"/large.csv", "limit", "the file has more than 1 MB; raise limit"},
		{"/stream.csv", "limit", "the file has more than 1 MB; raise limit"},
		{"/broken.csv", "path", "the address cannot be reached: unexpected EOF; check address and network"},
	}
	for _, c := range cases {
		l := newLoad(address + c.path)
		l.Limit = 1
		before := asked.Load()
		for range 2 { // nothing of it is kept
			_, err := l.Load(context.Background())
			enginetest.Refused(t, err, c.param, c.want)
		}
		if asked.Load() != before+2 {
			t.Errorf("%s: %d requests", c.path, asked.Load()-before)
		}
	}
	left, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "unfold", "data", "*"))
	if len(left) != 0 {
		t.Errorf("left in the cache: %v", left)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newLoad(address + "/large.csv").Load(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a cancelled load", err)
	}
	stop()
	_, err := newLoad(address + "/x.csv").Load(context.Background())
	enginetest.Refused(t, err, "path", "download the file and read it from there")
}

// A server may begin to answer, and to send, and then fall silent; it may also
// send little by little for long.
func TestPatience(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for a download to stall")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	const patience = 600 * time.Millisecond
	load := func(ctx context.Context, address string, patience time.Duration) (*engine.Table, error) {
		l := newLoad(address)
		l.patience = patience
		return l.Load(ctx)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mute.csv" {
			<-r.Context().Done()
			return
		}
		fmt.Fprint(w, "a,y\n")
		w.(http.Flusher).Flush()
		for i := range 10 {
			if r.URL.Path == "/stalled.csv" {
				<-r.Context().Done()
				return
			}
			time.Sleep(patience / 6)
			fmt.Fprintf(w, "%d,u\n", i)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	for _, path := range []string{"/mute.csv", "/stalled.csv"} {
		_, err := load(t.Context(), server.URL+path, patience)
		enginetest.Refused(t, err, "path", "the server has sent nothing for 600ms; try again later, or download the file")
	}
	if table, err := load(t.Context(), server.URL+"/slow.csv", patience); err != nil || table.Len() != 10 {
		t.Errorf("of a slow server: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := load(ctx, server.URL+"/stalled.csv", time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v of a load that was given up", err)
	}
}

// What is kept says how old it is, and fresh fetches it again.
func TestFresh(t *testing.T) {
	pages := map[string]string{"/x.csv": "a,y\n1,u\n"}
	address, asked, stop := serve(t, pages)
	l := newLoad(address + "/x.csv")
	if _, err := l.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	kept, _ := download.Kept(l.Path)
	before := time.Now().Add(-50 * time.Hour)
	if err := os.Chtimes(kept, before, before); err != nil {
		t.Fatal(err)
	}
	pages["/x.csv"] = "a,y\n5,u\n"
	ctx, notes := engine.WithNotes(context.Background(), "load")
	if table, err := l.Load(ctx); err != nil || table.X.At(0, 0) != 1 || asked.Load() != 1 {
		t.Fatalf("%v after %d requests", err, asked.Load())
	}
	since := before.UTC().Format(time.DateOnly)
	if said := notes()[0].Text; said != "read from the cache, where it lies since "+since+`, 2 days ago; fresh="yes" fetches it again` {
		t.Errorf("said %q", said)
	}
	l.Fresh = "yes"
	if _, err := l.Fingerprint(); err == nil {
		t.Error("what is to be fetched again has a fingerprint")
	}
	if table, err := l.Load(context.Background()); err != nil || table.X.At(0, 0) != 5 || asked.Load() != 2 {
		t.Fatalf("%v after %d requests", err, asked.Load())
	}
	os.Chtimes(kept, before, before)
	stop()
	_, err := l.Load(context.Background())
	enginetest.Refused(t, err, "path", "leave fresh out, which reads the copy of "+since)
	l.Fresh = "no"
	if table, err := l.Load(context.Background()); err != nil || table.X.At(0, 0) != 5 {
		t.Errorf("the copy that was kept: %v", err)
	}
	t.Chdir(t.TempDir())
	file := newLoad(write(t, "x.csv", "a,y\n1,u\n"))
	file.Fresh = "yes"
	enginetest.Refused(t, file.Probe(), "fresh", `fresh is for addresses, but "x.csv" is a file, which is read anew each time; leave fresh out`)
}

// A device has no end, so it has no checksum; what it gives is still looked at
// and limited.
func TestDevices(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero")
	}
	l := newLoad("/dev/zero")
	l.Limit = 1
	_, err := l.Fingerprint()
	enginetest.Refused(t, err, "path", "the path leads to a device or a pipe, which has no checksum")
	_, err = l.Load(context.Background())
	enginetest.Refused(t, err, "path", "the file holds bytes that are not text")
	t.Chdir(t.TempDir())
	l.Path = write(t, "long.csv", "a,y\n"+strings.Repeat("1,u\n", 1<<19))
	_, err = l.Fingerprint()
	enginetest.Refused(t, err, "limit", "the file has more than 1 MB")
}

// The writer of a pipe may be silent; the reader can be cancelled.
func TestSilentPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("pipes have no paths")
	}
	fmt.Fprint(w, "a,y\n1,u\n")
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := newLoad(path).Load(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
