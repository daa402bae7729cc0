package dev.sojourn.fetch.client;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts the bytes that one part of a crawl sent and received over HTTP. These are all bytes of
/// its TCP connections, with request lines, header fields and TLS records.
///
/// May be used by any number of threads.
public final class WireTally {
  private final LongAdder sentBytes = new LongAdder();
  private final LongAdder receivedBytes = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final Set<HttpVersion> versions = ConcurrentHashMap.newKeySet();

  /// Creates a tally at zero.
  public WireTally() {}

  /// {@return the bytes written so far}
  public long sentBytes() {
    return sentBytes.sum();
  }

  /// {@return the bytes read so far}
  public long receivedBytes() {
    return receivedBytes.sum();
  }

  /// {@return the bytes of both directions so far}
  public long bytes() {
    return sentBytes() + receivedBytes();
  }

  /// {@return the requests begun so far, with repeated ones}
  public long requests() {
    return requests.sum();
  }

  /// {@return the HTTP versions of the answers, the oldest first}
  public List<HttpVersion> versions() {
    return versions.stream().sorted().toList();
  }

  /// Records the version of an answer.
  ///
  /// @param version of the answer
  public void addVersion(HttpVersion version) {
    versions.add(version);
  }

  void addSent(long bytes) {
    sentBytes.add(bytes);
  }

  void addReceived(long bytes) {
    receivedBytes.add(bytes);
  }

  /// Counts a request.
  public void addRequest() {
    requests.increment();
  }
}
