package dev.sojourn.sandbox.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line of a worker.
///
/// @param javaHome the Java runtime
/// @param heapMiB its heap in MiB
/// @param classPath jars only
public record WorkerCommand(Path javaHome, int heapMiB, List<Path> classPath) {
  /// The sum of the JVM's limits below besides the heap, with its constant need.
  public static final int BESIDES_HEAP_MIB = 192;

  private static final String MAIN = "dev.sojourn.sandbox.worker.WorkerMain";

  private static final String COMPILERS = "-XX:TieredStopAtLevel=";

  /// Memory besides the heap that the kernel lets it take: classes, stacks of threads, buffers,
  /// memory that the C library keeps.
  private static final int ROOM_MIB = 512;

  /// The threads of the worker's user in its namespaces: those of the JVM and of the visits.
  private static final int MAX_THREADS = 256;

  /// Copies the list.
  public WorkerCommand {
    classPath = List.copyOf(classPath);
  }

  /// {@return the option by which workers do without the second JIT compiler, if the user's options
  /// for Java have it} They take less memory then, and start in less time; visits of minutes take
  /// longer. No other option of the user holds for workers.
  ///
  /// @param userOptions the value of `SOJOURN_JAVA_OPTIONS`; empty for none
  public static List<String> compilers(String userOptions) {
    // The last of several counts, as on the command line of a program.
    return Stream.of(userOptions.strip().split("\\s+", -1))
        .filter(option -> option.startsWith(COMPILERS))
        .reduce((_, last) -> last)
        .filter(option -> option.equals(COMPILERS + "1"))
        .stream()
        .toList();
  }

  /// {@return the whole command line}
  ///
  /// @param socket on which the worker is expected, in a directory of its own
  /// @param namespaces in which it runs
  /// @param options further options of the JVM
  /// @param readable the files that these need, besides the runtime and the class path
  public List<String> in(
      Namespaces namespaces, Path socket, List<String> options, List<Path> readable) {
    var command = java(options);
    command.add(MAIN);
    command.add(Integer.toString(ROOM_MIB));
    boolean ownUsers = namespaces.kind() != Namespaces.Kind.NONE;
    command.add(Integer.toString(ownUsers ? MAX_THREADS : 0));
    command.add(socket.toString());
    var all = new ArrayList<>(classPath);
    all.addAll(readable);
    all.add(socket.toAbsolutePath().getParent());
    return namespaces.around(command, javaHome, all);
  }

  /// The runtime with all options of a worker and its class path, without a program.
  List<String> java(List<String> options) {
    var command = new ArrayList<String>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.add("-Xmx" + heapMiB + "m");
    command.addAll(OPTIONS);
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
          // Without these two, one counted loop of an agent can keep the whole JVM from stopping.
          "-XX:+UseCountedLoopSafepoints",
          "-XX:LoopStripMiningIter=1000",
          "-XX:MaxMetaspaceSize=96m",
          "-XX:CompressedClassSpaceSize=32m",
          "-XX:MaxDirectMemorySize=16m",
          // The memory that the JIT compilers took at the start would stay with an idle worker.
          "-XX:TrimNativeHeapInterval=5000",
          // All code cache at once, so that no memory need be made executable later.
          "-XX:-SegmentedCodeCache",
          "-XX:InitialCodeCacheSize=32m",
          "-XX:ReservedCodeCacheSize=32m",
          // C2 compiles only methods that are called 16 times as often as usual. Most visits are
          // over before it has paid, and it takes its time from them.
          "-XX:Tier4InvocationThreshold=80000",
          "-XX:Tier4MinInvocationThreshold=9600",
          "-XX:Tier4CompileThreshold=240000",
          "-XX:Tier4BackEdgeThreshold=640000",
          // With less inlining C2 takes half as long, and its code reads pages as fast.
          "-XX:MaxInlineLevel=9",
          "-XX:FreqInlineSize=120",
          "-XX:InlineSmallCode=1000",
          // Otherwise the JVM throws one and the same exception from hot code to all visits: one
          // visit could hold its lock while another needs it.
          "-XX:-OmitStackTraceInFastThrow",
          // After running out of memory, classes of the JDK may be left half initialised.
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/null",
          "-XX:-UsePerfData",
          "-XX:+DisableAttachMechanism",
          "-XX:-UseContainerSupport",
          "-XX:-EnableDynamicAgentLoading",
          // Finalizers would run on a thread that no visit answers for.
          "--finalization=disabled",
          // It confines itself by calling the C library. (--illegal-native-access=deny would deny
          // no more, and cost the JVM its archive of modules and lambdas.)
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=deny",
          "-Dkryo.unsafe=false",
          "-Dfile.encoding=UTF-8",
          "-Duser.language=en",
          "-Duser.country=",
          "-Duser.timezone=UTC",
          "-Djava.awt.headless=true");
}
