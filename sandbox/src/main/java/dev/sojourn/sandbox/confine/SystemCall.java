package dev.sojourn.sandbox.confine;

import static dev.sojourn.sandbox.confine.SyscallRule.ALLOWED;
import static dev.sojourn.sandbox.confine.SyscallRule.KILLED;
import static dev.sojourn.sandbox.confine.SyscallRule.NO_SUCH_FILE;
import static dev.sojourn.sandbox.confine.SyscallRule.REFUSED;
import static dev.sojourn.sandbox.confine.SyscallRule.only;

import dev.sojourn.sandbox.confine.SyscallRule.Check.Among;
import dev.sojourn.sandbox.confine.SyscallRule.Check.Equal;
import dev.sojourn.sandbox.confine.SyscallRule.Check.OwnProcess;
import dev.sojourn.sandbox.confine.SyscallRule.Check.With;
import dev.sojourn.sandbox.confine.SyscallRule.Check.Without;
import dev.sojourn.sandbox.confine.SyscallRule.Fail;
import java.util.List;
import java.util.OptionalInt;

/// The table of system calls: their numbers on each architecture and their rules in a confined
/// worker. All other calls are refused.
///
/// A call is allowed only if the JVM needs it after the start, for example for its collector, or if
/// it reveals and changes nothing. A call ends the process if no honest program makes it by chance
/// and attackers have used it against kernels. The table has the order of the filter, with the most
/// frequent call first.
enum SystemCall {
  // The pipe, threads, and the garbage collector.
  FUTEX(202, 98, ALLOWED),
  READ(0, 63, ALLOWED),
  WRITE(1, 64, ALLOWED),
  READV(19, 65, ALLOWED),
  WRITEV(20, 66, ALLOWED),
  POLL(7, Flag.NONE, ALLOWED),
  PPOLL(271, 73, ALLOWED),
  EPOLL_WAIT(232, Flag.NONE, ALLOWED),
  EPOLL_PWAIT(281, 22, ALLOWED),
  EPOLL_CTL(233, 21, ALLOWED),
  MADVISE(28, 233, ALLOWED),
  MUNMAP(11, 215, ALLOWED),
  SCHED_YIELD(24, 124, ALLOWED),
  CLOCK_GETTIME(228, 113, ALLOWED),
  CLOCK_NANOSLEEP(230, 115, ALLOWED),
  NANOSLEEP(35, 101, ALLOWED),
  GETRUSAGE(98, 165, ALLOWED),

  // No memory can become executable: the code cache is complete before the filter.
  MMAP(
      9,
      222,
      only(
          new Without(2, Flag.PROT_EXEC),
          new With(3, Flag.MAP_ANONYMOUS),
          new Without(3, Flag.MAP_SHARED))),
  MPROTECT(10, 226, only(new Without(2, Flag.PROT_EXEC))),
  BRK(12, 214, ALLOWED),
  MINCORE(27, 232, ALLOWED),

  // The JVM reads classes from open jars.
  PREAD64(17, 67, ALLOWED),
  LSEEK(8, 62, ALLOWED),
  FSTAT(5, 80, ALLOWED),
  CLOSE(3, 57, ALLOWED),
  SHUTDOWN(48, 210, ALLOWED),
  FCNTL(
      72, 25, only(new Among(1, List.of(Flag.F_GETFD, Flag.F_SETFD, Flag.F_GETFL, Flag.F_SETFL)))),

  // The flags must be exactly those of pthread_create for a new thread; a new process has other
  // flags. The call clone3 hides its flags from the filter; the C library works without it.
  CLONE(56, 220, only(new Equal(0, Flag.CLONE_FLAGS_OF_A_THREAD))),
  CLONE3(435, 435, new Fail(SyscallRule.ENOSYS)),
  SET_ROBUST_LIST(273, 99, ALLOWED),
  RSEQ(334, 293, ALLOWED),
  SCHED_GETAFFINITY(204, 123, ALLOWED),
  EXIT(60, 93, ALLOWED),
  EXIT_GROUP(231, 94, ALLOWED),
  GETTID(186, 178, ALLOWED),
  GETPID(39, 172, ALLOWED),
  TGKILL(234, 131, only(new OwnProcess(0))),
  PRCTL(
      157,
      167,
      only(new Among(0, List.of(Flag.PR_SET_NAME, Flag.PR_GET_NAME, Flag.PR_GET_SECCOMP)))),
  RT_SIGPROCMASK(14, 135, ALLOWED),
  RT_SIGRETURN(15, 139, ALLOWED),
  RT_SIGACTION(13, 134, ALLOWED),
  SIGALTSTACK(131, 132, ALLOWED),
  RESTART_SYSCALL(219, 128, ALLOWED),
  MEMBARRIER(324, 283, ALLOWED),

  // Facts that every process may know.
  CLOCK_GETRES(229, 114, ALLOWED),
  GETTIMEOFDAY(96, 169, ALLOWED),
  GETCPU(309, 168, ALLOWED),
  GETRANDOM(318, 278, ALLOWED),
  SYSINFO(99, 179, ALLOWED),

  // Files: the JVM sometimes searches a file, and continues without it.
  OPEN(2, Flag.NONE, NO_SUCH_FILE),
  OPENAT(257, 56, NO_SUCH_FILE),
  OPENAT2(437, 437, NO_SUCH_FILE),
  STAT(4, Flag.NONE, NO_SUCH_FILE),
  LSTAT(6, Flag.NONE, NO_SUCH_FILE),
  NEWFSTATAT(262, 79, NO_SUCH_FILE),
  STATX(332, 291, NO_SUCH_FILE),
  ACCESS(21, Flag.NONE, NO_SUCH_FILE),
  FACCESSAT(269, 48, NO_SUCH_FILE),
  FACCESSAT2(439, 439, NO_SUCH_FILE),
  READLINK(89, Flag.NONE, NO_SUCH_FILE),
  READLINKAT(267, 78, NO_SUCH_FILE),

  // Other programs and processes.
  EXECVE(59, 221, KILLED),
  EXECVEAT(322, 281, KILLED),
  FORK(57, Flag.NONE, KILLED),
  VFORK(58, Flag.NONE, KILLED),
  PTRACE(101, 117, KILLED),
  PROCESS_VM_READV(310, 270, KILLED),
  PROCESS_VM_WRITEV(311, 271, KILLED),
  PROCESS_MADVISE(440, 440, KILLED),
  PIDFD_OPEN(434, 434, KILLED),
  PIDFD_GETFD(438, 438, KILLED),
  PIDFD_SEND_SIGNAL(424, 424, KILLED),

  // Namespaces and mounts.
  UNSHARE(272, 97, KILLED),
  SETNS(308, 268, KILLED),
  MOUNT(165, 40, KILLED),
  UMOUNT2(166, 39, KILLED),
  PIVOT_ROOT(155, 41, KILLED),
  CHROOT(161, 51, KILLED),
  OPEN_TREE(428, 428, KILLED),
  MOVE_MOUNT(429, 429, KILLED),
  FSOPEN(430, 430, KILLED),
  FSCONFIG(431, 431, KILLED),
  FSMOUNT(432, 432, KILLED),
  FSPICK(433, 433, KILLED),
  MOUNT_SETATTR(442, 442, KILLED),

  // Parts of the kernel with the most frequent vulnerabilities.
  BPF(321, 280, KILLED),
  IO_URING_SETUP(425, 425, KILLED),
  IO_URING_ENTER(426, 426, KILLED),
  IO_URING_REGISTER(427, 427, KILLED),
  USERFAULTFD(323, 282, KILLED),
  PERF_EVENT_OPEN(298, 241, KILLED),
  KEYCTL(250, 219, KILLED),
  ADD_KEY(248, 217, KILLED),
  REQUEST_KEY(249, 218, KILLED),
  FANOTIFY_INIT(300, 262, KILLED),
  FANOTIFY_MARK(301, 263, KILLED),
  NAME_TO_HANDLE_AT(303, 264, KILLED),
  OPEN_BY_HANDLE_AT(304, 265, KILLED),
  LANDLOCK_CREATE_RULESET(444, 444, KILLED),
  LANDLOCK_ADD_RULE(445, 445, KILLED),
  LANDLOCK_RESTRICT_SELF(446, 446, KILLED),

  // The identity of the process.
  SETUID(105, 146, KILLED),
  SETGID(106, 144, KILLED),
  SETREUID(113, 145, KILLED),
  SETREGID(114, 143, KILLED),
  SETRESUID(117, 147, KILLED),
  SETRESGID(119, 149, KILLED),
  SETGROUPS(116, 159, KILLED),
  SETFSUID(122, 151, KILLED),
  SETFSGID(123, 152, KILLED),
  CAPSET(126, 91, KILLED),
  PERSONALITY(135, 92, KILLED),

  // The machine.
  INIT_MODULE(175, 105, KILLED),
  FINIT_MODULE(313, 273, KILLED),
  DELETE_MODULE(176, 106, KILLED),
  KEXEC_LOAD(246, 104, KILLED),
  KEXEC_FILE_LOAD(320, 294, KILLED),
  REBOOT(169, 142, KILLED),
  IOPL(172, Flag.NONE, KILLED),
  IOPERM(173, Flag.NONE, KILLED),
  MODIFY_LDT(154, Flag.NONE, KILLED),
  SWAPON(167, 224, KILLED),
  SWAPOFF(168, 225, KILLED),
  ACCT(163, 89, KILLED),
  QUOTACTL(179, 60, KILLED),
  SYSLOG(103, 116, KILLED),
  SETHOSTNAME(170, 161, KILLED),
  SETDOMAINNAME(171, 162, KILLED),
  SETTIMEOFDAY(164, 170, KILLED),
  CLOCK_SETTIME(227, 112, KILLED),
  CLOCK_ADJTIME(305, 266, KILLED),
  ADJTIMEX(159, 171, KILLED),

  // The worker makes these calls to confine itself; afterwards they are refused.
  SECCOMP(317, 277, REFUSED),
  SOCKET(41, 198, REFUSED),
  PRLIMIT64(302, 261, REFUSED),
  DUP3(292, 24, REFUSED);

  private final int onX86;
  private final int onArm;

  @SuppressWarnings("ImmutableEnumChecker") // records of numbers and copied lists
  private final SyscallRule ruling;

  SystemCall(int onX86, int onArm, SyscallRule ruling) {
    this.onX86 = onX86;
    this.onArm = onArm;
    this.ruling = ruling;
  }

  /// Returns the number of the call, if the architecture has it.
  OptionalInt number(Architecture architecture) {
    int number =
        switch (architecture) {
          case X86_64 -> onX86;
          case AARCH64 -> onArm;
        };
    return number == Flag.NONE ? OptionalInt.empty() : OptionalInt.of(number);
  }

  SyscallRule ruling() {
    return ruling;
  }

  /// Values of the kernel's interface, which are the same on both architectures.
  private static final class Flag {
    static final int NONE = -1;
    static final int PROT_EXEC = 4;
    static final int MAP_SHARED = 1;
    static final int MAP_ANONYMOUS = 0x20;
    static final int F_GETFD = 1;
    static final int F_SETFD = 2;
    static final int F_GETFL = 3;
    static final int F_SETFL = 4;
    static final int PR_SET_NAME = 15;
    static final int PR_GET_NAME = 16;
    static final int PR_GET_SECCOMP = 21;

    /// VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID, CHILD_CLEARTID.
    static final long CLONE_FLAGS_OF_A_THREAD = 0x3d_0f00;
  }
}
