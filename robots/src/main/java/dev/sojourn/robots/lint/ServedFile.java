package dev.sojourn.robots.lint;

import dev.sojourn.robots.RobotsProblem.Severity;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The size and the media type with which a robots.txt file is served.
///
/// @param sizeBytes the size of the file
/// @param contentType the Content-Type field of the site; empty text if the site sent no such
///   field; absent for a file on a disk
public record ServedFile(long sizeBytes, Optional<String> contentType) {

  private static final String RIGHT = "text/plain";

  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,60}");

  private static final Pattern CHARSET = Pattern.compile(";[ \t]*charset=\"?([a-z0-9_.:-]{1,40})");

  /// {@return a file on a disk}
  ///
  /// @param sizeBytes the size of the file
  public static ServedFile onDisk(long sizeBytes) {
    return new ServedFile(sizeBytes, Optional.empty());
  }

  /// {@return a file that a site sent}
  ///
  /// @param sizeBytes the size of the file
  /// @param contentType the Content-Type field; empty text if there was none
  public static ServedFile from(long sizeBytes, String contentType) {
    return new ServedFile(sizeBytes, Optional.of(contentType));
  }

  void addTo(Remarks remarks) {
    contentType.map(type -> type.toLowerCase(Locale.ROOT)).ifPresent(type -> add(type, remarks));
  }

  private static void add(String type, Remarks remarks) {
    var media = MEDIA_TYPE.matcher(type);
    var name = media.lookingAt() ? media.group() : "no media type";
    if (!name.equals(RIGHT)) {
      remarks.add(
          Severity.WARNING,
          "the file is served as " + name,
          "it must be text/plain; other robots may take it for a page without rules; serve it with"
              + " Content-Type: text/plain; charset=utf-8",
          "RFC 9309, 2.3");
    }
    var charset = CHARSET.matcher(type);
    if (charset.find()
        && !charset.group(1).equals("utf-8")
        && !charset.group(1).equals("us-ascii")) {
      remarks.add(
          Severity.WARNING,
          "the file is served as encoded in " + charset.group(1),
          "it must be UTF-8, and is read as that; save it as UTF-8, and say charset=utf-8",
          "RFC 9309, 2.3");
    }
  }
}
