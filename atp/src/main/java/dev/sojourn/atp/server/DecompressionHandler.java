package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.atp.wire.WireLimits;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Decompresses bodies before they are handled. Any body may grow to 64 KiB. Only a few requests at
/// once may have larger bodies, up to a hundred times the compressed size and the size limit of
/// bodies. So a compressed body cannot use more memory than an uncompressed one.
final class DecompressionHandler implements AtpHandler {

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final AtpHandler next;
  private final int maxBodyBytes;
  private final Semaphore large;

  /// @param maxLargeAtOnce number of bodies of more than 64 KiB, unpacked, that are held at once
  DecompressionHandler(AtpHandler next, WireLimits limits, int maxLargeAtOnce) {
    this.next = next;
    this.maxBodyBytes = limits.maxBodyBytes();
    this.large = new Semaphore(maxLargeAtOnce);
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException {
    if (!ContentCoding.isCompressed(request)) {
      return next.handle(request, peer);
    }
    var small = ContentCoding.unpack(request, Math.min(ContentCoding.HARMLESS_BYTES, maxBodyBytes));
    if (small.isPresent()) {
      return next.handle(small.get(), peer);
    }
    if (!large.tryAcquire()) {
      return AtpResponse.unavailable(
          "too-busy", "This host is unpacking as many bodies as it may.", RETRY);
    }
    try {
      var most = Math.min(maxBodyBytes, (long) request.body().size() * ContentCoding.MAX_RATIO);
      var unpacked = ContentCoding.unpack(request, (int) most);
      return unpacked.isPresent() ? next.handle(unpacked.get(), peer) : garbled(most);
    } finally {
      large.release();
    }
  }

  private static AtpResponse garbled(long most) {
    return AtpResponse.refusal(
        new Problem(
            "content-encoding-garbled",
            AtpStatus.BAD_REQUEST,
            "The body is no zstd, or unpacks to more than %d bytes.".formatted(most)));
  }
}
