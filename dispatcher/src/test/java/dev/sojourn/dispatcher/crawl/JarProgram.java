package dev.sojourn.dispatcher.crawl;

import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.testing.StartArchive;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The commands that start a host daemon and a dispatcher from the jars of the tests' class path.
final class JarProgram {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  /// An archive of classes takes no class path with a directory in it.
  private static final List<Path> JARS =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .filter(element -> element.endsWith(".jar"))
          .map(Path::of)
          .toList();

  private JarProgram() {}

  /// {@return the words that run a main class, as a list to which its arguments are added}
  static List<String> command(Class<?> main) {
    var archive = TARGET.resolve("start-archive-" + main.getSimpleName() + ".jsa");
    var made = StartArchive.of(archive, JARS, (folder, options) -> train(main, folder, options));
    return command(main, made.options());
  }

  private static List<String> command(Class<?> main, List<String> options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.add("--enable-native-access=ALL-UNNAMED");
    // Without it the log would go to standard output, among the data.
    command.add("-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, paths())));
    command.add(main.getName());
    return command;
  }

  private static List<String> paths() {
    return JARS.stream().map(Path::toString).toList();
  }

  private static Process train(Class<?> main, Path folder, List<String> options)
      throws IOException {
    var command = command(main, options);
    if (main.getSimpleName().equals("HostMain")) {
      var config = StartArchive.hostConfig(folder);
      command.addAll(List.of("run", "--config", config.toString(), "--json"));
    } else {
      command.addAll(List.of("crawl", "http://127.0.0.1:1/", "--json"));
      command.addAll(List.of("--out", folder.resolve("out").toString(), "--patience", "1s"));
      var agent = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation();
      command.addAll(List.of("--agent", agent.getPath(), "--main", IndexingAgent.class.getName()));
    }
    var builder = new ProcessBuilder(command);
    // A key of its own, and none among those of the person who runs the tests.
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    return builder.redirectError(folder.resolve("errors").toFile()).start();
  }
}
