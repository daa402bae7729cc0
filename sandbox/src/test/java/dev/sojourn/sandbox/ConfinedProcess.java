package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.worker.ConfinedMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A process that is confined as a worker is, with the command line of one, but without the walls
/// inside it: it tries what the test orders.
final class ConfinedProcess implements AutoCloseable {
  private final Process process;
  private final SocketChannel channel;
  private final BufferedReader lines;

  private final long raisedMicros;

  private ConfinedProcess(
      Process process, SocketChannel channel, BufferedReader lines, long raisedMicros) {
    this.process = process;
    this.channel = channel;
    this.lines = lines;
    this.raisedMicros = raisedMicros;
  }

  /// Starts one.
  ///
  /// @param directory for its socket and the jar of its classes
  /// @param namespaces around it
  /// @param warmUp whether it does first what a worker does first
  static ConfinedProcess start(Path directory, Namespaces namespaces, boolean warmUp)
      throws IOException {
    var javaHome = SandboxSettings.defaults().places().javaHome();
    var jars = new ArrayList<>(ClassPathJars.find(ConfinedProgram.WORKER, directory));
    jars.add(testClasses(directory));
    var name = Files.createTempDirectory(directory, "s").resolve("s");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(name));
      var command =
          new ArrayList<>(
              new WorkerCommand(javaHome, 64, jars).in(namespaces, name, List.of(), List.of()));
      int main = command.indexOf("dev.sojourn.sandbox.worker.WorkerMain");
      command.set(main, ConfinedMain.class.getName());
      command.add(main, "-DwarmUp=" + warmUp);
      var output = directory.resolve("output").toFile();
      var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
      builder.environment().clear();
      var process = builder.start();
      var _ = process.onExit().thenRun(() -> closeQuietly(server));
      var channel = server.accept();
      var lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      var word = lines.readLine();
      if (word == null || !word.startsWith("raised ")) {
        throw new IOException("not raised: " + Files.readString(output.toPath()));
      }
      long micros = Long.parseLong(word.substring("raised ".length()));
      return new ConfinedProcess(process, channel, lines, micros);
    }
  }

  /// Has it try something; gives what became of that.
  String attempt(String attack) throws IOException {
    announce(attack);
    return String.valueOf(lines.readLine());
  }

  /// Has it do what it should not survive; gives the status of its end.
  int attemptLast(String attack) throws IOException, InterruptedException {
    announce(attack);
    var word = lines.readLine();
    return word == null ? process.waitFor() : 0;
  }

  /// How long it took to raise the wall.
  long raisedMicros() {
    return raisedMicros;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  private void announce(String line) throws IOException {
    channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    channel.close();
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The classes of this package's tests, as a jar.
  private static Path testClasses(Path directory) throws IOException {
    var jar = directory.resolve("tests.jar");
    if (!Files.exists(jar)) {
      var classes = new TreeMap<String, byte[]>();
      for (var root : roots()) {
        try (var files = Files.walk(root)) {
          for (var file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
            var path = root.relativize(file).toString().replace(File.separatorChar, '.');
            classes.put(
                path.substring(0, path.length() - ".class".length()), Files.readAllBytes(file));
          }
        }
      }
      Files.write(jar, AgentSource.jar(classes));
    }
    return jar;
  }

  private static List<Path> roots() {
    try {
      var place = ConfinedMain.class.getProtectionDomain().getCodeSource().getLocation();
      return List.of(Path.of(place.toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
