package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Header fields that a site's web server sends with pages, by URL path, such as `/drafts/
/// X-Robots-Tag: noindex`. A [ContentSource] that reads files does not know these fields.
public final class ResponseFields {
  /// No fields.
  public static final ResponseFields NONE = new ResponseFields(List.of());

  /// The form of a rule, for messages.
  public static final String FORM =
      "a pattern of paths and a field of responses, as \"/drafts/ X-Robots-Tag: noindex\"; / alone"
          + " is every page";

  private static final int MAX_VALUE_CHARS = 1_000;
  private static final Pattern RULE =
      Pattern.compile(
          "(?<pattern>\\S+)[ \t]+(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):(?<value>.*)");

  /// Fields about the message, the connection or the client's cookies, which do not belong to a
  /// page.
  private static final Set<String> FORBIDDEN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "keep-alive",
          "location",
          "set-cookie",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final List<Rule> rules;

  private record Rule(Optional<FileGlob> paths, String name, String value) {
    boolean fits(FileGlob.Folded path) {
      return paths.isEmpty() || paths.get().fits(path);
    }

    @Override
    public String toString() {
      return paths.map(FileGlob::toString).orElse("/") + " " + name + ": " + value;
    }
  }

  private ResponseFields(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// {@return the fields of a list of rules}
  ///
  /// @param texts the rules, each valid by [#isRule]
  public static ResponseFields of(List<String> texts) {
    return new ResponseFields(
        texts.stream()
            .map(
                text ->
                    parse(text)
                        .orElseThrow(
                            () ->
                                new IllegalArgumentException(
                                    "rule: " + text + " (expected: " + FORM + ")")))
            .toList());
  }

  /// {@return whether a text is a valid rule}
  ///
  /// @param text the text of the operator
  public static boolean isRule(String text) {
    return parse(text).isPresent();
  }

  private static Optional<Rule> parse(String text) {
    var parts = RULE.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    var name = parts.group("name").toLowerCase(Locale.ROOT);
    var value = parts.group("value").strip();
    boolean isText = value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t');
    if (FORBIDDEN.contains(name)
        || value.isEmpty()
        || value.length() > MAX_VALUE_CHARS
        || !isText) {
      return Optional.empty();
    }
    var pattern = parts.group("pattern");
    return pattern.equals("/")
        ? Optional.of(new Rule(Optional.empty(), name, value))
        : FileGlob.parse(pattern).map(paths -> new Rule(Optional.of(paths), name, value));
  }

  /// {@return a source that adds these fields to its pages}
  ///
  /// @param source the source of a site
  public ContentSource addedTo(ContentSource source) {
    return rules.isEmpty()
        ? source
        : url ->
            switch (source.read(url)) {
              case Content.Found found -> with(found);
              case Content.NotModified same -> same;
              case Content.Missing missing -> missing;
              case Content.Redirect redirect -> redirect;
            };
  }

  /// Adds the fields of matching rules. A rule replaces the Content-Type, and adds to all other
  /// fields.
  private Content.Found with(Content.Found found) {
    var names = FilePath.of(found.url().path()).map(FilePath::names).orElse(List.of());
    var path = FileGlob.Folded.of(names);
    var fields = new LinkedHashMap<String, List<String>>(found.headers());
    var fitting = rules.stream().filter(rule -> rule.fits(path)).toList();
    for (var rule : fitting) {
      add(fields, rule);
    }
    return fitting.isEmpty()
        ? found
        : new Content.Found(found.url(), found.status(), fields, found.content());
  }

  private static void add(Map<String, List<String>> fields, Rule rule) {
    var values = new ArrayList<String>();
    if (!rule.name().equals("content-type")) {
      values.addAll(fields.getOrDefault(rule.name(), List.of()));
    }
    values.add(rule.value());
    fields.put(rule.name(), values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResponseFields fields && toString().equals(fields.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /// {@return the rules in their written form}
  @Override
  public String toString() {
    return rules.toString();
  }
}
