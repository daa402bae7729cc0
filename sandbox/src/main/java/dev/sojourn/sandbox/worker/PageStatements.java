package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.robots.extension.UsagePreferences;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The statements of a page about its uses. They are in its Content-Usage, Content-Signal and Link
/// fields, `meta` elements with these names, and links to licences. The host reads the statements
/// of robots.txt.
final class PageStatements {
  private static final String USAGE = "Content-Usage";
  private static final String SIGNAL = "Content-Signal";

  private PageStatements() {}

  /// {@return the statements}
  ///
  /// @param field returns the values of a response field
  /// @param metas the named `meta` elements of the page's head; those with the names of the fields
  ///   have the same meaning
  /// @param licences the absolute URLs of licences that the page names
  static PageUsage of(
      Function<String, List<String>> field, List<PageMeta> metas, List<String> licences) {
    var usages = new ArrayList<UsagePreferences>();
    usages.add(usage(String.join(", ", field.apply(USAGE))));
    var signals = new ArrayList<UsagePreferences>();
    field.apply(SIGNAL).forEach(value -> signals.add(UsagePreferences.parseContentSignal(value)));
    for (var meta : metas) {
      if (meta.name().equalsIgnoreCase(USAGE)) {
        usages.add(usage(meta.content()));
      } else if (meta.name().equalsIgnoreCase(SIGNAL)) {
        signals.add(UsagePreferences.parseContentSignal(meta.content()));
      }
    }
    return new PageUsage(
        UsagePreferences.all(usages).permissions(),
        UsagePreferences.all(signals).permissions(),
        licences);
  }

  private static UsagePreferences usage(String dictionary) {
    return UsagePreferences.parseContentUsage(dictionary).orElse(UsagePreferences.NONE);
  }
}
