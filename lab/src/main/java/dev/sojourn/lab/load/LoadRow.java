package dev.sojourn.lab.load;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One line of the table.
///
/// @param load the load, and its target
/// @param perSecond successful answers per second
/// @param p50 time within which 50 % of the answers came, in milliseconds
/// @param p99 the same for 99 %
/// @param p999 the same for 99.9 %
/// @param okay number of answers with status 100
/// @param other number of other outcomes
/// @param why the last of the other outcomes; empty if there is none
/// @param bytesEach bytes sent and received per answer, on average
/// @param hostMicros processor time of the daemon per answer, in microseconds
/// @param workerMicros the same for its workers
/// @param loadMicros the same for the program that makes the load
/// @param hostMiB resident memory of the daemon afterwards, without its workers
record LoadRow(
    String load,
    double perSecond,
    double p50,
    double p99,
    double p999,
    long okay,
    long other,
    String why,
    long bytesEach,
    Optional<Long> hostMicros,
    Optional<Long> workerMicros,
    long loadMicros,
    Optional<Long> hostMiB) {

  /// The names of the columns.
  static String head() {
    return "%-52s %9s %8s %8s %8s %6s %7s %7s %7s %7s %6s"
        .formatted(
            "", "/s", "p50 ms", "p99 ms", "p99.9", "errors", "bytes", "host µs", "work µs",
            "load µs", "MiB");
  }

  /// The figures in the columns.
  String line() {
    return "%-52s %,9.0f %8.1f %8.1f %8.1f %6d %7d %7s %7s %7d %6s%s"
        .formatted(
            load,
            perSecond,
            p50,
            p99,
            p999,
            other,
            bytesEach,
            shown(hostMicros),
            shown(workerMicros),
            loadMicros,
            shown(hostMiB),
            why.isEmpty() ? "" : "  (" + why + ")");
  }

  /// The line as members of a JSON object. Unknown figures are omitted.
  Map<String, Object> json() {
    var line = new LinkedHashMap<String, Object>();
    line.put("load", load);
    line.put("perSecond", perSecond);
    line.put("p50Millis", p50);
    line.put("p99Millis", p99);
    line.put("p999Millis", p999);
    line.put("okay", okay);
    line.put("errors", other);
    line.put("why", why);
    line.put("bytesEach", bytesEach);
    hostMicros.ifPresent(micros -> line.put("hostMicros", micros));
    workerMicros.ifPresent(micros -> line.put("workerMicros", micros));
    line.put("loadMicros", loadMicros);
    hostMiB.ifPresent(size -> line.put("hostMiB", size));
    return line;
  }

  /// The line for connections without requests.
  ///
  /// @param perSecond connections established per second
  /// @param made number of connections
  /// @param failed number of connections that could not be established
  /// @param hostMiB resident memory of the daemon with these connections
  static LoadRow idle(String load, double perSecond, int made, int failed, Optional<Long> hostMiB) {
    var why = failed == 0 ? "" : "connections that could not be made";
    var unknown = Optional.<Long>empty();
    return new LoadRow(
        load, perSecond, 0, 0, 0, made, failed, why, 0, unknown, unknown, 0, hostMiB);
  }

  /// The line for a part that could not be measured.
  static LoadRow failed(String load, String why) {
    return new LoadRow(
        load, 0, 0, 0, 0, 0, 1, why, 0, Optional.empty(), Optional.empty(), 0, Optional.empty());
  }

  private static String shown(Optional<Long> figure) {
    return figure.map(value -> String.format(Locale.ROOT, "%d", value)).orElse("");
  }
}
