package dev.sojourn.atp.journey;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A cache of the last statements, by the digests of their envelopes. A hop log that travels along
/// grows with each stay, but its earlier statements were read before. The content of a statement
/// depends on its bytes alone. Whether to trust it is checked each time. Safe for use by several
/// threads.
public final class StatementMemory {
  /// Each statement takes about a kilobyte.
  private static final int MOST = 4_096;

  private final Map<Digest, HopStatement> read =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Digest, HopStatement> eldest) {
          return size() > MOST;
        }
      };

  /// Creates an empty memory.
  public StatementMemory() {}

  /// {@return the statement in an envelope}
  ///
  /// @param envelope the envelope to read
  /// @param digest of the whole envelope
  /// @throws JsonException if it is malformed
  public HopStatement read(Envelope envelope, Digest digest) throws JsonException {
    var known = known(digest);
    if (known.isPresent()) {
      return known.get();
    }
    var statement = HopStatement.read(envelope.payload());
    synchronized (this) {
      read.put(digest, statement);
    }
    return statement;
  }

  private synchronized Optional<HopStatement> known(Digest digest) {
    return Optional.ofNullable(read.get(digest));
  }
}
