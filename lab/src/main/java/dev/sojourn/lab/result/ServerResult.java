package dev.sojourn.lab.result;

/// The figures of the web servers, summed from their access logs.
///
/// @param requests answered requests, including robots.txt
/// @param requestBytes bytes of these requests
/// @param responseBytes bytes of the answers, including heads
/// @param pages URLs that were answered with status 200 and HTML, each counted once
public record ServerResult(long requests, long requestBytes, long responseBytes, long pages) {
  /// The figures of a server without requests.
  public static final ServerResult NONE = new ServerResult(0, 0, 0, 0);

  /// {@return the sums of this and another server}
  ///
  /// @param other the other server
  public ServerResult plus(ServerResult other) {
    return new ServerResult(
        requests + other.requests,
        requestBytes + other.requestBytes,
        responseBytes + other.responseBytes,
        pages + other.pages);
  }
}
