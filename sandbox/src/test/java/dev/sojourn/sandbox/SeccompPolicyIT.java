package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.launch.Namespaces;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Wall 4 alone: arbitrary code with the whole class library and the foreign-function API at hand,
/// in a process without namespaces, stopped by the filter of system calls alone.
@EnabledOnOs(OS.LINUX)
class SeccompPolicyIT {
  @TempDir private static Path directory;
  private static ConfinedProcess confined;

  @BeforeAll
  static void confine() throws Exception {
    confined = ConfinedProcess.start(directory, Namespaces.none("wall 4 alone"), true);
  }

  @AfterAll
  static void end() throws Exception {
    confined.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          read /etc/passwd          | NoSuchFileException: /etc/passwd
          read /proc/self/environ   | NoSuchFileException: /proc/self/environ
          read /proc/1/cmdline      | NoSuchFileException: /proc/1/cmdline
          read /dev/mem             | NoSuchFileException: /dev/mem
          exists /etc/passwd        | false
          list /                    | null
          walk /                    | NoSuchFileException: /
          map /etc/passwd           | NoSuchFileException: /etc/passwd
          listen                    | SocketException: Operation not permitted
          datagram                  | SocketException: Operation not permitted
          channel                   | SocketException: Operation not permitted
          unix /run/x               | SocketException: Operation not permitted
          processes                 | RuntimeException: No such file or directory (Unable to open /proc)
          url file:/etc/passwd      | FileNotFoundException: /etc/passwd (No such file or directory)
          environment               | {}
          """)
  void cannotSeeTheMachine(String attack, String expected) throws Exception {
    assertThat(confined.attempt(attack)).isEqualTo(expected);
  }

  @Test
  void cannotReadInItsPropertiesWhereAnythingOfTheHostLies() throws Exception {
    assertThat(confined.attempt("properties"))
        .doesNotContainPattern("/[a-zA-Z]")
        .doesNotContain(directory.toString(), ".jar", "sjw-", "sojourn.");
  }

  @Test
  void cannotTouchAFileOfItsOwnUser() throws Exception {
    var victim = Files.writeString(directory.resolve("victim"), "whole");
    Files.createDirectories(directory.resolve("room"));
    for (var attack : List.of("read", "write", "append", "truncate", "delete", "rename", "map")) {
      assertThat(confined.attempt(attack + " " + victim)).contains("Exception: ");
    }
    assertThat(confined.attempt("chmod " + victim)).isEqualTo("false");
    for (var attack : List.of("write", "mkdir", "link", "dump", "truncate")) {
      assertThat(confined.attempt(attack + " " + directory.resolve("room/made")))
          .contains("Exception: ");
    }
    assertThat(victim).hasContent("whole");
    assertThat(directory.resolve("room")).isEmptyDirectory();
  }

  @Test
  void cannotConnectToAServiceOfThisMachine() throws Exception {
    try (var server = new ServerSocket(0)) {
      assertThat(confined.attempt("connect " + server.getLocalPort()))
          .isEqualTo("SocketException: Operation not permitted");
      assertThat(confined.attempt("url http://127.0.0.1:" + server.getLocalPort() + "/"))
          .isEqualTo("SocketException: Operation not permitted");
    }
  }

  @Test
  void cannotAskForTheAddressOfAName() throws Exception {
    assertThat(confined.attempt("resolve")).startsWith("UnknownHostException: sojourn.example");
  }

  @Test
  void cannotRunAProgram() throws Exception {
    for (var attack : List.of("exec /bin/true", "build /bin/sh")) {
      assertThat(confined.attempt(attack)).startsWith("IOException: Cannot run program");
    }
    assertThat(confined.handle().descendants()).isEmpty();
  }

  @Test
  void cannotLoadALibrary() throws Exception {
    assertThat(confined.attempt("library /lib/x86_64-linux-gnu/libc.so.6"))
        .startsWith("UnsatisfiedLinkError: ");
  }

  @Test
  void cannotSignalItsParent() throws Exception {
    assertThat(confined.attempt("killParent")).isEqualTo("false");
    assertThat(confined.attempt("raw TGKILL parent parent 9")).isEqualTo("-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          raw OPENAT 0 text:/etc/passwd 0 0                     | -2
          raw OPENAT2 0 text:/etc/passwd zeros:24 24            | -2
          raw STATX 0 text:/etc/passwd 0 0 zeros:256            | -2
          raw READLINKAT -100 text:/proc/self/exe zeros:256 256 | -2
          raw FACCESSAT -100 text:/etc/passwd 0                 | -2
          raw SOCKET 1 1 0                                      | -1
          raw SOCKET 16 3 0                                     | -1
          raw MMAP 0 4096 7 0x22 -1 0                           | -1
          raw MMAP 0 4096 4 0x22 -1 0                           | -1
          raw MMAP 0 4096 1 0x2 3 0                             | -1
          raw MMAP 0 4096 3 0x21 -1 0                           | -1
          raw MPROTECT zeros:4096 4096 5                        | -1
          raw CLONE 17 0 0 0 0                                  | -1
          raw CLONE 0x4111 0 0 0 0                              | -1
          raw CLONE 0x10000011 0 0 0 0                          | -1
          raw CLONE 0x103d0f00 0 0 0 0                          | -1
          raw CLONE 0x1003d0f00 0 0 0 0                         | -1
          raw CLONE3 zeros:88 88                                | -38
          raw PRCTL 1 0 0 0 0                                   | -1
          raw PRCTL 22 0 0 0 0                                  | -1
          raw PRCTL 38 0 0 0 0                                  | -1
          raw SECCOMP 1 0 zeros:16                              | -1
          raw PRLIMIT64 0 7 zeros:16 0                          | -1
          raw DUP3 3 50 0                                       | -1
          raw FCNTL 1 0 50                                      | -1
          raw FCNTL 1 8 1                                       | -1
          """)
  void cannotReachTheKernelAroundTheClassLibrary(String attack, String expected) throws Exception {
    assertThat(confined.attempt(attack)).isEqualTo(expected);
  }

  /// Calls that the table does not name, by their numbers on x86-64.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          memfd_create   | 319 text:x 0
          eventfd2       | 290 0 0
          epoll_create1  | 291 0
          pipe2          | 293 zeros:8 0
          dup            | 32 1
          dup2           | 33 1 50
          ioctl          | 16 1 0x5401 zeros:64
          recvmsg        | 47 3 zeros:56 0
          sendmsg        | 46 3 zeros:56 0
          sendto         | 44 3 zeros:1 1 0 0 0
          bind           | 49 3 zeros:16 16
          kill           | 62 -1 9
          tkill          | 200 1 9
          rt_sigqueueinfo| 129 1 9 zeros:128
          shmget         | 29 0 4096 0x3ff
          msgget         | 68 0 0x3ff
          mq_open        | 240 text:x 0 0 0
          creat          | 85 text:/tmp/x 0x1ff
          unlink         | 87 text:/tmp/x
          mknod          | 133 text:/tmp/x 0 0
          getcwd         | 79 zeros:256 256
          getdents64     | 217 3 zeros:256 256
          statfs         | 137 text:/ zeros:256
          inotify_init1  | 294 0
          timer_create   | 222 0 0 zeros:8
          sched_setaffinity | 203 0 8 zeros:8
          setpriority    | 141 0 0 -20
          mremap         | 25 0 4096 8192 0
          pkey_mprotect  | 329 zeros:4096 4096 5 -1
          remap_file_pages | 216 0 4096 0 0 0
          splice         | 275 3 0 4 0 1 0
          sendfile       | 40 1 3 0 1
          uname          | 63 zeros:400
          getppid        | 110
          getuid         | 102
          set_mempolicy  | 238 0 0 0
          vmsplice       | 278 1 0 0 0
          futex_waitv    | 449 0 0 0 0
          cachestat      | 451 3 0 0 0
          a number of the future | 999
          """)
  @EnabledOnOs(architectures = "amd64")
  void cannotMakeACallThatIsNotListed(String name, String call) throws Exception {
    assertThat(confined.attempt("raw " + call)).as(name).isEqualTo("-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXECVE text:/bin/true 0 0", "PTRACE 16 parent 0 0"})
  void isKilledWhenItCallsWhatNoHonestProgramDoes(String call) throws Exception {
    assertKilled(call);
  }

  /// Each costs a process; `BpfProgramTest` has all of them without one.
  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROCESS_VM_READV parent 0 0 0 0 0",
        "BPF 0 zeros:64 64",
        "IO_URING_SETUP 1 zeros:120",
        "MOUNT text:none text:/mnt text:tmpfs 0 0",
        "UNSHARE 0x10000000",
        "KEYCTL 0 0 0 0 0",
        "PERF_EVENT_OPEN zeros:128 0 -1 -1 0",
        "PIDFD_OPEN 1 0",
        "SETUID 0",
        "FINIT_MODULE 3 text:x 0"
      })
  void isKilledByAnyCallThatNoHonestProgramMakes(String call) throws Exception {
    assertKilled(call);
  }

  @ParameterizedTest
  @ValueSource(strings = {"57", "0x40000001 1 0 0"})
  @EnabledOnOs(architectures = "amd64")
  void isKilledWhenItForksOrCallsInTheMannerOfX32(String call) throws Exception {
    assertKilled(call);
  }

  private static void assertKilled(String call) throws Exception {
    try (var process = ConfinedProcess.start(directory, Namespaces.none("wall 4 alone"), false)) {
      assertThat(process.attemptLast("raw " + call)).isEqualTo(159);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "garbage, collected true",
    "compile, compiled true",
    "threads, ran 50",
    "virtual, virtual true",
    "define, defined",
    "overflow, caught",
    "echo é, é"
  })
  void goesOnWorkingAsAJvm(String work, String expected) throws Exception {
    assertThat(confined.attempt(work)).isEqualTo(expected);
  }

  /// A class whose initialiser opens something would be broken for good in a confined worker.
  @Test
  void initialisesEveryClassThatAnAgentMayName() throws Exception {
    var list = SeccompPolicyIT.class.getResourceAsStream("admission/jdk-allowed.txt");
    try (list) {
      var names =
          new String(list.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith(" ") && !line.startsWith("#"))
              .map(String::strip)
              .toList();
      assertThat(names).hasSizeGreaterThan(100);
      for (var name : names) {
        assertThat(confined.attempt("initialise " + name)).isEqualTo(name);
      }
    }
  }

  @Test
  void hasAllItsThreadsConfinedAndNothingOpenButWhatItReads() throws Exception {
    var process = Path.of("/proc/" + confined.handle().pid());
    try (var tasks = Files.list(process.resolve("task"))) {
      for (var task : tasks.toList()) {
        assertThat(Files.readString(task.resolve("status")))
            .contains("NoNewPrivs:\t1", "Seccomp:\t2");
      }
    }
    try (var open = Files.list(process.resolve("fd"))) {
      for (var descriptor : open.toList()) {
        var target = Files.readSymbolicLink(descriptor).toString();
        boolean read = target.endsWith(".jar") || target.endsWith("/lib/modules");
        assertThat(read || target.matches("/dev/(null|u?random)|(socket|anon_inode):.*"))
            .as(target)
            .isTrue();
      }
    }
    assertThat(Files.readString(process.resolve("limits")))
        .containsPattern("Max core file size +0 +0 ")
        .containsPattern("Max file size +0 +0 ")
        .containsPattern("Max open files +64 +64 ");
  }
}
