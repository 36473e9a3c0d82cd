package packages

import (
	"go/token"
	"strconv"
	"syscall"

	"unfold/dsl/interp/gotypes"
)

// system is what cells have of package syscall: signals, errors, and what tells
// of files and processes. Most of the rest differs from system to system, or
// reaches into memory.
var system = gotypes.Library{"syscall/syscall": {
	{Name: "Signal", Value: (*syscall.Signal)(nil)},
	{Name: "SIGABRT", Value: syscall.SIGABRT},
	{Name: "SIGALRM", Value: syscall.SIGALRM},
	{Name: "SIGBUS", Value: syscall.SIGBUS},
	{Name: "SIGCHLD", Value: syscall.SIGCHLD},
	{Name: "SIGCONT", Value: syscall.SIGCONT},
	{Name: "SIGFPE", Value: syscall.SIGFPE},
	{Name: "SIGHUP", Value: syscall.SIGHUP},
	{Name: "SIGILL", Value: syscall.SIGILL},
	{Name: "SIGINT", Value: syscall.SIGINT},
	{Name: "SIGKILL", Value: syscall.SIGKILL},
	{Name: "SIGPIPE", Value: syscall.SIGPIPE},
	{Name: "SIGQUIT", Value: syscall.SIGQUIT},
	{Name: "SIGSEGV", Value: syscall.SIGSEGV},
	{Name: "SIGSTOP", Value: syscall.SIGSTOP},
	{Name: "SIGTERM", Value: syscall.SIGTERM},
	{Name: "SIGTRAP", Value: syscall.SIGTRAP},
	{Name: "SIGTSTP", Value: syscall.SIGTSTP},
	{Name: "SIGUSR1", Value: syscall.SIGUSR1},
	{Name: "SIGUSR2", Value: syscall.SIGUSR2},
	{Name: "SIGWINCH", Value: syscall.SIGWINCH},

	{Name: "Errno", Value: (*syscall.Errno)(nil)},
	{Name: "EACCES", Value: syscall.EACCES},
	{Name: "EADDRINUSE", Value: syscall.EADDRINUSE},
	{Name: "EAGAIN", Value: syscall.EAGAIN},
	{Name: "EBADF", Value: syscall.EBADF},
	{Name: "EBUSY", Value: syscall.EBUSY},
	{Name: "ECHILD", Value: syscall.ECHILD},
	{Name: "ECONNABORTED", Value: syscall.ECONNABORTED},
	{Name: "ECONNREFUSED", Value: syscall.ECONNREFUSED},
	{Name: "ECONNRESET", Value: syscall.ECONNRESET},
	{Name: "EDOM", Value: syscall.EDOM},
	{Name: "EEXIST", Value: syscall.EEXIST},
	{Name: "EFBIG", Value: syscall.EFBIG},
	{Name: "EHOSTUNREACH", Value: syscall.EHOSTUNREACH},
	{Name: "EINTR", Value: syscall.EINTR},
	{Name: "EINVAL", Value: syscall.EINVAL},
	{Name: "EIO", Value: syscall.EIO},
	{Name: "EISDIR", Value: syscall.EISDIR},
	{Name: "ENAMETOOLONG", Value: syscall.ENAMETOOLONG},
	{Name: "ENETUNREACH", Value: syscall.ENETUNREACH},
	{Name: "ENODEV", Value: syscall.ENODEV},
	{Name: "ENOENT", Value: syscall.ENOENT},
	{Name: "ENOMEM", Value: syscall.ENOMEM},
	{Name: "ENOSPC", Value: syscall.ENOSPC},
	{Name: "ENOSYS", Value: syscall.ENOSYS},
	{Name: "ENOTCONN", Value: syscall.ENOTCONN},
	{Name: "ENOTDIR", Value: syscall.ENOTDIR},
	{Name: "ENOTEMPTY", Value: syscall.ENOTEMPTY},
	{Name: "ENOTSUP", Value: syscall.ENOTSUP},
	{Name: "EPERM", Value: syscall.EPERM},
	{Name: "EPIPE", Value: syscall.EPIPE},
	{Name: "ERANGE", Value: syscall.ERANGE},
	{Name: "EROFS", Value: syscall.EROFS},
	{Name: "ESRCH", Value: syscall.ESRCH},
	{Name: "ETIMEDOUT", Value: syscall.ETIMEDOUT},
	{Name: "EWOULDBLOCK", Value: syscall.EWOULDBLOCK},
	{Name: "EXDEV", Value: syscall.EXDEV},

	{Name: "O_APPEND", Value: number(syscall.O_APPEND)},
	{Name: "O_CREAT", Value: number(syscall.O_CREAT)},
	{Name: "O_EXCL", Value: number(syscall.O_EXCL)},
	{Name: "O_RDONLY", Value: number(syscall.O_RDONLY)},
	{Name: "O_RDWR", Value: number(syscall.O_RDWR)},
	{Name: "O_SYNC", Value: number(syscall.O_SYNC)},
	{Name: "O_TRUNC", Value: number(syscall.O_TRUNC)},
	{Name: "O_WRONLY", Value: number(syscall.O_WRONLY)},

	{Name: "Rusage", Value: (*syscall.Rusage)(nil)},
	{Name: "Stat_t", Value: (*syscall.Stat_t)(nil)},
	{Name: "SysProcAttr", Value: (*syscall.SysProcAttr)(nil)},
	{Name: "Timespec", Value: (*syscall.Timespec)(nil)},
	{Name: "Timeval", Value: (*syscall.Timeval)(nil)},
	{Name: "WaitStatus", Value: (*syscall.WaitStatus)(nil)},
	{Name: "RUSAGE_SELF", Value: number(syscall.RUSAGE_SELF)},
	{Name: "Getegid", Value: syscall.Getegid},
	{Name: "Geteuid", Value: syscall.Geteuid},
	{Name: "Getgid", Value: syscall.Getgid},
	{Name: "Getpagesize", Value: syscall.Getpagesize},
	{Name: "Getpid", Value: syscall.Getpid},
	{Name: "Getppid", Value: syscall.Getppid},
	{Name: "Getrusage", Value: syscall.Getrusage},
	{Name: "Getuid", Value: syscall.Getuid},
	{Name: "Kill", Value: syscall.Kill},
	{Name: "Lstat", Value: syscall.Lstat},
	{Name: "Stat", Value: syscall.Stat},
}}

// number is an untyped constant.
func number(n int) gotypes.Untyped {
	return gotypes.Untyped{Kind: token.INT, Literal: strconv.Itoa(n)}
}
