package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The namespaces that hide the machine from a worker. The first of the programs `bwrap` and
/// `unshare` that works gives them to a worker. They are a second line of defence: the filter of
/// system calls already refuses access to the parts that they hide.
///
/// @param kind the parts of the machine that are hidden
/// @param missing the parts that are not hidden, with the reason, in one clause; empty if all are
///   hidden
public record Namespaces(Kind kind, String missing) {
  /// The directories of the C library, and of other files that the JVM maps.
  private static final List<String> LIBRARIES =
      List.of("/lib", "/lib64", "/lib32", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache");

  private static final List<String> UNSHARE =
      List.of(
          "setpriv",
          "--pdeathsig",
          "KILL",
          "unshare",
          "--user",
          "--map-root-user",
          "--net",
          "--ipc",
          "--uts",
          "--pid",
          "--mount-proc",
          "--fork",
          "--kill-child=KILL",
          "--",
          // The worker is root in its user namespace, and would have all capabilities there.
          "setpriv",
          "--pdeathsig",
          "KILL",
          "--bounding-set=-all",
          "--inh-caps=-all",
          "--ambient-caps=-all",
          "--no-new-privs",
          "--");

  private static final int SIGKILLED = 128 + 9;
  private static final int TRIAL_SECONDS = 20;
  private static final int SHOWN_CHARS = 200;

  /// The parts of the machine that are hidden.
  public enum Kind {
    /// The worker has no network, no capabilities, and its own processes, users and messages. Its
    /// root contains only the files that the JVM maps, and no file system of processes.
    OWN_ROOT,
    /// The worker has no network, no capabilities, and its own processes, users and messages.
    OWN_NETWORK,
    /// No part of the machine is hidden.
    NONE
  }

  /// {@return no namespaces}
  ///
  /// @param why the reason
  public static Namespaces none(String why) {
    return new Namespaces(Kind.NONE, "no namespaces of their own (" + why + ")");
  }

  /// Tries which namespaces this machine offers to this user.
  ///
  /// @param javaHome the Java runtime, which must run in them
  /// @param options the options of the Java runtime, which mark the processes of this trial
  /// @return the best available namespaces
  /// @throws InterruptedException if the calling thread is interrupted
  public static Namespaces find(Path javaHome, List<String> options) throws InterruptedException {
    if (!Files.isDirectory(Path.of("/proc/self/ns"))) {
      return none("this system has none");
    }
    var why = new ArrayList<String>();
    var candidates =
        List.of(
            new Namespaces(Kind.OWN_ROOT, ""),
            new Namespaces(Kind.OWN_NETWORK, "no empty root of their own"));
    for (var candidate : candidates) {
      var failure = candidate.failure(javaHome, options);
      if (failure.isEmpty()) {
        return why.isEmpty()
            ? candidate
            : new Namespaces(candidate.kind, candidate.missing + " (" + why.getFirst() + ")");
      }
      why.add(failure);
    }
    return none(String.join("; ", why));
  }

  /// {@return the command line that runs a worker in these namespaces}
  ///
  /// @param worker the command line of the worker
  /// @param javaHome the Java runtime
  /// @param readable the further files and directories that the worker needs
  public List<String> around(List<String> worker, Path javaHome, List<Path> readable) {
    var command = new ArrayList<String>();
    switch (kind) {
      case OWN_ROOT -> {
        command.addAll(
            List.of(
                "bwrap",
                "--unshare-user",
                "--unshare-ipc",
                "--unshare-pid",
                "--unshare-net",
                "--unshare-uts",
                "--uid",
                "65534",
                "--gid",
                "65534",
                "--cap-drop",
                "ALL",
                "--die-with-parent",
                "--new-session",
                "--dev",
                "/dev"));
        command.addAll(ownProc(javaHome));
        LIBRARIES.forEach(path -> bind(command, Path.of(path)));
        configurations().forEach(path -> bind(command, path));
        bind(command, javaHome);
        readable.forEach(path -> bind(command, path));
        command.addAll(List.of("--chdir", "/", "--"));
      }
      case OWN_NETWORK -> command.addAll(UNSHARE);
      case NONE -> {
        // The command stays unchanged.
      }
    }
    command.addAll(worker);
    return command;
  }

  /// {@return whether SIGKILL ended a process in these namespaces}
  ///
  /// @param status the exit code of its command line
  /// @param output the output of the process
  public boolean isKilled(int status, String output) {
    // unshare usually ends with the signal of its command. For SIGKILL it cannot, so it writes a
    // message and returns 1, as a crashed JVM does.
    boolean complains = output.lines().anyMatch(line -> line.startsWith("unshare: "));
    return status == SIGKILLED || (kind == Kind.OWN_NETWORK && status == 1 && complains);
  }

  /// Returns the options that give a worker three entries of `/proc`, all about itself. The dynamic
  /// linker reads the path of the program. The code that installs the filter reads the open
  /// descriptors and the used memory. The worker does not mount its own `/proc`: the kernel refuses
  /// that if a part of the daemon's `/proc` is covered.
  ///
  /// Two entries belong to the process that prepares the root. That process must become the worker,
  /// so it must be the first process of its namespace.
  private static List<String> ownProc(Path javaHome) {
    return List.of(
        "--as-pid-1",
        "--symlink",
        program(javaHome).toString(),
        "/proc/self/exe",
        "--ro-bind",
        "/proc/self/status",
        "/proc/self/status",
        "--ro-bind",
        "/proc/self/fd",
        "/proc/self/fd");
  }

  /// Returns the path of the program in the worker's root, as the kernel names it. The Java runtime
  /// has the same path there as here.
  private static Path program(Path javaHome) {
    var program = javaHome.resolve("bin").resolve("java");
    try {
      var home = javaHome.toRealPath();
      var real = program.toRealPath();
      return real.startsWith(home) ? javaHome.resolve(home.relativize(real)) : real;
    } catch (IOException _) {
      // The program cannot run either; the trial will show it.
      return program;
    }
  }

  private static void bind(List<String> command, Path path) {
    command.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
  }

  /// Returns the configuration of the Java runtime, which some distributions keep in `/etc`.
  private static List<Path> configurations() {
    try (var found = Files.newDirectoryStream(Path.of("/etc"), "java*")) {
      var paths = new ArrayList<Path>();
      found.forEach(paths::add);
      return paths;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts a Java runtime in these namespaces.
  ///
  /// @param javaHome the Java runtime
  /// @param options the options of the Java runtime
  /// @return the reason of a failure; empty after success
  /// @throws InterruptedException if the calling thread is interrupted
  public String failure(Path javaHome, List<String> options) throws InterruptedException {
    var words = new ArrayList<String>();
    words.add(javaHome.resolve("bin").resolve("java").toString());
    words.addAll(options);
    words.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-version"));
    var command = around(words, javaHome, List.of());
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().clear();
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS)) {
        OrphanReaper.end(process);
        return command.getFirst() + " does not end";
      }
      if (process.exitValue() == 0) {
        return "";
      }
      return noted(process);
    } catch (IOException e) {
      return command.getFirst() + " cannot be run";
    }
  }

  private static String noted(Process process) throws IOException {
    try (var output = process.getInputStream()) {
      var bytes = output.readNBytes(SHOWN_CHARS);
      return new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("it failed");
    }
  }
}
