package dev.sojourn.sandbox.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line of a confined program, usually of a worker.
///
/// @param program the program, which decides the options
/// @param main the name of the main class
/// @param javaHome the Java runtime
/// @param heapMiB the heap of the worker in MiB
/// @param classPath the class path, which contains only jars
public record WorkerCommand(
    ConfinedProgram program, String main, Path javaHome, int heapMiB, List<Path> classPath) {
  /// The sum of the JVM's other limits below, with its constant need.
  public static final int BESIDES_HEAP_MIB = 192;

  private static final String COMPILERS = "-XX:TieredStopAtLevel=";

  /// The memory besides the heap that the kernel allows: classes, stacks of threads, buffers, and
  /// memory that the C library keeps.
  private static final int ROOM_MIB = 512;

  /// The most threads of the worker's user in its namespaces: those of the JVM and of the visits.
  private static final int MAX_THREADS = 256;

  /// Copies the list.
  public WorkerCommand {
    classPath = List.copyOf(classPath);
  }

  /// Creates the command line of a worker.
  ///
  /// @param javaHome the Java runtime
  /// @param heapMiB the heap of the worker in MiB
  /// @param classPath the class path, which contains only jars
  public WorkerCommand(Path javaHome, int heapMiB, List<Path> classPath) {
    this(ConfinedProgram.WORKER, javaHome, heapMiB, classPath);
  }

  /// Creates the command line of a program.
  ///
  /// @param program the program
  /// @param javaHome the Java runtime
  /// @param heapMiB the heap of the program in MiB
  /// @param classPath the class path, which contains only jars
  public WorkerCommand(ConfinedProgram program, Path javaHome, int heapMiB, List<Path> classPath) {
    this(program, program.main(), javaHome, heapMiB, classPath);
  }

  /// {@return the option that disables the second JIT compiler of workers, if the user's options
  /// for Java contain it} Workers then need less memory and start faster, but visits of minutes
  /// take longer. Workers ignore all other options of the user.
  ///
  /// @param userOptions the value of `SOJOURN_JAVA_OPTIONS`; empty if it is not set
  public static List<String> compilers(String userOptions) {
    // The last such option counts, as on a command line.
    return Stream.of(userOptions.strip().split("\\s+", -1))
        .filter(option -> option.startsWith(COMPILERS))
        .reduce((_, last) -> last)
        .filter(option -> option.equals(COMPILERS + "1"))
        .stream()
        .toList();
  }

  /// {@return the whole command line}
  ///
  /// @param socket the path of the socket for the worker, in its own directory
  /// @param namespaces the namespaces in which the worker runs
  /// @param options further options of the JVM
  /// @param readable the files that these options need besides the runtime and the class path
  public List<String> in(
      Namespaces namespaces, Path socket, List<String> options, List<Path> readable) {
    var command = java(options);
    command.add(main);
    command.add(Integer.toString(ROOM_MIB));
    boolean ownUsers = namespaces.kind() != Namespaces.Kind.NONE;
    command.add(Integer.toString(ownUsers ? MAX_THREADS : 0));
    command.add(socket.toString());
    var all = new ArrayList<>(classPath);
    all.addAll(readable);
    all.add(socket.toAbsolutePath().getParent());
    return namespaces.around(command, javaHome, all);
  }

  /// Returns the runtime with all options of a worker and its class path, without a main class.
  List<String> java(List<String> options) {
    var command = new ArrayList<String>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.add("-Xmx" + heapMiB + "m");
    command.addAll(OPTIONS);
    if (program == ConfinedProgram.WORKER) {
      command.addAll(SHORT_LIVED);
    }
    command.addAll(options);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    return command;
  }

  private static final List<String> OPTIONS =
      List.of(
          "-Xms16m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          // Without these two options, a counted loop of an agent can prevent the whole JVM from
          // pausing.
          "-XX:+UseCountedLoopSafepoints",
          "-XX:LoopStripMiningIter=1000",
          "-XX:MaxMetaspaceSize=96m",
          "-XX:CompressedClassSpaceSize=32m",
          "-XX:MaxDirectMemorySize=16m",
          // Otherwise an idle worker would keep the memory that the JIT compilers used at the
          // start.
          "-XX:TrimNativeHeapInterval=5000",
          // Reserves the whole code cache at once, so that no memory must become executable later.
          "-XX:-SegmentedCodeCache",
          "-XX:InitialCodeCacheSize=32m",
          "-XX:ReservedCodeCacheSize=32m",
          // With less inlining, C2 takes half the time, and its code reads pages as fast.
          "-XX:MaxInlineLevel=9",
          "-XX:FreqInlineSize=120",
          "-XX:InlineSmallCode=1000",
          // Otherwise hot code throws the same exception object in all visits, and one visit could
          // hold its lock while another needs it.
          "-XX:-OmitStackTraceInFastThrow",
          // After a shortage of memory, classes of the JDK may be only partly initialised.
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/null",
          "-XX:-UsePerfData",
          "-XX:+DisableAttachMechanism",
          "-XX:-UseContainerSupport",
          "-XX:-EnableDynamicAgentLoading",
          // Finalizers would run on a thread that does not belong to a visit.
          "--finalization=disabled",
          // The worker confines itself by calls of the C library. (--illegal-native-access=deny
          // would not deny more, but disable the JVM's archive of modules and lambdas.)
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=deny",
          "-Dkryo.unsafe=false",
          "-Dfile.encoding=UTF-8",
          "-Duser.language=en",
          "-Duser.country=",
          "-Duser.timezone=UTC",
          "-Djava.awt.headless=true");

  /// Options for processes that usually end before C2 has paid off.
  private static final List<String> SHORT_LIVED =
      List.of(
          // C2 compiles only methods with 16 times as many calls as usual. Most visits end before
          // its work pays off, and it takes processor time from them.
          "-XX:Tier4InvocationThreshold=80000",
          "-XX:Tier4MinInvocationThreshold=9600",
          "-XX:Tier4CompileThreshold=240000",
          "-XX:Tier4BackEdgeThreshold=640000");
}
