package dev.sojourn.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The commit from which this program was built. The build writes it into a file next to this
/// class.
///
/// @param id of the commit in hexadecimal digits; empty if the sources were not in a repository
/// @param isChanged whether the sources differed from that commit
public record BuiltCommit(String id, boolean isChanged) {
  private static final String CHANGED = " changed";

  /// {@return the commit of this program}
  public static BuiltCommit ofThisProgram() {
    try (var file = BuiltCommit.class.getResourceAsStream("commit")) {
      return file == null
          ? parse("")
          : parse(new String(file.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the commit that a text names}
  ///
  /// @param text the id, followed by ` changed` if the sources differed
  static BuiltCommit parse(String text) {
    var id = text.strip();
    boolean isChanged = id.endsWith(CHANGED);
    return new BuiltCommit(
        isChanged ? id.substring(0, id.length() - CHANGED.length()) : id, isChanged);
  }
}
