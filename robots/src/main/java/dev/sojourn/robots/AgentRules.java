package dev.sojourn.robots;

import dev.sojourn.robots.extension.CrawlDelay;
import dev.sojourn.robots.extension.RequestRate;
import dev.sojourn.robots.extension.UsagePreferences;
import dev.sojourn.robots.image.RecordCursor;
import dev.sojourn.robots.image.Tag;
import dev.sojourn.robots.match.Glob;
import dev.sojourn.robots.match.Octets;
import dev.sojourn.robots.match.Octets.Form;
import dev.sojourn.robots.match.UrlOctets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a robots.txt file that applies to one product token.
///
/// Made by [RobotsTxt#agent]; keep it to decide many URLs of a site.
public final class AgentRules {

  /// The role of a rule in a decision.
  public enum Part {
    /// It decides.
    DECIDED,
    /// It matches, but another rule decides.
    OUTWEIGHED,
    /// It does not match the URL.
    NO_MATCH,
    /// It is empty or begins with neither `/` nor `*`, so that it matches nothing. In the 1996
    /// dialect, an empty Disallow matches everything instead.
    NEVER_MATCHES
  }

  /// A rule of the group and its role in the decision.
  ///
  /// @param rule the rule
  /// @param part its role in the decision
  public record Considered(Rule rule, Part part) {}

  /// A requested name, and the token that is compared with the User-agent lines.
  ///
  /// @param name the name without version or remark
  /// @param token the name in lower case; in lenient reading, only its leading letters, `-` and
  ///   `_`. User-agent lines are cut in the same way: `mj` for `MJ12bot`
  public record Name(String name, String token) {}

  private final byte[] image;
  private final RobotsOptions options;
  private final String tokens;
  private final String group;
  private final int[] records;
  private final RuleIndex index;

  /// Read at first use. Threads that read it at the same time get the same result.
  private volatile @Nullable Stated stated;

  private AgentRules(
      byte[] image, RobotsOptions options, String tokens, Selection selection, RuleIndex index) {
    this.image = image;
    this.options = options;
    this.tokens = tokens;
    this.group = selection.group();
    this.records = selection.records();
    this.index = index;
  }

  /// The rules of the file for one product token.
  ///
  /// @param known the rules for other tokens; an index for the same group is reused
  static AgentRules of(byte[] image, RobotsOptions options, String tokens, AgentRules[] known) {
    var selection = Selection.of(image, options, tokens);
    for (var each : known) {
      if (each.group.equals(selection.group())) {
        return new AgentRules(image, options, tokens, selection, each.index);
      }
    }
    boolean of1996 = options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
    var index = RuleIndex.of(image, selection.rules(), of1996);
    return new AgentRules(image, options, tokens, selection, index);
  }

  /// The requested name.
  String tokens() {
    return tokens;
  }

  /// Computed at each call, since only explanations need it.
  private Selection selection() {
    return Selection.of(image, options, tokens);
  }

  private boolean of1996() {
    return options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
  }

  /// {@return the token of the groups that apply; `*` for the default group; empty if no group
  /// applies}
  public String group() {
    return group;
  }

  /// {@return the requested names, with the tokens that are compared}
  public List<Name> names() {
    return List.copyOf(Selection.names(options, tokens));
  }

  /// {@return the numbers of the User-agent lines that name the group}
  public List<Integer> groupLines() {
    return selection().lines();
  }

  /// {@return whether the agent may fetch a URL}
  ///
  /// @param url absolute, or a path that begins with `/`
  public boolean allows(String url) {
    int at = deciding(url);
    return at < 0 || isAllowing(at);
  }

  private boolean isAllowing(int at) {
    return RecordCursor.tag(image, at) == Tag.ALLOW
        || (of1996() && RuleIndex.isEmptyDisallow(image, at));
  }

  /// {@return whether the agent may fetch a URL, and why}
  ///
  /// @param url absolute, or a path that begins with `/`
  public Access access(String url) {
    int at = deciding(url);
    if (at < 0) {
      return Access.DEFAULT;
    }
    return new Access(isAllowing(at), Optional.of(rule(at)));
  }

  /// {@return every rule of the group, in file order, with its role in the decision}
  ///
  /// @param url absolute, or a path that begins with `/`
  public List<Considered> explain(String url) {
    int deciding = deciding(url);
    var all = new ArrayList<Considered>();
    try (var octets = UrlOctets.of(url, form())) {
      for (int at : selection().rules()) {
        int from = RecordCursor.payload(image, at);
        int to = RecordCursor.end(image, at);
        Part part;
        if (at == deciding) {
          part = Part.DECIDED;
        } else if (of1996() && RuleIndex.isEmptyDisallow(image, at)) {
          part = Part.OUTWEIGHED;
        } else if (!RuleIndex.canMatch(image, from, to, of1996())) {
          part = Part.NEVER_MATCHES;
        } else if (Glob.matches(image, from, to, octets)) {
          part = Part.OUTWEIGHED;
        } else {
          part = Part.NO_MATCH;
        }
        all.add(new Considered(rule(at), part));
      }
    }
    return List.copyOf(all);
  }

  /// {@return the rules of the group, in file order}
  public List<Rule> rules() {
    var rules = new ArrayList<Rule>();
    for (int at : selection().rules()) {
      rules.add(rule(at));
    }
    return List.copyOf(rules);
  }

  /// {@return the longest Crawl-delay of the group; empty if there is none}
  public Optional<Duration> crawlDelay() {
    return values(Tag.CRAWL_DELAY).stream()
        .flatMap(value -> CrawlDelay.parse(value).stream())
        .max(Comparator.naturalOrder());
  }

  /// {@return the Request-rate records of the group, in file order}
  public List<RequestRate> requestRates() {
    return values(Tag.REQUEST_RATE).stream()
        .flatMap(value -> RequestRate.parse(value).stream())
        .toList();
  }

  /// {@return the signals of Content-Signal, which has no path}
  public UsagePreferences contentSignals() {
    return stated().signals;
  }

  /// {@return the preferences of Content-Usage for a URL} The longest matching path decides, as
  /// with rules. Several lines with the same path are combined; if they differ, the denial wins.
  ///
  /// @param url absolute, or a path that begins with `/`
  public UsagePreferences contentUsage(String url) {
    var best = new ArrayList<UsagePreferences>();
    int longest = -1;
    try (var octets = UrlOctets.of(url, form())) {
      for (var usage : stated().usages) {
        int length = usage.pattern.length;
        if (length >= longest && Glob.matches(usage.pattern, 0, length, octets)) {
          if (length > longest) {
            best.clear();
          }
          longest = length;
          best.add(usage.preferences);
        }
      }
    }
    return UsagePreferences.all(best);
  }

  /// A Content-Usage record.
  ///
  /// @param pattern in its canonical form
  /// @param preferences for the URLs that it matches
  private record Usage(byte[] pattern, UsagePreferences preferences) {}

  /// The preferences of the group. They are parsed once, since a file may have 20,000 such records
  /// and every page needs them.
  private record Stated(List<Usage> usages, UsagePreferences signals) {}

  private Stated stated() {
    var known = stated;
    if (known == null) {
      known =
          new Stated(
              values(Tag.CONTENT_USAGE).stream().map(this::usage).toList(),
              UsagePreferences.all(
                  values(Tag.CONTENT_SIGNAL).stream()
                      .map(UsagePreferences::parseContentSignal)
                      .toList()));
      stated = known;
    }
    return known;
  }

  private Usage usage(String value) {
    var path = usagePath(value).getBytes(StandardCharsets.UTF_8);
    var pattern = new byte[3 * path.length];
    int length = Octets.canonical(path, 0, path.length, pattern, 0, patternForm());
    return new Usage(
        Arrays.copyOf(pattern, length),
        UsagePreferences.parseContentUsage(usageDictionary(value)).orElse(UsagePreferences.NONE));
  }

  /// The path before the preferences; empty if there is none.
  private static String usagePath(String value) {
    return value.startsWith("/") ? value.substring(0, spaceIn(value)) : "";
  }

  static String usageDictionary(String value) {
    return value.startsWith("/") ? value.substring(spaceIn(value)).strip() : value;
  }

  private static int spaceIn(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) == ' ' || value.charAt(i) == '\t') {
        return i;
      }
    }
    return value.length();
  }

  private List<String> values(byte tag) {
    var values = new ArrayList<String>();
    for (int at : records) {
      if (RecordCursor.tag(image, at) == tag) {
        int from = RecordCursor.payload(image, at);
        values.add(
            new String(image, from, RecordCursor.end(image, at) - from, StandardCharsets.UTF_8));
      }
    }
    return values;
  }

  private int deciding(String url) {
    try (var octets = UrlOctets.of(url, form())) {
      return octets.isRobotsTxt() ? -1 : index.find(octets);
    }
  }

  private Form form() {
    return of1996() ? Form.DECODED : Form.SUBJECT;
  }

  private Form patternForm() {
    return of1996() ? Form.DECODED : Form.PATTERN;
  }

  private Rule rule(int at) {
    return rule(image, at, options);
  }

  static Rule rule(byte[] image, int at, RobotsOptions options) {
    boolean literal = options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
    return new Rule(
        RecordCursor.tag(image, at) == Tag.ALLOW,
        Octets.text(image, RecordCursor.payload(image, at), RecordCursor.end(image, at), literal),
        RecordCursor.line(image, at));
  }
}
