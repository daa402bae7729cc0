package dev.sojourn.lab.result;

/// The view of the web servers, summed from their access logs.
///
/// @param requests requests that it answered, robots.txt included
/// @param requestBytes bytes of these requests
/// @param responseBytes bytes of the answers, heads included
/// @param pages URLs that were answered with status 200 and HTML, each counted once
public record ServerResult(long requests, long requestBytes, long responseBytes, long pages) {
  /// A server without requests.
  public static final ServerResult NONE = new ServerResult(0, 0, 0, 0);

  /// {@return the sums of two servers}
  ///
  /// @param other the other one
  public ServerResult plus(ServerResult other) {
    return new ServerResult(
        requests + other.requests,
        requestBytes + other.requestBytes,
        responseBytes + other.responseBytes,
        pages + other.pages);
  }
}
