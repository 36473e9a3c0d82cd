package wire

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestEndpoint(t *testing.T) {
	for _, test := range []struct {
		transport, ip    string
		network, address string
	}{
		{"tcp", "127.0.0.1", "tcp", "127.0.0.1:5"},
		{"tcp", "::1", "tcp", "[::1]:5"},
		{"tcp", "[::1]", "tcp", "[::1]:5"},
		{"tcp", "fe80::1%eth0", "tcp", "[fe80::1%eth0]:5"},
		{"tcp", "*", "tcp", ":5"},
		{"tcp", "", "tcp", "127.0.0.1:5"},
		{"tcp", "localhost", "tcp", "localhost:5"},
		{"ipc", "/run/kernel-1-ipc", "unix", "/run/kernel-1-ipc-5"},
	} {
		network, address := Connection{Transport: test.transport, IP: test.ip}.endpoint(5)
		if network != test.network || address != test.address {
			t.Errorf("%s %s: %s %s, want %s %s", test.transport, test.ip, network, address, test.network, test.address)
		}
	}
}

func TestReadConnection(t *testing.T) {
	dir := t.TempDir()
	want := Loopback()
	want.Shell, want.Control, want.Stdin, want.IOPub, want.Heartbeat = 1, 2, 3, 4, 5
	path := filepath.Join(dir, "written.json")
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadConnection(path); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	// A file that others may read does not stay so.
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the key is readable by others: %v, %v", info.Mode(), err)
	}
	// As jupyter_client writes it; the keys are those of libzmq's manual.
	encrypted := filepath.Join(dir, "encrypted.json")
	if err := os.WriteFile(encrypted, []byte(`{"transport":"tcp","ip":"127.0.0.1",
		"curve_publickey":"Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID","curve_secretkey":"D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadConnection(encrypted); err != nil || !got.Encrypted() || want.Encrypted() {
		t.Errorf("%+v, %v", got, err)
	}
	bare := filepath.Join(dir, "bare.json")
	if err := os.WriteFile(bare, []byte(`{"key":"k"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadConnection(bare); err != nil || got.Transport != "tcp" || got.Scheme != "hmac-sha256" {
		t.Errorf("%+v, %v", got, err)
	}
	for text, fault := range map[string]string{
		`{`:                   "unexpected end",
		`{"transport":"pgm"}`: "tcp and ipc",
		`{"transport":"ipc"}`: "ip is missing",
		`{"transport":""}`:    "tcp and ipc",
		`{"transport":"tcp","key":"k","signature_scheme":"hmac-md5"}`: "hmac-sha256",
		`{"transport":"tcp","shell_port":"x"}`:                        "shell_port",
		`{"transport":"tcp","curve_publickey":"x"}`:                   "40 characters",
	} {
		path := filepath.Join(dir, "bad.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadConnection(path); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v, want it to say %q", text, err, fault)
		}
	}
}

func TestOthersMayNotReadTheKey(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes here")
	}
	path := filepath.Join(t.TempDir(), "kernel.json")
	if err := os.WriteFile(path, []byte(`{"key":"k"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadConnection(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v, %v, want 0600", info.Mode(), err)
	}
}
