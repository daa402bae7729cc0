package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;

/// The catalog of agents: it finds them by file, or by name in the jars of a directory.
///
/// A jar names its agents in its manifest: `Sojourn-Agents: indexing=org.example.Indexer,
/// other=org.example.Other`.
public final class AgentCatalog {
  private static final String ATTRIBUTE = "Sojourn-Agents";

  private final Optional<Path> directory;

  private AgentCatalog(Optional<Path> directory) {
    this.directory = directory;
  }

  /// {@return the shelf whose named agents are in the jars of a directory}
  ///
  /// @param directory may be missing: then no agent has a name
  public static AgentCatalog of(Path directory) {
    return new AgentCatalog(Optional.of(directory));
  }

  /// {@return the shelf of the agents that came with this program: the directory that the system
  /// property `sojourn.agents` names}
  public static AgentCatalog ofThisProgram() {
    return new AgentCatalog(
        Optional.ofNullable(System.getProperty("sojourn.agents")).map(Path::of));
  }

  /// {@return the names of the agents on the shelf, in order}
  public List<String> names() {
    return List.copyOf(named().keySet());
  }

  /// Finds an agent whose entry class is plain: a named one, or the only one of its jar.
  ///
  /// @param nameOrFile a name, a jar, or a directory of classes
  /// @return its code, or why it cannot be had
  public AgentReading find(String nameOrFile) {
    var named = named().get(nameOrFile);
    if (named != null) {
      return read(named.jar(), Optional.of(named.entryClass()));
    }
    var path = Path.of(nameOrFile);
    if (!Files.exists(path)) {
      return new AgentReading.Unusable(
          "There is no agent named %s and no file of that name; name a jar%s."
              .formatted(
                  nameOrFile,
                  names().isEmpty()
                      ? " or a directory of classes"
                      : ", a directory of classes, or one of these: "
                          + String.join(", ", names())));
    }
    return read(path, Optional.empty());
  }

  /// Finds the agent of a jar or directory that begins with a certain class.
  ///
  /// @param file a jar, or a directory of classes
  /// @param entryClass binary name of the class to begin with
  /// @return its code, or why it cannot be had
  public AgentReading find(Path file, String entryClass) {
    return read(file, Optional.of(entryClass));
  }

  private static AgentReading read(Path file, Optional<String> entryClass) {
    if (!Files.exists(file)) {
      return new AgentReading.Unusable("There is no file " + file + ".");
    }
    try {
      var classes = ClassFiles.read(file);
      var fault = classes.fault();
      if (fault.isPresent()) {
        return new AgentReading.Unusable("In " + file + ": " + fault.get() + ".", true);
      }
      return entryClass.isPresent()
          ? begunWith(file, classes, entryClass.get())
          : begunWithTheOnly(file, classes);
    } catch (ClassFiles.UnusableException e) {
      return new AgentReading.Unusable(file + " " + e.getMessage() + ".", e.isDamage());
    } catch (IOException e) {
      return new AgentReading.Unusable(CommandRun.sentence(e), true);
    }
  }

  private static AgentReading begunWith(Path file, ClassFiles classes, String entryClass) {
    return new EntryClasses(classes)
        .fault(entryClass)
        .<AgentReading>map(fault -> new AgentReading.Unusable("In " + file + ": " + fault))
        .orElseGet(() -> new AgentReading.Read(new AgentCode(entryClass, classes.toJar())));
  }

  private static AgentReading begunWithTheOnly(Path file, ClassFiles classes) {
    var candidates = new EntryClasses(classes).candidates();
    return switch (candidates.size()) {
      case 0 ->
          new AgentReading.Unusable(
              "In "
                  + file
                  + " there is no public class that implements dev.sojourn.agent.Agent and has a"
                  + " public constructor without parameters.");
      case 1 -> begunWith(file, classes, candidates.getFirst());
      default ->
          new AgentReading.Unusable(
              "In %s there are several agents; name one of them: %s."
                  .formatted(file, String.join(", ", candidates)));
    };
  }

  private record Named(Path jar, String entryClass) {}

  private Map<String, Named> named() {
    var named = new TreeMap<String, Named>();
    if (directory.filter(Files::isDirectory).isEmpty()) {
      return named;
    }
    try (var jars = Files.newDirectoryStream(directory.get(), "*.jar")) {
      for (var jar : jars) {
        for (var part : attribute(jar).split(",", -1)) {
          int equals = part.indexOf('=');
          if (equals > 0) {
            named.putIfAbsent(
                part.substring(0, equals).strip(),
                new Named(jar, part.substring(equals + 1).strip()));
          }
        }
      }
    } catch (IOException _) {
      // A directory that cannot be read has no names either.
    }
    return named;
  }

  /// A jar that cannot be read has no names; a file may still be named by its path.
  private static String attribute(Path jar) {
    if (!Files.isRegularFile(jar)) {
      return "";
    }
    try (var file = new JarFile(jar.toFile())) {
      var manifest = file.getManifest();
      var value = manifest == null ? null : manifest.getMainAttributes().getValue(ATTRIBUTE);
      return value == null ? "" : value;
    } catch (IOException | IllegalArgumentException _) {
      return "";
    }
  }
}
