package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestUserDataIsJupyters(t *testing.T) {
	for _, c := range []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", nil, "/home/ada/.local/share/jupyter"},
		{"linux", map[string]string{"XDG_DATA_HOME": "/data"}, "/data/jupyter"},
		{"freebsd", nil, "/home/ada/.local/share/jupyter"},
		{"darwin", map[string]string{"XDG_DATA_HOME": "/data"}, "/home/ada/Library/Jupyter"},
		{"windows", map[string]string{"APPDATA": "/roaming"}, "/roaming/jupyter"},
		{"windows", nil, "/home/ada/.jupyter/data"},
		{"darwin", map[string]string{"JUPYTER_DATA_DIR": "/j"}, "/j"},
	} {
		got := userData(c.system, "/home/ada", func(name string) string { return c.env[name] })
		if filepath.ToSlash(got) != c.want {
			t.Errorf("%s %v: %s, want %s", c.system, c.env, got, c.want)
		}
	}
}

// inTemp lets Jupyter's and the user's folders lie in a temporary one.
func inTemp(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	for _, variable := range []string{"HOME", "USERPROFILE", "XDG_CACHE_HOME"} {
		t.Setenv(variable, home)
	}
	for _, variable := range []string{"UNFOLD_DATA", "VIRTUAL_ENV", "CONDA_PREFIX", "XDG_DATA_HOME"} {
		t.Setenv(variable, "")
	}
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(home, "jupyter"))
	return home
}

func TestRegister(t *testing.T) {
	home := inTemp(t)
	o := Options{Version: "1.2", Binary: "unfold", Env: map[string]string{"UNFOLD_BLAS": "none"}}
	for range 2 { // the second time replaces the first
		dir, err := Register(o)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(home, "jupyter", "kernels", "unfold"); dir != want {
			t.Errorf("registered in %s, want %s", dir, want)
		}
		got, err := readSpec(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !filepath.IsAbs(got.Argv[0]) || strings.Join(got.Argv[1:], " ") != "kernel {connection_file}" ||
			got.DisplayName != "unfold" || got.Language != "go" || got.InterruptMode != "message" || got.Env["UNFOLD_BLAS"] != "none" || !got.ours() {
			t.Errorf("kernelspec %+v", got)
		}
		var names []string
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != "kernel.json logo-32x32.png logo-64x64.png logo-svg.svg" {
			t.Errorf("files %s", got)
		}
	}
	dir, err := Unregister(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
	if _, err := Unregister(o); err == nil || !strings.Contains(err.Error(), "no kernel is registered") {
		t.Errorf("removed twice: %v", err)
	}
}

func TestDir(t *testing.T) {
	home := inTemp(t)
	t.Setenv("VIRTUAL_ENV", filepath.Join(home, "venv"))
	for _, c := range []struct {
		o    Options
		want string // a folder below home, or a part of the error
	}{
		{Options{}, "jupyter/kernels/unfold"},
		{Options{Name: "unfold-dev"}, "jupyter/kernels/unfold-dev"},
		{Options{Scope: SysPrefix}, "venv/share/jupyter/kernels/unfold"},
		{Options{Scope: Prefix, Prefix: filepath.Join(home, "opt")}, "opt/share/jupyter/kernels/unfold"},
		{Options{Scope: Prefix}, "no prefix given"},
		{Options{Name: "../x"}, "cannot name a kernel"},
		{Options{Name: ".."}, "cannot name a kernel"},
	} {
		dir, err := c.o.Dir()
		if err != nil {
			dir = err.Error()
		} else {
			c.want = filepath.Join(home, filepath.FromSlash(c.want))
		}
		if !strings.Contains(dir, c.want) {
			t.Errorf("%+v: %s, want %s", c.o, dir, c.want)
		}
	}
}

func TestOtherKernelsAreLeftAlone(t *testing.T) {
	home := inTemp(t)
	dir := filepath.Join(home, "jupyter", "kernels", "python3")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{`{"argv": ["python3"], "display_name": "Python 3"}`, `{`} {
		if err := os.WriteFile(filepath.Join(dir, "kernel.json"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Register(Options{Name: "python3"})
		if err == nil || !strings.Contains(err.Error(), "--name") {
			t.Errorf("%s: registering says %v", content, err)
		}
		if _, err = Unregister(Options{Name: "python3"}); err == nil {
			t.Errorf("%s: removed", content)
		}
		if kept, _ := os.ReadFile(filepath.Join(dir, "kernel.json")); string(kept) != content {
			t.Errorf("%s became %s", content, kept)
		}
	}
}

func TestLogosAreOfTheirSize(t *testing.T) {
	for name, want := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		content, err := logos.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(content))
		if err != nil || config.Width != want || config.Height != want {
			t.Errorf("%s: %v by %v, %v", name, config.Width, config.Height, err)
		}
	}
}

// machine makes a PATH on which only the given shell scripts are.
func machine(t *testing.T, scripts map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	bin := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
}

// jupyter is a stand-in for Jupyter that knows the kernels in its data folder.
const jupyter = `
case "$1" in
--version) printf 'notebook : 6.4.12\njupyter_client : 7.4.9\njupyterlab : not installed\n' ;;
kernelspec)
	spec="$JUPYTER_DATA_DIR/kernels/unfold"
	if [ -e "$spec/kernel.json" ]; then
		printf '{"kernelspecs": {"unfold": {"resource_dir": "%s", "spec": ' "$spec"
		while IFS= read -r line; do printf '%s\n' "$line"; done < "$spec/kernel.json"
		printf '}}}'
	else
		printf '{"kernelspecs": {}}'
	fi ;;
esac`

func TestDoctor(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	own := func() BLAS { return BLAS{Name: "unfold avx2"} }
	foreign := func() BLAS {
		return BLAS{Name: "OpenBLAS 0.3.21", Path: "/lib/libopenblas.so.0", Variable: "UNFOLD_BLAS"}
	}
	absent := func() BLAS {
		return BLAS{Name: "unfold avx2", Reason: errors.New("cannot be opened"), Variable: "UNFOLD_BLAS"}
	}
	other := func(t *testing.T) string {
		name := filepath.Join(t.TempDir(), "unfold")
		if err := os.WriteFile(name, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for name, c := range map[string]struct {
		scripts  map[string]string
		register func(*testing.T) Options // nil registers nothing
		blas     func() BLAS
		data     string
		ok       bool
		want     []string
	}{
		"all is well": {map[string]string{"jupyter": jupyter}, func(*testing.T) Options { return Options{} }, own, "", true,
			[]string{"ok    program", "ok    jupyter     notebook 6.4.12, client 7.4.9", "ok    kernelspec", "ok    algebra     unfold avx2", "note  vectors     avx2, though this machine has avx512", "-> unset UNFOLD_SIMD", "ok    data", "ok    cache"}},
		"a library": {map[string]string{"jupyter": jupyter}, func(*testing.T) Options { return Options{} }, foreign, "", true,
			[]string{"note  algebra     OpenBLAS 0.3.21, /lib/libopenblas.so.0, with results that are the bits of this machine", "-> unset UNFOLD_BLAS"}},
		"no library": {map[string]string{"jupyter": jupyter}, func(*testing.T) Options { return Options{} }, absent, "", true,
			[]string{"note  algebra     unfold avx2, since what UNFOLD_BLAS asks for cannot be opened", "-> unset UNFOLD_BLAS"}},
		"no Jupyter": {map[string]string{"apt-get": ""}, nil, own, "", false,
			[]string{"mend  jupyter     not found on PATH", "-> sudo apt-get install jupyter-notebook"}},
		"no Jupyter on a Mac": {map[string]string{"brew": "", "pip3": ""}, nil, own, "", false,
			[]string{"-> brew install jupyterlab"}},
		"no Jupyter, no packager": {nil, nil, own, "", false,
			[]string{"-> install Jupyter Notebook or JupyterLab"}},
		"Jupyter fails": {map[string]string{"jupyter": "echo no module >&2; exit 1", "dnf": ""}, nil, own, "", false,
			[]string{"--version fails: exit status 1 no module", "-> sudo dnf install python3-notebook"}},
		"Jupyter without a front end": {map[string]string{"jupyter": `
			case "$1" in --version) echo 'jupyter_client : 8.6.0' ;; *) echo '{"kernelspecs": {}}' ;; esac`, "pip3": ""}, nil, own, "", false,
			[]string{"mend  jupyter     neither Notebook nor Lab is installed; client 8.6.0", "-> python3 -m pip install --user notebook"}},
		"not registered": {map[string]string{"jupyter": jupyter}, nil, own, "", false,
			[]string{`mend  kernelspec  Jupyter knows no kernel "unfold"`, "-> unfold install --user"}},
		"moved away": {map[string]string{"jupyter": jupyter}, func(*testing.T) Options { return Options{Binary: "/nowhere/unfold"} }, own, "", false,
			[]string{"starts /nowhere/unfold, which is not there"}},
		"another one": {map[string]string{"jupyter": jupyter}, func(t *testing.T) Options { return Options{Binary: other(t)} }, own, "", true,
			[]string{"note  kernelspec", "starts another unfold"}},
		"no data": {map[string]string{"jupyter": jupyter}, func(*testing.T) Options { return Options{} }, own, "/nowhere/data", false,
			[]string{"mend  data        UNFOLD_DATA: open /nowhere/data"}},
	} {
		t.Run(name, func(t *testing.T) {
			inTemp(t)
			machine(t, c.scripts)
			t.Setenv("UNFOLD_DATA", c.data)
			t.Setenv("UNFOLD_SIMD", "")
			if c.register != nil {
				if _, err := Register(c.register(t)); err != nil {
					t.Fatal(err)
				}
			}
			var b strings.Builder
			ok := Doctor(&b, Checkup{Options: Options{Version: "1.2", Binary: self}, BLAS: c.blas, Vectors: Vectors{"avx2", "avx512", "UNFOLD_SIMD"}})
			if ok != c.ok {
				t.Errorf("ok is %v", ok)
			}
			for _, want := range c.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("lacks %q", want)
				}
			}
			if t.Failed() {
				t.Log("\n" + b.String())
			}
		})
	}
}

func TestDoctorTellsOfTypes(t *testing.T) {
	inTemp(t)
	machine(t, nil)
	for _, c := range []struct {
		types      Types
		want, note string
	}{
		{Types{}, "ok    types       types of cells are made at run time\n", ""},
		{Types{"why", "what helps", "what differs"}, "note  types       no types are made at run time (why): what differs\n                  -> what helps\n",
			"note: no types are made at run time (why): what differs\n  -> what helps\n"},
	} {
		var b strings.Builder
		Doctor(&b, Checkup{Types: &c.types})
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("lacks %q:\n%s", c.want, &b)
		}
		if got := c.types.Note(); got != c.note {
			t.Errorf("the note is %q", got)
		}
	}
}

func TestDoctorTellsOfSettings(t *testing.T) {
	inTemp(t)
	machine(t, nil)
	vectors := Vectors{"avx2", "avx2", "UNFOLD_SIMD"}
	for _, c := range []struct {
		simd   string
		memory Memory
		want   []string
	}{
		{"", Memory{Bytes: 2_500_000_000}, []string{"ok    vectors     avx2\n", "ok    memory      a session may hold 2.5 GB\n"}},
		{"AVX2", Memory{}, []string{"ok    vectors     avx2\n", "note  memory      the system does not tell", "-> set UNFOLD_MEMORY to an amount"}},
		{"avx512", Memory{Reason: errors.New("no amount")}, []string{`note  vectors     avx2, since this machine has no "avx512", which UNFOLD_SIMD asks for`, "-> unset UNFOLD_SIMD",
			"mend  memory      UNFOLD_MEMORY: no amount", "-> unset UNFOLD_MEMORY, or"}},
	} {
		t.Setenv("UNFOLD_SIMD", c.simd)
		c.memory.Variable = "UNFOLD_MEMORY"
		var b strings.Builder
		Doctor(&b, Checkup{Vectors: vectors, Memory: &c.memory})
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("lacks %q:\n%s", want, &b)
			}
		}
	}
}

// TestWorkingJupyterIsFoundBehindABrokenOne has the wrapper of a version
// manager before the distribution's Jupyter.
func TestWorkingJupyterIsFoundBehindABrokenOne(t *testing.T) {
	machine(t, map[string]string{"jupyter": jupyter})
	works := os.Getenv("PATH")
	machine(t, map[string]string{"jupyter": "echo no such version >&2; exit 127"})
	t.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+works)
	got, found := findJupyter(t.Context())
	if want := filepath.Join(works, "jupyter"); !found || got.path != want || got.fault != "" {
		t.Errorf("%+v, %v; want %s", got, found, want)
	}
}

func TestDoctorFindsAnUnwritableCache(t *testing.T) {
	home := inTemp(t)
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	if runtime.GOOS != "linux" {
		t.Skip("other systems keep caches elsewhere")
	}
	if got := checkCache(); got.state != mend || !strings.Contains(got.remedy, file) {
		t.Errorf("%+v", got)
	}
}

func TestSpecIsJSONThatJupyterReads(t *testing.T) {
	dir := t.TempDir()
	if err := Kernelspec(dir, Options{DisplayName: "Go <unfold>", Protocol: "5.5"}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"argv", "display_name", "language", "interrupt_mode", "env", "metadata", "kernel_protocol_version"} {
		if got[key] == nil {
			t.Errorf("no %s", key)
		}
	}
	if metadata, _ := got["metadata"].(map[string]any); metadata["supported_encryption"] != "curve" {
		t.Errorf("metadata %v offer no encryption", metadata)
	}
	if got["display_name"] != "Go <unfold>" {
		t.Errorf("display name %v", got["display_name"])
	}
}

// TestAnotherNameSaysWhoRuns registers under the name of a kernel whose
// notebooks are to run here.
func TestAnotherNameSaysWhoRuns(t *testing.T) {
	prefix := t.TempDir()
	dir, err := Register(Options{Name: "gophernotes", Scope: Prefix, Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	got, err := readSpec(dir)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(dir) != "gophernotes" || got.DisplayName != "gophernotes (unfold)" || got.Language != "go" || !got.ours() {
		t.Errorf("%s holds %+v", dir, got)
	}
}
