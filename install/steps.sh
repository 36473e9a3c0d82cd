# The steps that install/up and install/test share. Sourced, not run; the
# working folder is the repository's.

step() { printf '==> %s\n' "$*"; }
say() { printf '    %s\n' "$*"; }
fail() {
	printf '!!! %s\n' "$*" >&2
	exit 1
}

# find_go puts Go on PATH from where its installers leave it.
find_go() {
	if ! command -v go >/dev/null 2>&1; then
		for dir in /usr/local/go/bin "$HOME"/go/bin "$HOME"/sdk/go*/bin /usr/lib/go-*/bin /opt/homebrew/bin /snap/bin; do
			if [ -x "$dir/go" ]; then
				PATH=$dir:$PATH
				export PATH
			fi
		done
	fi
	command -v go >/dev/null 2>&1 ||
		fail "Go is not installed: get $(sed -n 's/^go //p' go.mod) or later from https://go.dev/dl and unpack it to /usr/local/go"
	version=$(go version) || fail "go version fails: see the message above"
	step "$version ($(command -v go))"
}

# as_root runs a command as root, by sudo if need be.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

may_install() {
	command -v apt-get >/dev/null 2>&1 || return 1
	[ "$(id -u)" = 0 ] && return 0
	command -v sudo >/dev/null 2>&1 || return 1
	# Without a terminal nobody can type a password.
	[ -t 0 ] || sudo -n true 2>/dev/null
}

# absent lists those of the named packages that are not installed.
absent() {
	for package in "$@"; do
		case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
		*" installed") ;;
		*) printf '%s ' "$package" ;;
		esac
	done
}

# want installs what is missing of the named packages, or says how to get it.
# It returns non-zero where something stays missing.
want() {
	if ! command -v dpkg-query >/dev/null 2>&1; then
		step "not a Debian system: nothing is installed"
		case $(uname -s) in
		Darwin) say "for Jupyter: brew install jupyterlab" ;;
		*)
			if command -v dnf >/dev/null 2>&1; then
				say "for Jupyter: sudo dnf install python3-notebook python3-nbconvert"
			elif command -v pacman >/dev/null 2>&1; then
				say "for Jupyter: sudo pacman -S jupyter-notebook jupyter-nbconvert"
			else
				say "for Jupyter: python3 -m pip install --user notebook nbconvert"
			fi
			;;
		esac
		return 1
	fi
	missing=$(absent "$@")
	if [ -z "$missing" ]; then
		step "system packages: all there"
		return 0
	fi
	if ! may_install; then
		step "missing system packages, which only root may install"
		say "as root: apt-get install $missing"
		return 1
	fi
	mkdir -p build
	as_root apt-get update >build/apt.log 2>&1 || say "apt-get update fails; going on with the lists of before"
	unknown=
	known=
	for package in $missing; do
		case $(LC_ALL=C apt-cache policy "$package") in
		'' | *'Candidate: (none)'*) unknown="$unknown $package" ;;
		*) known="$known $package" ;;
		esac
	done
	if [ -n "$known" ]; then
		step "installing$known"
		if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $known >>build/apt.log 2>&1; then
			tail -n 5 build/apt.log >&2
			say "apt-get install fails; build/apt.log has all it says"
			return 1
		fi
	fi
	if [ -n "$unknown" ]; then
		step "not in this distribution:$unknown"
		return 1
	fi
}

# find_jupyter sets jupyter to a Jupyter that can execute notebooks, the
# distribution's first: the wrappers of Python version managers, earlier on
# PATH, hide it and may lead nowhere. python is the one that goes with it.
find_jupyter() {
	PYDEVD_DISABLE_FILE_VALIDATION=1
	export PYDEVD_DISABLE_FILE_VALIDATION
	for jupyter in /usr/bin/jupyter "$(command -v jupyter)"; do
		if [ -n "$jupyter" ] && "$jupyter" nbconvert --version >/dev/null 2>&1; then
			python=$(command -v python3)
			if [ "$jupyter" = /usr/bin/jupyter ]; then
				python=/usr/bin/python3
			fi
			return 0
		fi
	done
	jupyter=
	return 1
}
