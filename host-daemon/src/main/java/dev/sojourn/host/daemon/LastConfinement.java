package dev.sojourn.host.daemon;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.PolicyConfig;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The confinement of agents at the last start, kept in the file `confinement` of the data
/// directory. An upgrade of the system can take namespaces away, and a line in the log is easily
/// missed. A daemon therefore does not start with a weaker confinement, unless its configuration
/// names the least one.
public final class LastConfinement {
  private static final String FILE = "confinement";

  private LastConfinement() {}

  /// The degrees to which a machine confines agents, the weakest first.
  enum Degree {
    NONE("none"),
    FILTERED("filtered system calls, and no namespaces"),
    UNSHARED("filtered system calls, and namespaces without an empty root"),
    ISOLATED("filtered system calls, and all namespaces");

    private final String words;

    Degree(String words) {
      this.words = words;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Degree of(Namespaces namespaces) {
      if (!SeccompPolicy.isSupported()) {
        return NONE;
      }
      return switch (namespaces.kind()) {
        case OWN_ROOT -> ISOLATED;
        case OWN_NETWORK -> UNSHARED;
        case NONE -> FILTERED;
      };
    }
  }

  /// Tests the confinement that this machine gives to workers, and compares it with the last start.
  /// Does not save the result.
  ///
  /// @param config the configuration of the daemon
  /// @param settings the settings of its workers
  /// @throws IOException if the confinement is weaker than at the last start or than required; the
  ///   message names the next step
  public static void check(HostConfig config, SandboxSettings settings) throws IOException {
    try (var directory = SandboxDirectory.open(settings.places().directory())) {
      var found = Namespaces.find(settings.places().javaHome(), directory.mark());
      settings.confinement().require(found);
      check(config.data(), config.policy(), found);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// Compares the confinement of a starting daemon with the last start, and saves the result.
  ///
  /// @param config the configuration of the daemon
  /// @param found the confinement of its workers
  static void keep(HostConfig config, Namespaces found) throws IOException {
    check(config.data(), config.policy(), found);
    var degree = Degree.of(found);
    if (!read(config.data()).equals(Optional.of(degree))) {
      AtomicFile.replace(
          config.data().resolve(FILE),
          out -> out.write((degree.word() + "\n").getBytes(StandardCharsets.UTF_8)));
    }
  }

  static void check(Path data, PolicyConfig policy, Namespaces found) throws IOException {
    var now = Degree.of(found);
    var last = read(data);
    if (last.isPresent() && now.compareTo(last.get()) < 0 && !policy.isConfinementSaid()) {
      throw new IOException(
          "agents would be confined less than at the last start: they had %s, and would have %s%s;"
                  .formatted(
                      last.get().words,
                      now.words,
                      found.missing().isEmpty() ? "" : " (" + found.missing() + ")")
              + " give this user back what is missing, or write confinement = \"filtered\" under"
              + " [policy] to be content with less");
    }
  }

  private static Optional<Degree> read(Path data) throws IOException {
    var file = data.resolve(FILE);
    String word;
    try {
      word = Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
    var known = Arrays.stream(Degree.values()).filter(each -> each.word().equals(word)).findFirst();
    if (known.isEmpty()) {
      var expected =
          Arrays.stream(Degree.values()).map(Degree::word).collect(Collectors.joining(", "));
      throw new IOException(
          file + " does not hold one word of: " + expected + "; delete it to begin anew");
    }
    return known;
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException(e.getMessage());
  }
}
