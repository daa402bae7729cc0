package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/// A segment without the lines of one owner. Omissions replace these lines, so the chain still
/// holds. The first and the last line stay, because they join the segment to its neighbours.
///
/// @param segment the present file
/// @param owner of the removed lines, as in [AuditOwner]
/// @param lines number of removed lines, including checkpoints between them
/// @param bytes size of these lines
/// @param digest of all omissions in the thinned segment, each with its line feed
record ThinnedSegment(Path segment, String owner, long lines, long bytes, Digest digest) {

  /// {@return a segment thinned of an owner's lines} Empty if the owner has no lines there, or if
  /// the chain is broken. A segment with a broken chain stays unchanged, so that `host audit
  /// verify` can report the place.
  static Optional<ThinnedSegment> of(Path segment, String owner) throws IOException {
    var pass = new Pass(owner, OutputStream.nullOutputStream());
    return pass.run(segment) && pass.lines > 0
        ? Optional.of(
            new ThinnedSegment(
                segment, owner, pass.lines, pass.bytes, Digest.of(pass.omissions.toByteArray())))
        : Optional.empty();
  }

  /// Writes the remaining lines and the omissions.
  void write(OutputStream out) throws IOException {
    var pass = new Pass(owner, out);
    if (!pass.run(segment) || !Digest.of(pass.omissions.toByteArray()).equals(digest)) {
      throw new IOException(segment + " was changed just now");
    }
  }

  /// One pass through the segment. A line is written once the next one is known.
  private static final class Pass {
    private final String owner;
    private final OutputStream out;
    private final ByteArrayOutputStream omissions = new ByteArrayOutputStream();
    private Optional<AuditOmission> run = Optional.empty();
    private Optional<AuditChain> chain = Optional.empty();
    private boolean isBehindStart;
    private long lines;
    private long bytes;

    Pass(String owner, OutputStream out) {
      this.owner = owner;
      this.out = out;
    }

    /// Returns whether the chain holds within the segment.
    boolean run(Path segment) throws IOException {
      try (var reader = AuditReader.open(segment)) {
        var next = reader.next();
        for (boolean isFirst = true; next.isPresent(); isFirst = false) {
          var line = next.get();
          next = reader.next();
          if (!take(line, isFirst || next.isEmpty())) {
            return false;
          }
        }
        endRun();
        return reader.torn().length == 0 && !reader.isTooLong();
      }
    }

    private boolean take(byte[] line, boolean isEdge) throws IOException {
      var omission = AuditOmission.read(line);
      if (omission.isPresent()) {
        var there = omission.get();
        boolean fits = chain.isPresent() && there.first() == chain.get().number() + 1 && !isEdge;
        omit(there);
        return fits;
      }
      var head = AuditOwner.of(line);
      if (head.isEmpty() || !follows(head.get())) {
        return false;
      }
      var link = new AuditChain(head.get().number(), Digest.of(line).hex());
      if (!isEdge && goes(head.get())) {
        lines++;
        bytes += line.length + 1L;
        omit(new AuditOmission(link.number(), link.number(), link.last()));
      } else {
        endRun();
        put(line, out);
        chain = Optional.of(link);
      }
      isBehindStart = head.get().event().equals(AuditEvent.STARTED.word());
      return true;
    }

    private boolean follows(AuditOwner line) {
      return chain
          .filter(c -> c.number() + 1 != line.number() || !c.last().equals(line.before()))
          .isEmpty();
    }

    /// A checkpoint may go, because the next one signs its lines too; the checkpoint after a start
    /// must stay.
    private boolean goes(AuditOwner line) {
      return line.owner().equals(Optional.of(owner))
          || (line.event().equals(AuditEvent.CHECKPOINT.word()) && !isBehindStart);
    }

    private void omit(AuditOmission omission) {
      run = Optional.of(run.map(before -> before.with(omission)).orElse(omission));
      chain = Optional.of(new AuditChain(omission.through(), omission.last()));
      isBehindStart = false;
    }

    private void endRun() throws IOException {
      if (run.isPresent()) {
        put(run.get().octets(), out);
        put(run.get().octets(), omissions);
        run = Optional.empty();
      }
    }

    private static void put(byte[] line, OutputStream out) throws IOException {
      out.write(line);
      out.write('\n');
    }
  }
}
