package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the first change of an audit log: reads each line once, in bounded memory. A daemon may
/// write to the log meanwhile. Used by one thread only.
public final class AuditVerifier {
  private static final int ATTEMPTS = 3;

  private final Optional<String> expectedKey;
  private final Optional<AuditChain> end;
  private Optional<String> missing;
  private final Map<Long, String> removed = new HashMap<>();
  private final AuditOmissions omissions = new AuditOmissions();
  private AuditChain chain = AuditChain.EMPTY;
  private String key;
  private long lines;
  private long signed;
  private long unfinished;
  private boolean isStart;
  private boolean isAnySigned;
  private long lastLine;
  private Optional<AuditVerdict.Broken> unended = Optional.empty();
  private Optional<AuditVerdict.Broken> firstBefore = Optional.empty();
  private long firstNumber = 1;
  private String firstLast = AuditChain.EMPTY.last();

  private AuditVerifier(
      Optional<String> expectedKey, Optional<String> held, Optional<AuditChain> end) {
    this.expectedKey = expectedKey;
    this.end = end;
    this.missing = held;
    this.key = expectedKey.orElse("");
  }

  /// {@return whether the log of a directory is unchanged since it was written}
  ///
  /// @param directory of the log
  /// @param hostKey thumbprint of the required key; if empty, all checkpoints must have the same
  ///   key
  /// @param held digest of a line that the log must have; empty if unknown
  /// @param end the last checkpoint as read by [AuditEnd#read] beforehand, which the log must
  ///   reach. Empty if unknown
  /// @throws IOException if the log cannot be read
  public static AuditVerdict verify(
      Path directory, Optional<String> hostKey, Optional<String> held, Optional<AuditChain> end)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return new AuditVerifier(hostKey, held, end).verify(directory, AuditSegments.in(directory));
      } catch (NoSuchFileException e) {
        // The daemon has just deleted an old segment.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private AuditVerdict verify(Path directory, List<Path> segments) throws IOException {
    for (var segment : segments) {
      boolean isLast = segment.equals(segments.getLast());
      var broken = segment(segment, isLast, segment.equals(segments.getFirst()));
      if (broken.isPresent()) {
        return broken.get();
      }
    }
    if (lines == 0) {
      return new AuditVerdict.Missing(directory, end.map(AuditChain::number).orElse(0L));
    }
    if (unended.isPresent()) {
      return unended.get();
    }
    if (firstBefore.isPresent() && !firstLast.equals(removed.get(firstNumber - 1))) {
      return firstBefore.get();
    }
    var lacking = lacking(segments);
    if (lacking.isPresent()) {
      return lacking.get();
    }
    return new AuditVerdict.Whole(
        segments.size(),
        lines,
        chain,
        firstNumber - 1,
        omissions.lines(),
        chain.number() - signed,
        unfinished,
        isAnySigned ? key : "");
  }

  /// Reports lines missing at the end, or within the log without a signed statement.
  private Optional<AuditVerdict.Broken> lacking(List<Path> segments) {
    var unsaid = omissions.unsaid(signed);
    if (unsaid.isPresent()) {
      return unsaid;
    }
    if (end.filter(last -> last.number() > chain.number()).isPresent()) {
      return broken(segments.getLast(), lastLine + 1, missing(end.get().number()) + " at the end");
    }
    if (missing.isPresent()) {
      return broken(
          segments.getLast(),
          lastLine + 1,
          "the line with the digest " + missing.get() + " is not in the log any more");
    }
    return Optional.empty();
  }

  private Optional<AuditVerdict.Broken> segment(Path segment, boolean isLast, boolean isFirst)
      throws IOException {
    try (var reader = AuditReader.open(segment)) {
      boolean isCheckpoint = false;
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        if (isOmission(segment, reader.line(), next.get())) {
          isCheckpoint = false;
          continue;
        }
        AuditLine line;
        try {
          line = AuditLine.read(next.get());
        } catch (JsonException e) {
          return broken(segment, reader.line(), "it is no line of an audit log: " + e.getMessage());
        }
        if (reader.line() == 1) {
          begin(segment, line, isFirst);
        }
        var wrong = wrong(segment, reader.line(), line);
        if (wrong.isPresent()) {
          return broken(segment, reader.line(), wrong.get());
        }
        isCheckpoint = line.event().equals(AuditEvent.CHECKPOINT.word());
        if (unended.isPresent() && !isCheckpoint) {
          return unended;
        }
        unended = Optional.empty();
      }
      return ended(segment, reader, isLast, isCheckpoint);
    }
  }

  private Optional<AuditVerdict.Broken> ended(
      Path segment, AuditReader reader, boolean isLast, boolean isCheckpoint) {
    lastLine = reader.line();
    unfinished = reader.torn().length;
    if (reader.isTooLong()) {
      return broken(segment, reader.line() + 1, "it is longer than a line can be");
    }
    if (!isLast && unfinished > 0) {
      return broken(segment, reader.line() + 1, "it has no line feed");
    }
    if (!isLast && !isCheckpoint) {
      // If a daemon lost its file while running, the next segment begins with the checkpoint.
      unended = broken(segment, reader.line(), "no checkpoint ends the file");
    }
    return Optional.empty();
  }

  /// Whether the line is a fitting omission; if so, the chain continues after it.
  private boolean isOmission(Path segment, long at, byte[] octets) {
    var omission =
        AuditOmission.read(octets)
            .filter(o -> o.first() == chain.number() + 1 && o.through() >= o.first())
            .filter(_ -> at > 1 && !isStart && unended.isEmpty());
    omission.ifPresent(
        there -> {
          omissions.add(segment, at, there);
          chain = new AuditChain(there.through(), there.last());
          missing = missing.filter(digest -> !digest.equals(chain.last()));
        });
    return omission.isPresent();
  }

  private String missing(long through) {
    long first = chain.number() + 1;
    return first == through
        ? "the line number %d is missing".formatted(first)
        : "the lines %d to %d are missing".formatted(first, through);
  }

  /// The first segment may begin with any line, if a later line states that the earlier lines were
  /// deleted.
  private void begin(Path segment, AuditLine line, boolean isFirst) {
    if (isFirst && line.number() > 1) {
      firstNumber = line.number();
      firstLast = line.before();
      chain = new AuditChain(line.number() - 1, line.before());
      signed = chain.number();
      firstBefore =
          broken(
              segment,
              1,
              "the lines before %d are missing, and no line says that they were removed"
                  .formatted(firstNumber));
    }
  }

  private Optional<String> wrong(Path segment, long at, AuditLine line) {
    if (at == 1 && line.number() > chain.number() + 1) {
      return Optional.of(missing(line.number() - 1) + " before it");
    }
    if (line.number() != chain.number() + 1) {
      return Optional.of(
          "its number is %d (expected: %d)".formatted(line.number(), chain.number() + 1));
    }
    if (!line.before().equals(chain.last())) {
      return Optional.of("the line before it was changed, or is not the one that was there");
    }
    if (at == 1 && line.number() != AuditSegments.first(segment)) {
      return Optional.of("the file has another name than its first line");
    }
    if (AuditEvent.of(line.event()).isEmpty()) {
      // Otherwise a last checkpoint with a changed event would pass as an unsigned line.
      return Optional.of("it has an event that this version does not know: " + line.event());
    }
    boolean isCheckpoint = line.event().equals(AuditEvent.CHECKPOINT.word());
    if (isStart && !isCheckpoint) {
      return Optional.of("a checkpoint is missing behind the start of the daemon");
    }
    isStart = line.event().equals(AuditEvent.STARTED.word());
    var wrong = isCheckpoint ? checkpoint(line) : remember(line);
    if (wrong.isEmpty()) {
      chain = AuditChain.at(line);
      if (end.filter(last -> last.number() == chain.number() && !last.equals(chain)).isPresent()) {
        return Optional.of("it is not the line that this host wrote");
      }
      isAnySigned |= isCheckpoint;
      missing = missing.filter(digest -> !digest.equals(chain.last()));
      lines++;
      signed = isCheckpoint ? chain.number() : signed;
    }
    return wrong;
  }

  private Optional<String> checkpoint(AuditLine line) {
    try {
      var signer = VerifyKey.of(line.json().text("key", 100));
      if (signer.isEmpty() || !chain.isSigned(signer.get(), line.json().text("signature", 200))) {
        return Optional.of("the signature of the checkpoint is wrong");
      }
      if (key.isEmpty()) {
        key = signer.get().id();
      }
      return key.equals(signer.get().id())
          ? Optional.empty()
          : Optional.of(
              "the checkpoint is signed by the key %s (expected: %s%s)"
                  .formatted(
                      signer.get().id(),
                      expectedKey.isPresent() ? "the host's, " : "that of the others, ",
                      key));
    } catch (JsonException e) {
      return Optional.of("it is no checkpoint: " + e.getMessage());
    }
  }

  private Optional<String> remember(AuditLine line) {
    if (line.event().equals(AuditEvent.REMOVED.word())) {
      try {
        var _ =
            removed.put(
                line.json().number("through", 1, Long.MAX_VALUE), line.json().digest("last"));
      } catch (JsonException e) {
        return Optional.of("it does not say what was removed: " + e.getMessage());
      }
    } else if (line.event().equals(AuditEvent.THINNED.word())) {
      try {
        omissions.stated(
            line.json().number("segment", 1, Long.MAX_VALUE),
            line.json().digest("digest"),
            line.number());
      } catch (JsonException e) {
        return Optional.of("it does not say what was taken out: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  private static Optional<AuditVerdict.Broken> broken(Path segment, long line, String found) {
    return Optional.of(new AuditVerdict.Broken(segment, line, found));
  }
}
