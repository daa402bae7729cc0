package dev.sojourn.sandbox;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The command line of a worker.
final class WorkerCommand {
  private WorkerCommand() {}

  static List<String> of(SandboxSettings settings, List<Path> classPath, Path socket) {
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
    command.add(socket.toString());
    return command;
  }
}
