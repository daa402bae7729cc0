package dev.sojourn.lab.load;

import java.util.List;
import java.util.stream.Stream;

/// One case of load: a number of dispatches to a host.
///
/// @param connections number of connections
/// @param depth requests under way on each connection
/// @param requests in total; fewer if the time runs out
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

  /// The cases of the table, reduced by a divisor, in groups that need a new host each. One signer
  /// may have 50,000 waiting agents, including those of the warm-up.
  static List<List<LoadCase>> groups(int divisor) {
    return Stream.of(FEW, MANY)
        .map(group -> group.stream().map(full -> full.smaller(divisor)).toList())
        .toList();
  }

  /// The case that is measured next to other connections: eight connections that wait for each
  /// answer.
  static LoadCase honest(int divisor) {
    return new LoadCase(8, 1, 8_000).smaller(divisor);
  }

  /// The load before a host is measured.
  static LoadCase warmUp(int divisor) {
    return new LoadCase(8, PIPELINED, 16_000).smaller(divisor);
  }

  /// Whether each request waits for the previous answer.
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
