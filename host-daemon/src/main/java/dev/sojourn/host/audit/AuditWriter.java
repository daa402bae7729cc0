package dev.sojourn.host.audit;

import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.Messages;
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

/// Writes lines to segments, begins a new segment when the last is full, and deletes the oldest.
/// Used by one thread only.
final class AuditWriter {
  private static final System.Logger LOG = System.getLogger(AuditWriter.class.getName());

  /// Lines after the last checkpoint can be forged without the key, so their number is limited.
  private static final long LINES_TO_CHECKPOINT = 500;

  private final Path directory;
  private final AuditConfig config;
  private final SigningKey key;
  private final BooleanSupplier moreRoom;
  private final RateLimitedLog losses = new RateLimitedLog(LOG);
  private final AuditShares shares = new AuditShares();
  private AuditFile file;
  private AuditChain chain;
  private long signed;

  /// An event and its time.
  ///
  /// @param at the time of the event
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
    var remembered = remembered(directory);
    AuditSegments.removeEmpty(directory);
    var tail = AuditTail.in(directory, remembered);
    var chain = tail.map(AuditTail::chain).orElse(AuditChain.EMPTY);
    var missing = remembered.filter(end -> end.number() > chain.number());
    tail.flatMap(AuditTail::fault).ifPresent(AuditWriter::warnOfChange);
    missing.ifPresent(end -> warnOfMissing(directory, chain, end));
    var from = missing.orElse(chain);
    var writer =
        new AuditWriter(
            directory, config, key, moreRoom, opened(directory, tail, missing, from), from);
    try {
      if (missing.isPresent() || tail.filter(AuditTail::isUnsignedStart).isPresent()) {
        writer.sign(now);
      }
      writer.start(tail.filter(end -> end.tornBytes() > 0), now);
      return writer;
    } catch (IOException e) {
      writer.file.close();
      throw e;
    }
  }

  private static Optional<AuditChain> remembered(Path directory) {
    try {
      return AuditEnd.read(directory);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "{0}", Messages.clause(e));
      return Optional.empty();
    }
  }

  /// The last segment, opened after its complete lines. If lines are missing at its end, the log
  /// continues in a new segment, with the number after the missing lines.
  private static AuditFile opened(
      Path directory, Optional<AuditTail> tail, Optional<AuditChain> missing, AuditChain from)
      throws IOException {
    if (tail.isPresent()) {
      var last = AuditFile.open(tail.get().segment(), tail.get().bytes());
      if (missing.isEmpty()) {
        return last;
      }
      last.close();
      AuditSegments.removeEmpty(directory);
    }
    return AuditFile.open(AuditSegments.named(directory, from.number() + 1), 0);
  }

  private static void warnOfChange(String fault) {
    LOG.log(
        System.Logger.Level.WARNING,
        "The audit log was changed: {0}. It goes on behind its last line; look at it with ''host"
            + " audit verify''",
        fault);
  }

  private static void warnOfMissing(Path directory, AuditChain there, AuditChain written) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Lines of the audit log in {0} are missing: this host wrote at least {1}, and the last one"
            + " there is {2}. Put them back from a copy. The log goes on with the number {3}, so"
            + " ''host audit verify'' reports the gap",
        directory,
        Messages.count(written.number(), "line"),
        there.number() == 0 ? "none" : "number " + there.number(),
        String.valueOf(written.number() + 1));
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

  /// Adds all lines, or none. If the following checkpoint fails, the next lines bring another
  /// attempt.
  void add(List<Dated> entries, boolean isFlushed, Instant now) throws IOException {
    if (file.isGone()) {
      goOnElsewhere(now);
    }
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
    try {
      AuditEnd.write(directory, chain);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The end of the audit log is not remembered: {0}",
          e.toString());
    }
  }

  /// Lines in a removed file are lost. The chain continues in a new file, whose first line signs
  /// all earlier lines. Thus the gap stays visible until the operator puts the lines back.
  private void goOnElsewhere(Instant now) throws IOException {
    var gone = file;
    if (!Files.isDirectory(directory)) {
      OwnerOnly.createDirectory(directory);
    }
    AuditSegments.removeEmpty(directory);
    file = AuditFile.open(AuditSegments.named(directory, chain.number() + 1), 0);
    try {
      sign(now);
    } catch (IOException e) {
      file.close();
      file = gone;
      throw e;
    }
    losses.line(
        System.Logger.Level.WARNING,
        "The file {0} of the audit log was removed, replaced or shortened while this daemon ran."
            + " The log goes on in {1}, and ''host audit verify'' reports the missing lines. Put"
            + " them back from a copy, and let nothing else rotate or clean that directory: the"
            + " daemon removes old files by itself (audit.total, audit.age)",
        gone.path(),
        file.path().getFileName());
    gone.close();
    prune(now);
  }

  /// The old segment ends with a checkpoint, and the first line of the new segment names its
  /// digest.
  private void rotate(Instant now) throws IOException {
    sign(now);
    // An earlier attempt may have failed after it created the file.
    AuditSegments.removeEmpty(directory);
    var full = file;
    file = AuditFile.open(AuditSegments.named(directory, chain.number() + 1), 0);
    full.close();
    prune(now);
  }

  /// The statement is on disk before any removal: after a crash in between, the log has more lines
  /// than stated, never fewer.
  private void prune(Instant now) throws IOException {
    var segments = AuditSegments.in(directory);
    thin(segments, now);
    long total = bytes(segments);
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
    state(entry, now);
    for (var segment : old) {
      Files.delete(segment);
    }
  }

  private static long bytes(List<Path> segments) throws IOException {
    long total = 0;
    for (var segment : segments) {
      total += Files.size(segment);
    }
    return total;
  }

  private void state(AuditEntry entry, Instant now) throws IOException {
    var link = chain.next(entry, now);
    write(List.of(link.octets()), true);
    chain = link.chain();
    sign(now);
  }

  /// If the log is full and one signer's lines fill more than half of it, removes that signer's
  /// oldest lines. Thus no signer can push out the lines of others. The last two segments stay
  /// unchanged, because a start reads their ends.
  private void thin(List<Path> segments, Instant now) throws IOException {
    long total = bytes(segments);
    if (total <= config.totalBytes()) {
      return;
    }
    shares.look(segments.subList(0, Math.max(0, segments.size() - 2)));
    var owner = shares.over(config.totalBytes() / 2);
    while (owner.isPresent() && total > config.totalBytes()) {
      var segment = shares.oldest(owner.get());
      var thinned = ThinnedSegment.of(segment, owner.get());
      if (thinned.isPresent()) {
        long before = Files.size(segment);
        state(statement(thinned.get()), now);
        AtomicFile.replace(segment, thinned.get()::write);
        total -= before - Files.size(segment);
      }
      shares.settled(segment, owner.get());
      owner = shares.over(config.totalBytes() / 2);
    }
  }

  private static AuditEntry statement(ThinnedSegment thinned) {
    return new AuditEntry(
        AuditEvent.THINNED,
        line ->
            line.put("segment", AuditSegments.first(thinned.segment()))
                .put("of", thinned.owner())
                .put("lines", thinned.lines())
                .put("bytes", thinned.bytes())
                .put("digest", thinned.digest().hex()));
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
      // The line was changed; the file stays, so that 'host audit verify' can report it.
      return Optional.empty();
    }
  }

  /// On a full disk, the log ends as after a crash.
  ///
  /// @param last unwritten lines; if they cannot be written, the log has no line about a proper
  ///   stop
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
