package dev.sojourn.sandbox;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The command line of a worker.
final class WorkerCommand {
  /// Memory besides the heap: classes, stacks of threads, buffers, what the C library keeps.
  private static final int ROOM_MIB = 512;

  /// Of the worker's user in its namespaces: those of the JVM and of the visits.
  private static final int MAX_THREADS = 256;

  private WorkerCommand() {}

  /// @param socket on which the worker is expected, in a directory of its own
  static List<String> of(
      SandboxSettings settings, List<Path> classPath, Path socket, Namespaces namespaces) {
    var command = new ArrayList<String>();
    command.add(settings.javaHome().resolve("bin").resolve("java").toString());
    command.add("-Xmx" + settings.heapMiB() + "m");
    command.addAll(
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
            // All code cache at once, so that no memory need be made executable later.
            "-XX:-SegmentedCodeCache",
            "-XX:InitialCodeCacheSize=32m",
            "-XX:ReservedCodeCacheSize=32m",
            // After running out of memory, classes of the JDK may be left half initialised.
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-XX:-UseContainerSupport",
            "-XX:-EnableDynamicAgentLoading",
            // It confines itself by calling the C library.
            "--enable-native-access=ALL-UNNAMED",
            "--illegal-native-access=deny",
            "--sun-misc-unsafe-memory-access=deny",
            "-Dkryo.unsafe=false",
            "-Dfile.encoding=UTF-8",
            "-Duser.language=en",
            "-Duser.country=",
            "-Duser.timezone=UTC",
            "-Djava.awt.headless=true"));
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add("dev.sojourn.sandbox.worker.WorkerMain");
    command.add(Integer.toString(ROOM_MIB));
    boolean ownUsers = namespaces.kind() != Namespaces.Kind.NONE;
    command.add(Integer.toString(ownUsers ? MAX_THREADS : 0));
    command.add(socket.toString());
    var readable = new ArrayList<>(classPath);
    readable.add(socket.toAbsolutePath().getParent());
    return namespaces.around(command, settings.javaHome(), readable);
  }
}
