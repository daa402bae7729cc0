package dev.sojourn.lab.load;

import java.util.List;
import java.util.stream.Stream;

/// One case of load: a number of dispatches put on a host.
///
/// @param connections that dispatch
/// @param depth requests under way on each
/// @param requests in total, fewer if the time runs out
record LoadCase(int connections, int depth, int requests) {
  private static final int PIPELINED = 16;

  private static final List<LoadCase> FEW =
      List.of(
          new LoadCase(1, 1, 1_500),
          new LoadCase(1, PIPELINED, 6_000),
          new LoadCase(8, 1, 6_000),
          new LoadCase(8, PIPELINED, 16_000));
  private static final List<LoadCase> MANY =
      List.of(new LoadCase(64, 1, 12_000), new LoadCase(64, PIPELINED, 16_000));

  /// The kinds of load of the table, at a part of their full size, in groups that want a host each.
  /// One signer may have 50,000 waiting agents, those of the warm-up among them.
  static List<List<LoadCase>> groups(int divisor) {
    return Stream.of(FEW, MANY)
        .map(group -> group.stream().map(full -> full.smaller(divisor)).toList())
        .toList();
  }

  /// The load whose figure counts beside other connections: eight that wait for each answer.
  static LoadCase honest(int divisor) {
    return new LoadCase(8, 1, 8_000).smaller(divisor);
  }

  /// The load that a host gets before it is measured.
  static LoadCase warmUp(int divisor) {
    return new LoadCase(8, PIPELINED, 16_000).smaller(divisor);
  }

  /// Whether each request waits for the answer to the one before.
  boolean isOneAtATime() {
    return connections == 1 && depth == 1;
  }

  private LoadCase smaller(int divisor) {
    return new LoadCase(connections, depth, Math.max(connections * depth, requests / divisor));
  }

  @Override
  public String toString() {
    return connections
        + (connections == 1 ? " connection" : " connections")
        + (depth == 1 ? "" : ", " + depth + " pipelined");
  }
}
