package dev.sojourn.host.audit;

import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Writes lines into segments, begins a new one where the last is full, and removes the oldest. For
/// one thread.
final class AuditWriter {
  private static final System.Logger LOG = System.getLogger(AuditWriter.class.getName());

  /// Lines after the last checkpoint can be written anew by somebody without the key.
  private static final long LINES_TO_CHECKPOINT = 500;

  private final Path directory;
  private final AuditConfig config;
  private final SigningKey key;
  private final BooleanSupplier moreRoom;
  private AuditFile file;
  private AuditChain chain;
  private long signed;

  /// An event and its time.
  ///
  /// @param at the time at which it was told
  record Dated(Instant at, AuditEntry entry) {}

  private AuditWriter(
      Path directory,
      AuditConfig config,
      SigningKey key,
      BooleanSupplier moreRoom,
      AuditFile file,
      AuditChain chain) {
    this.directory = directory;
    this.config = config;
    this.key = key;
    this.moreRoom = moreRoom;
    this.file = file;
    this.chain = chain;
    this.signed = chain.number();
  }

  static AuditWriter open(
      Path directory, AuditConfig config, SigningKey key, BooleanSupplier moreRoom, Instant now)
      throws IOException {
    AuditSegments.removeEmpty(directory);
    var tail = AuditTail.in(directory);
    var chain = tail.map(AuditTail::chain).orElse(AuditChain.EMPTY);
    var segment =
        tail.isPresent()
            ? tail.get().segment()
            : AuditSegments.named(directory, chain.number() + 1);
    var file = AuditFile.open(segment, tail.map(AuditTail::bytes).orElse(0L));
    var writer = new AuditWriter(directory, config, key, moreRoom, file, chain);
    try {
      if (tail.filter(AuditTail::isUnsignedStart).isPresent()) {
        writer.sign(now);
      }
      writer.start(tail.filter(end -> end.tornBytes() > 0), now);
      return writer;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private void start(Optional<AuditTail> torn, Instant now) throws IOException {
    var entries = new ArrayList<Dated>();
    torn.ifPresent(
        end ->
            entries.add(
                new Dated(
                    now,
                    new AuditEntry(
                        AuditEvent.REPAIRED,
                        line ->
                            line.put("bytes", end.tornBytes()).put("digest", end.torn().hex())))));
    entries.add(
        new Dated(
            now,
            new AuditEntry(
                AuditEvent.STARTED,
                line -> line.put("version", ProgramVersion.ofBuild()).put("host", key.id()))));
    add(entries, true, now);
    sign(now);
    prune(now);
  }

  /// Adds lines; all of them, or none. A checkpoint that fails behind them is tried again behind
  /// the next ones.
  void add(List<Dated> entries, boolean isFlushed, Instant now) throws IOException {
    if (file.bytes() >= config.segmentBytes()) {
      rotate(now);
    }
    var lines = new ArrayList<byte[]>();
    var after = chain;
    for (var entry : entries) {
      var link = after.next(entry.entry(), entry.at());
      lines.add(link.octets());
      after = link.chain();
    }
    write(lines, isFlushed);
    chain = after;
    if (chain.number() - signed >= LINES_TO_CHECKPOINT) {
      try {
        sign(now);
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "A checkpoint has to wait: {0}", e.toString());
      }
    }
  }

  private void write(List<byte[]> lines, boolean isFlushed) throws IOException {
    try {
      file.add(lines, isFlushed);
    } catch (IOException e) {
      if (!moreRoom.getAsBoolean()) {
        throw e;
      }
      file.add(lines, isFlushed);
    }
  }

  private void sign(Instant now) throws IOException {
    var link = chain.checkpoint(key, now);
    write(List.of(link.octets()), true);
    chain = link.chain();
    signed = chain.number();
  }

  /// The old segment ends with a checkpoint; the first line of the new one names its digest.
  private void rotate(Instant now) throws IOException {
    sign(now);
    // An attempt before may have failed when the file was made.
    AuditSegments.removeEmpty(directory);
    var full = file;
    file = AuditFile.open(AuditSegments.named(directory, chain.number() + 1), 0);
    full.close();
    prune(now);
  }

  /// The statement is on disk before a segment is removed: after a crash in between there is more
  /// than was stated, and never less.
  private void prune(Instant now) throws IOException {
    var segments = AuditSegments.in(directory);
    long total = 0;
    for (var segment : segments) {
      total += Files.size(segment);
    }
    var old = new ArrayList<Path>();
    var last = Optional.<AuditLine>empty();
    for (var segment : segments.subList(0, segments.size() - 1)) {
      var line = lastLine(segment);
      boolean isOld = line.isPresent() && line.get().at().plus(config.age()).isBefore(now);
      if (line.isEmpty() || (!isOld && total <= config.totalBytes())) {
        break;
      }
      total -= Files.size(segment);
      old.add(segment);
      last = line;
    }
    if (last.isEmpty()) {
      return;
    }
    var through = last.get();
    var entry =
        new AuditEntry(
            AuditEvent.REMOVED,
            line ->
                line.put("segments", old.size())
                    .put("through", through.number())
                    .put("last", through.digest().hex()));
    var link = chain.next(entry, now);
    write(List.of(link.octets()), true);
    chain = link.chain();
    sign(now);
    for (var segment : old) {
      Files.delete(segment);
    }
  }

  private static Optional<AuditLine> lastLine(Path segment) throws IOException {
    var last = Optional.<byte[]>empty();
    try (var reader = AuditReader.open(segment)) {
      for (var line = reader.next(); line.isPresent(); line = reader.next()) {
        last = line;
      }
    }
    try {
      return last.isPresent() ? Optional.of(AuditLine.read(last.get())) : Optional.empty();
    } catch (JsonException _) {
      // Somebody changed it: it stays, so that 'host audit verify' can name it.
      return Optional.empty();
    }
  }

  /// On a full disk the log ends as after a crash.
  ///
  /// @param last lines that are not written yet: without them the log does not say that the daemon
  ///   ended in order
  void close(List<Dated> last, Instant now) throws IOException {
    var entries = new ArrayList<>(last);
    entries.add(new Dated(now, new AuditEntry(AuditEvent.STOPPED, _ -> {})));
    try {
      add(entries, true, now);
      sign(now);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The end of the audit log could not be written: {0}",
          e.getMessage());
    } finally {
      file.close();
    }
  }
}
