package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent new`: makes a Maven project with an agent, its test, and pages for a trial.
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Make a Maven project with an agent, a test of it, and pages to try it on.",
      "",
      "It compiles, tests and packs by 'mvn package'. That needs Maven 3.8.7 or later and a JDK 25."
          + " Sojourn's own artefacts come from the Maven repository in its distribution, which the"
          + " project's pom.xml names; those of others come from Maven Central."
    },
    footer = {
      "",
      "Exit code 0, 2 if a name is none, 1 if the directory is not empty or cannot be written.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent new titles"
    })
final class AgentNew implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "NAME",
      description = "The agent's name: small letters, digits and hyphens, as dead-links.")
  private String name = "";

  @Option(
      names = "--package",
      paramLabel = "PACKAGE",
      description = "The package of its class (default: org.example.NAME).")
  private Optional<String> packageName = Optional.empty();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "The directory to make (default: NAME).")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var project = project();
    var directory = out.orElse(Path.of(name));
    requireEmpty(directory);
    for (var file : project.files().entrySet()) {
      var path = directory.resolve(file.getKey());
      Files.createDirectories(Optional.ofNullable(path.getParent()).orElse(directory));
      Files.writeString(path, file.getValue());
    }
    report(project, directory);
    return ExitCode.DONE.code();
  }

  private AgentProject project() {
    try {
      return AgentProject.of(name, packageName, distribution().flatMap(AgentNew::repository));
    } catch (IllegalArgumentException e) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
  }

  /// The distribution that this program runs from, as the start script sets it.
  private static Optional<Path> distribution() {
    return Optional.ofNullable(System.getProperty("sojourn.home")).map(Path::of);
  }

  private static Optional<URI> repository(Path distribution) {
    return Optional.of(distribution.resolve("maven"))
        .filter(Files::isDirectory)
        .map(directory -> directory.toAbsolutePath().normalize().toUri());
  }

  /// The command that starts this program here: its name if it is on the path, else its file.
  private String program() {
    var program = spec.root().name();
    return distribution()
        .map(home -> home.resolve("bin").resolve(program))
        .filter(file -> Files.isExecutable(file) && !isOnPath(program, file))
        .map(Messages::typed)
        .orElse(program);
  }

  private static boolean isOnPath(String program, Path file) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst()
        .filter(found -> isSame(found, file))
        .isPresent();
  }

  private static boolean isSame(Path found, Path file) {
    try {
      return Files.isSameFile(found, file);
    } catch (IOException _) {
      return false;
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new CommandException(
          ExitCode.FAILED, directory + " is a file; name another directory with --out.");
    }
    try (var files = Files.newDirectoryStream(directory)) {
      if (files.iterator().hasNext()) {
        throw new CommandException(
            ExitCode.FAILED, directory + " is not empty; name another directory with --out.");
      }
    }
  }

  private void report(AgentProject project, Path directory) {
    var printer = spec.commandLine().getOut();
    var jar = directory.resolve("target").resolve(name + "-1.0.jar");
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("directory", directory.toString());
      object.put("class", project.className());
      object.put("files", project.files().keySet().stream().sorted().toList());
      object.put("jar", jar.toString());
      JsonOption.print(printer, object);
      return;
    }
    printer.println(directory);
    printer.flush();
    var err = spec.commandLine().getErr();
    err.println("Made the agent " + project.className() + ". Next:");
    err.println("  mvn -f " + Messages.typed(directory) + " package");
    err.println(
        "  "
            + program()
            + " agent try "
            + Messages.typed(jar)
            + " "
            + Messages.typed(directory.resolve("pages")));
    err.flush();
  }
}
