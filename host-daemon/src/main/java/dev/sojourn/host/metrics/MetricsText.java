package dev.sojourn.host.metrics;

import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/// Builds a text in the Prometheus exposition format 0.0.4.
final class MetricsText {
  private final StringBuilder text = new StringBuilder();

  /// Adds sums that never decrease, one per value of a label.
  void counters(String name, String help, String label, Map<String, Long> sums) {
    counters(name, help, label, sums, 1);
  }

  /// Adds sums in a smaller unit than the unit in the name.
  ///
  /// @param parts number of small units in one large unit
  void counters(String name, String help, String label, Map<String, Long> sums, double parts) {
    family(name, "counter", help);
    sums.forEach((value, sum) -> sample(name, label, value, sum / parts));
  }

  void counter(String name, String help, double sum) {
    family(name, "counter", help);
    sample(name, sum);
  }

  void gauge(String name, String help, double value) {
    family(name, "gauge", help);
    sample(name, value);
  }

  /// Adds a value that may be missing.
  void gauge(String name, String help, LongStream value) {
    family(name, "gauge", help);
    value.forEach(number -> sample(name, (double) number));
  }

  void gauges(String name, String help, String label, Map<String, Long> values) {
    family(name, "gauge", help);
    values.forEach((value, sum) -> sample(name, label, value, sum));
  }

  void counter(String name, String help, long sum) {
    counter(name, help, (double) sum);
  }

  void gauge(String name, String help, long value) {
    gauge(name, help, (double) value);
  }

  private void family(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void sample(String name, double value) {
    text.append(name).append(' ').append(number(value)).append('\n');
  }

  private void sample(String name, String label, String labelValue, double value) {
    text.append(name).append('{').append(label).append("=\"").append(escaped(labelValue));
    text.append("\"} ").append(number(value)).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.6f", value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
