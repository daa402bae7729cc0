package dev.sojourn.robots;

import dev.sojourn.robots.page.AskedRule;
import dev.sojourn.robots.page.RobotsTagReader;
import dev.sojourn.robots.page.RuleNames;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/// The rules of one page for robots: the Robots-Tag and X-Robots-Tag fields and the corresponding
/// meta elements (draft-illyes-repext).
///
/// [RobotsTagReader] accepts every spelling in use; if a text is ambiguous, it keeps every
/// restriction. Tokens and rules are compared without regard to case, and duplicates are merged.
/// Rules apply to an agent if they address all robots or its token.
///
/// [#all] combines several fields and elements of one page. Immutable.
public final class RobotsTag {

  /// The most characters of one field that are read; in a longer field, only the complete rules
  /// within the limit count.
  public static final int MAX_CHARS = 8 * 1024;

  /// No rules.
  public static final RobotsTag NONE = new RobotsTag(List.of());

  private final List<AskedRule> asked;

  private RobotsTag(List<AskedRule> asked) {
    this.asked = List.copyOf(asked);
  }

  /// Reads the value of a Robots-Tag or X-Robots-Tag field.
  ///
  /// @param value one field line, or several lines joined with commas
  /// @return its rules
  public static RobotsTag parse(String value) {
    return new RobotsTag(RobotsTagReader.readField(cut(value)));
  }

  /// Reads a meta element; the caller makes sure that it is inside `<head>`.
  ///
  /// @param name the name attribute: `robots` for all, or a product token
  /// @param content the content attribute
  /// @return its rules
  public static RobotsTag parseMeta(String name, String content) {
    var token = name.strip().toLowerCase(Locale.ROOT);
    var addressed = token.equals("robots") ? AskedRule.EVERYBODY : token;
    return new RobotsTag(RobotsTagReader.readElement(addressed, cut(content)));
  }

  /// {@return the combined rules}
  ///
  /// @param tags the fields and elements of one page, any number of them
  public static RobotsTag all(Collection<RobotsTag> tags) {
    return new RobotsTag(tags.stream().flatMap(tag -> tag.asked.stream()).toList());
  }

  /// {@return the known rules that apply to an agent: `noindex`, `nosnippet`, `nofollow`,
  /// `noarchive`, `none`, `unavailable_after:DATE`, `max-snippet:N`; sorted}
  ///
  /// @param productToken the agent's name, compared without regard to case
  public SortedSet<String> restrictions(String productToken) {
    return applying(productToken, true);
  }

  /// {@return the unknown rules that apply to an agent, which are kept but not obeyed; sorted}
  ///
  /// @param productToken the agent's name, compared without regard to case
  public SortedSet<String> unknown(String productToken) {
    return applying(productToken, false);
  }

  /// {@return whether there are no rules}
  public boolean isEmpty() {
    return asked.isEmpty();
  }

  private SortedSet<String> applying(String productToken, boolean obeyed) {
    var names =
        Selection.names(RobotsOptions.STRICT, productToken).stream()
            .map(AgentRules.Name::token)
            .toList();
    var rules = new TreeSet<String>();
    for (var each : asked) {
      if (RuleNames.isObeyed(each.rule()) == obeyed && each.appliesTo(names)) {
        rules.add(each.rule());
      }
    }
    return Collections.unmodifiableSortedSet(rules);
  }

  /// Cuts an over-long value after its last complete rule.
  private static String cut(String value) {
    if (value.length() <= MAX_CHARS) {
      return value;
    }
    int end = Math.max(value.lastIndexOf(',', MAX_CHARS), value.lastIndexOf(';', MAX_CHARS));
    return end < 0 ? "" : value.substring(0, end);
  }
}
