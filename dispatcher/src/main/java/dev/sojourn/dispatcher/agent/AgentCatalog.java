package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/// The catalog of agents: it finds them by file, or by name in the jars of a directory.
///
/// A jar names its agents in its manifest: `Sojourn-Agents: indexing=org.example.Indexer,
/// other=org.example.Other`.
public final class AgentCatalog {
  private static final String ATTRIBUTE = "Sojourn-Agents";

  /// A comma, or white space before a further name.
  private static final Pattern BETWEEN_NAMES = Pattern.compile(",|\\s+(?=[^\\s=,]+\\s*=)");

  private static final int MAX_FAULTS = 10;

  private final Optional<Path> directory;

  private AgentCatalog(Optional<Path> directory) {
    this.directory = directory;
  }

  /// {@return the catalog whose named agents are in the jars of a directory}
  ///
  /// @param directory the directory; if it is missing, no agent has a name
  public static AgentCatalog of(Path directory) {
    return new AgentCatalog(Optional.of(directory));
  }

  /// {@return the catalog of the agents that came with this program, in the directory that the
  /// system property `sojourn.agents` names}
  public static AgentCatalog ofThisProgram() {
    return new AgentCatalog(
        Optional.ofNullable(System.getProperty("sojourn.agents")).map(Path::of));
  }

  /// {@return the names of the agents in the catalog, in order}
  public List<String> names() {
    return List.copyOf(named().keySet());
  }

  /// {@return the agents in the catalog, in the order of their names}
  ///
  /// @throws UnreadableException if a jar cannot be read
  public List<ListedAgent> listed() throws UnreadableException {
    var agents = new ArrayList<ListedAgent>();
    for (var named : named().entrySet()) {
      var jar = named.getValue().jar();
      agents.add(
          listed(Optional.of(named.getKey()), named.getValue().entryClass(), jar, classes(jar)));
    }
    return agents;
  }

  /// {@return the agents of a file, in the order of their classes}
  ///
  /// @param file a jar, or a directory of classes
  /// @throws UnreadableException if the file cannot be read, or has no agent
  public List<ListedAgent> listed(Path file) throws UnreadableException {
    var classes = classes(file);
    var names = namesOfClasses(file);
    var agents = new ArrayList<ListedAgent>();
    var candidates = new EntryClasses(classes).candidates();
    if (candidates.isEmpty()) {
      throw new UnreadableException(noAgent(file, classes));
    }
    for (var entryClass : candidates) {
      agents.add(listed(Optional.ofNullable(names.get(entryClass)), entryClass, file, classes));
    }
    return agents;
  }

  /// {@return the reasons why agents of a file are not in [#listed(Path)], a sentence each;
  /// abstract classes do not count}
  ///
  /// @param file a jar, or a directory of classes
  /// @throws UnreadableException if it cannot be read
  public List<String> unlisted(Path file) throws UnreadableException {
    return new EntryClasses(classes(file)).faults(true);
  }

  private static ListedAgent listed(
      Optional<String> name, String entryClass, Path file, ClassFiles classes)
      throws UnreadableException {
    try {
      var entries = new EntryClasses(classes);
      return new ListedAgent(
          name,
          entryClass,
          file,
          entries.parameters(entryClass),
          entries.isCombined(entryClass),
          entries.isPartitionable(entryClass));
    } catch (UnfitParameterException e) {
      throw new UnreadableException("In " + file + ": " + e.getMessage() + ".");
    }
  }

  private static ClassFiles classes(Path file) throws UnreadableException {
    if (!Files.exists(file)) {
      throw new UnreadableException("There is no file " + file + ".");
    }
    try {
      return ClassFiles.read(file);
    } catch (ClassFiles.UnusableException e) {
      throw new UnreadableException(file + " " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new UnreadableException(CommandRun.sentence(e));
    }
  }

  /// Reports a file that cannot be read as agents. The message is a sentence.
  public static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String sentence) {
      super(sentence, null, false, false);
    }
  }

  /// Finds an agent by its name, or the only agent of a jar or directory. The code of a named agent
  /// has only the classes that the agent needs.
  ///
  /// @param nameOrFile a name, a jar, or a directory of classes
  /// @return its code, or the reason why it cannot be used
  public AgentReading find(String nameOrFile) {
    var named = named().get(nameOrFile);
    if (named != null) {
      return read(named.jar(), Optional.of(named.entryClass()), true);
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
    return read(path, Optional.empty(), false);
  }

  /// Finds the agent with a certain entry class in a jar or directory.
  ///
  /// @param file a jar, or a directory of classes
  /// @param entryClass the binary name of the class to begin with, or its name in the jar's
  ///   manifest
  /// @return its code, or the reason why it cannot be used
  public AgentReading find(Path file, String entryClass) {
    return read(file, Optional.of(classNamed(file, entryClass)), false);
  }

  /// {@return the binary name of the class with this name in the jar's manifest; the argument if
  /// the manifest does not have the name}
  ///
  /// @param file a jar, or a directory of classes
  /// @param nameOrClass a name in the jar's manifest, or the binary name of a class
  public static String classNamed(Path file, String nameOrClass) {
    return namesIn(file).getOrDefault(nameOrClass, nameOrClass);
  }

  /// @param isShared whether the jar has other agents; their classes are left out
  private static AgentReading read(Path file, Optional<String> entryClass, boolean isShared) {
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
          ? begunWith(
              file, isShared ? classes.neededBy(entryClass.get()) : classes, entryClass.get())
          : begunWithTheOnly(file, classes);
    } catch (ClassFiles.UnusableException e) {
      return new AgentReading.Unusable(file + " " + e.getMessage() + ".", e.isDamage());
    } catch (EOFException _) {
      return new AgentReading.Unusable(file + " is damaged: an entry ends early.", true);
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
      case 0 -> new AgentReading.Unusable(noAgent(file, classes));
      case 1 -> begunWith(file, classes, candidates.getFirst());
      default ->
          new AgentReading.Unusable(
              "In %s there are several agents; name one of them by --main: %s."
                  .formatted(file, String.join(", ", withNames(file, candidates))));
    };
  }

  private static List<String> withNames(Path file, List<String> candidates) {
    var names = namesOfClasses(file);
    return candidates.stream()
        .map(type -> names.containsKey(type) ? names.get(type) + " (" + type + ")" : type)
        .toList();
  }

  private static String noAgent(Path file, ClassFiles classes) {
    var damage = classes.fault();
    if (damage.isPresent()) {
      return "In " + file + ": " + damage.get() + ".";
    }
    var faults = new EntryClasses(classes).faults(false);
    if (faults.isEmpty()) {
      return "In "
          + file
          + " there is no agent: no public class that implements dev.sojourn.agent.Agent.";
    }
    var sentence =
        "In %s there is no public class that could be begun with. %s"
            .formatted(
                file, String.join(" ", faults.subList(0, Math.min(MAX_FAULTS, faults.size()))));
    int more = faults.size() - MAX_FAULTS;
    return more > 0 ? sentence + " And " + more + " more." : sentence;
  }

  private record Named(Path jar, String entryClass) {}

  private Map<String, Named> named() {
    var named = new TreeMap<String, Named>();
    if (directory.filter(Files::isDirectory).isEmpty()) {
      return named;
    }
    try (var jars = Files.newDirectoryStream(directory.get(), "*.jar")) {
      for (var jar : jars) {
        namesIn(jar).forEach((name, type) -> named.putIfAbsent(name, new Named(jar, type)));
      }
    } catch (IOException _) {
      // A directory that cannot be read has no names either.
    }
    return named;
  }

  private static Map<String, String> namesOfClasses(Path jar) {
    var names = new HashMap<String, String>();
    namesIn(jar).forEach((name, entryClass) -> names.put(entryClass, name));
    return names;
  }

  /// The entry classes in a jar's manifest, by the names of their agents.
  private static Map<String, String> namesIn(Path jar) {
    var names = new LinkedHashMap<String, String>();
    for (var part : BETWEEN_NAMES.split(attribute(jar), -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        names.putIfAbsent(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
      }
    }
    return names;
  }

  /// A jar without a readable manifest has no names.
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
