package dev.sojourn.dispatcher.cli.robots;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.robots.AgentRules;
import dev.sojourn.robots.OtherRecord;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.extension.UsagePreferences;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The Content-Usage, Content-Signal, License and Sitemap records of a file, as commands show them.
/// They affect neither access nor routes.
///
/// @param contentUsage the preferences of Content-Usage for an agent and a URL
/// @param contentSignal the signals of Content-Signal for the agent
/// @param licenses URLs, in file order
/// @param sitemaps URLs, in file order
record StatedRecords(
    UsagePreferences contentUsage,
    UsagePreferences contentSignal,
    List<String> licenses,
    List<String> sitemaps) {

  /// The names of the fields in the records of a file, and their usual spelling.
  private static final Map<String, String> FIELDS =
      Map.of(
          "content-usage", "Content-Usage",
          "content-signal", "Content-Signal",
          "license", "License",
          "sitemap", "Sitemap");

  private static final int SHOWN = 6;
  private static final int SHOWN_CHARS = 300;

  static StatedRecords of(RobotsTxt robots, AgentRules rules, String url) {
    return new StatedRecords(
        rules.contentUsage(url), rules.contentSignals(), robots.licenses(), robots.sitemaps());
  }

  /// Adds only the records that the file has.
  void addTo(ObjectNode answer) {
    addTo(answer, "contentUsage", contentUsage);
    addTo(answer, "contentSignal", contentSignal);
    addTo(answer, "licenses", licenses);
    addTo(answer, "sitemaps", sitemaps);
  }

  private static void addTo(ObjectNode answer, String name, UsagePreferences preferences) {
    if (!preferences.permissions().isEmpty()) {
      var stated = answer.putObject(name);
      preferences.permissions().forEach(stated::put);
    }
  }

  private static void addTo(ObjectNode answer, String name, List<String> urls) {
    if (!urls.isEmpty()) {
      var list = answer.putArray(name);
      urls.forEach(list::add);
    }
  }

  /// Prints the records that the file has.
  void print(PrintWriter out) {
    print(out, "Content-Usage", contentUsage);
    print(out, "Content-Signal", contentSignal);
    print(out, "License", licenses);
    print(out, "Sitemap", sitemaps);
  }

  private static void print(PrintWriter out, String name, UsagePreferences preferences) {
    if (!preferences.permissions().isEmpty()) {
      var stated =
          preferences.permissions().entrySet().stream()
              .map(each -> each.getKey() + (each.getValue() ? " permitted" : " denied"))
              .collect(Collectors.joining(", "));
      out.println(name + ": " + plain(stated) + ".");
    }
  }

  private static void print(PrintWriter out, String name, List<String> urls) {
    urls.stream().limit(SHOWN).forEach(url -> out.println(name + ": " + plain(url)));
    printMore(out, urls.size());
  }

  private static void printMore(PrintWriter out, int count) {
    if (count > SHOWN) {
      out.println("  and " + (count - SHOWN) + " more (--json lists them all).");
    }
  }

  /// Adds the records of every group, with their lines.
  static void addAll(ObjectNode answer, RobotsTxt robots) {
    var list = answer.putArray("records");
    var groups = robots.groups();
    for (var record : robots.records()) {
      if (FIELDS.containsKey(record.name())) {
        var each = list.addObject().put("name", record.name()).put("value", record.value());
        each.put("line", record.line());
        var agents = each.putArray("agents");
        if (record.name().startsWith("content-") && record.group() > 0) {
          groups.get(record.group() - 1).agents().forEach(agents::add);
        }
      }
    }
  }

  /// Prints the records of every group, with their lines.
  static void printAll(PrintWriter out, RobotsTxt robots) {
    var byName = robots.records().stream().collect(Collectors.groupingBy(OtherRecord::name));
    FIELDS.keySet().stream()
        .sorted()
        .forEach(name -> printAll(out, byName.getOrDefault(name, List.of())));
  }

  private static void printAll(PrintWriter out, List<OtherRecord> records) {
    for (var record : records.subList(0, Math.min(SHOWN, records.size()))) {
      out.printf("%6d  %s: %s%n", record.line(), FIELDS.get(record.name()), plain(record.value()));
    }
    printMore(out, records.size());
  }

  /// Cleans text that comes from a site.
  private static String plain(String text) {
    return ForeignText.of(text).line(SHOWN_CHARS);
  }
}
