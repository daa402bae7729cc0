package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/// A search in an audit log.
///
/// @param signer a name or the thumbprint of a key
/// @param since the earliest time
/// @param agent its id
/// @param event the word of an event
public record AuditSearch(
    Optional<String> signer,
    Optional<Instant> since,
    Optional<String> agent,
    Optional<String> event) {
  private static final int MAX_NAME_CHARS = 1_000;

  /// Passes on all matching lines in order. A line that cannot be read does not match.
  ///
  /// @param directory of the log
  /// @param found receives each line, with its text in the file
  /// @throws IOException if the log cannot be read
  public void in(Path directory, BiConsumer<AuditLine, String> found) throws IOException {
    for (var segment : AuditSegments.in(directory)) {
      try (var reader = AuditReader.open(segment)) {
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
          offer(next.get(), found);
        }
      } catch (NoSuchFileException _) {
        // The daemon has just deleted an old segment.
      }
    }
  }

  private void offer(byte[] octets, BiConsumer<AuditLine, String> found) {
    try {
      var line = AuditLine.read(octets);
      if (fits(line)) {
        found.accept(line, new String(octets, StandardCharsets.UTF_8));
      }
    } catch (JsonException _) {
      // 'host audit verify' reports it.
    }
  }

  private boolean fits(AuditLine line) throws JsonException {
    return (event.isEmpty() || event.get().equals(line.event()))
        && (since.isEmpty() || !line.at().isBefore(since.get()))
        && (agent.isEmpty() || agent.equals(line.json().optionalText("agent", MAX_NAME_CHARS)))
        && (signer.isEmpty()
            || signer.equals(line.json().optionalText("signer", MAX_NAME_CHARS))
            || signer.equals(line.json().optionalText("key", MAX_NAME_CHARS)));
  }
}
