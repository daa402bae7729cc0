package dev.sojourn.host.metrics;

import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/// A text in the exposition format 0.0.4 of Prometheus, under construction.
final class MetricsText {
  private final StringBuilder text = new StringBuilder();

  /// Adds sums that never fall, one for each value of a label.
  void counters(String name, String help, String label, Map<String, Long> sums) {
    counters(name, help, label, sums, 1);
  }

  /// The same of sums in a smaller unit than that of the name.
  ///
  /// @param parts of a unit that make one
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

  /// The same of a value that is not always there.
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
