package dev.sojourn.lab.experiment;

import java.util.Optional;
import java.util.regex.Pattern;

/// The name of a Maven artifact.
///
/// @param group its group
/// @param artifact its name within the group
/// @param version its version
public record MavenCoordinates(String group, String artifact, String version) {
  /// The expected form, for messages.
  static final String FORM = "group:artifact:version, as \"org.jsoup:jsoup:1.23.2\"";

  // A word never begins with a dot, so it cannot lead out of a directory.
  private static final String WORD = "([A-Za-z0-9_][A-Za-z0-9_.-]{0,99})";
  private static final Pattern COORDINATES = Pattern.compile(WORD + ":" + WORD + ":" + WORD);

  /// {@return the coordinates; empty if a text has another form}
  ///
  /// @param text for example `org.jsoup:jsoup:1.23.2`
  public static Optional<MavenCoordinates> parse(String text) {
    var matcher = COORDINATES.matcher(text);
    return matcher.matches()
        ? Optional.of(new MavenCoordinates(matcher.group(1), matcher.group(2), matcher.group(3)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return group + ":" + artifact + ":" + version;
  }
}
