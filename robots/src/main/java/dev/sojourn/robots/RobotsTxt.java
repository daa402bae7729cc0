package dev.sojourn.robots;

import dev.sojourn.robots.image.RecordCursor;
import dev.sojourn.robots.image.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A parsed robots.txt file, which decides for every agent.
///
/// An immutable value, parsed once from bytes. Any bytes can be parsed: unknown lines are ignored
/// and listed by [#diagnostics]. The first decision for an agent or a route builds an index, which
/// is kept. Later decisions allocate only their result ([#allows] allocates nothing).
///
/// ```java
/// var robots = RobotsTxt.parse(bytes);
/// if (robots.allows("ExampleBot", url) && robots.route(url) instanceof Route.Host(var host, _)) {
///   …
/// }
/// ```
public final class RobotsTxt {

  private static final int KEPT_AGENTS = 16;

  private static final AgentRules[] NOBODY = {};

  private static final Set<String> USUAL_NAMES =
      Set.of(
          "host", "clean-param", "visit-time", "noindex", "nofollow", "llm-policy", "cache-delay");

  private static final RobotsTxt ALLOW_ALL = parse(new byte[0]);

  private static final RobotsTxt DISALLOW_ALL =
      parse("User-agent: *\nDisallow: /\n".getBytes(StandardCharsets.US_ASCII));

  /// User-agent lines and the rules that follow them.
  ///
  /// @param agents the tokens in lower case; empty text for a line without a token
  /// @param lines the numbers of the User-agent lines
  /// @param rules its Allow and Disallow lines, in file order
  public record Group(List<String> agents, List<Integer> lines, List<Rule> rules) {

    /// Copies the lists.
    public Group {
      agents = List.copyOf(agents);
      lines = List.copyOf(lines);
      rules = List.copyOf(rules);
    }
  }

  private final byte[] image;
  private final RobotsOptions options;
  private final int lines;
  private final boolean truncated;
  private final boolean routesHidden;

  // Two threads may compute these fields at the same time, since both get the same result.
  private volatile AgentRules[] agents = NOBODY;
  private volatile @Nullable RouteTable routes;

  RobotsTxt(
      byte[] image, RobotsOptions options, int lines, boolean truncated, boolean routesHidden) {
    this.image = image;
    this.options = options;
    this.lines = lines;
    this.truncated = truncated;
    this.routesHidden = routesHidden;
  }

  /// Parses a file by RFC 9309, without repairs.
  ///
  /// @param bytes the body as it was received; not kept. Only [RobotsOptions#maxBytes] are read:
  ///   for a longer body, pass at least one byte more, so that the cut is detected
  /// @return the parsed file
  public static RobotsTxt parse(byte[] bytes) {
    return parse(bytes, RobotsOptions.STRICT);
  }

  /// Parses a file.
  ///
  /// @param bytes the body as it was received; not kept
  /// @param options how the file is read
  /// @return the parsed file
  public static RobotsTxt parse(byte[] bytes, RobotsOptions options) {
    return RobotsParser.parse(bytes, options);
  }

  /// {@return an empty file: everything is allowed, routes are unspecified}
  public static RobotsTxt allowAll() {
    return ALLOW_ALL;
  }

  /// {@return a file that disallows everything for all agents, in place of an unreadable file}
  public static RobotsTxt disallowAll() {
    return DISALLOW_ALL;
  }

  /// {@return whether this is [#disallowAll] and not a file of the site}
  // A file of the site may have the same content, so equality is not enough.
  @SuppressWarnings("ReferenceEquality")
  public boolean isUnread() {
    return image == DISALLOW_ALL.image;
  }

  /// {@return the same file with every route indeterminate} A copy that is out of date or came
  /// through another origin must not send agents.
  public RobotsTxt withIndeterminateRoutes() {
    return new RobotsTxt(image, options, lines, truncated, true);
  }

  /// {@return how the file was read}
  public RobotsOptions options() {
    return options;
  }

  /// {@return how many lines were read}
  public int lines() {
    return lines;
  }

  /// {@return whether the file is longer than the part that was read}
  public boolean truncated() {
    return truncated;
  }

  /// Decides whether an agent may fetch a URL, and why.
  ///
  /// @param productToken the agent's name, compared without regard to case; the part after a `/` or
  ///   a space is ignored. Several names, separated by commas, are one agent to which the groups of
  ///   all names apply
  /// @param url absolute, or a path that begins with `/`; of this site
  /// @return the decision and the rule that decided
  public Access access(String productToken, String url) {
    return agent(productToken).access(url);
  }

  /// {@return whether an agent may fetch a URL}
  ///
  /// @param productToken as in [#access]
  /// @param url as in [#access]
  public boolean allows(String productToken, String url) {
    return agent(productToken).allows(url);
  }

  /// {@return the rules of the file for one agent}
  ///
  /// @param productToken as in [#access]
  public AgentRules agent(String productToken) {
    var known = agents;
    for (var each : known) {
      if (each.tokens().equals(productToken)) {
        return each;
      }
    }
    var rules = AgentRules.of(image, options, productToken, known);
    var more = Arrays.copyOf(known, known.length < KEPT_AGENTS ? known.length + 1 : known.length);
    more[more.length - 1] = rules;
    agents = more;
    return rules;
  }

  /// {@return which host takes mobile agents for a URL}
  ///
  /// @param url absolute, or a path that begins with `/`; query and fragment are ignored
  public Route route(String url) {
    return isIndeterminate() ? new Route.Indeterminate() : routeTable().route(url);
  }

  /// {@return the parts of the site with one route each, in the order of their first prefixes; each
  /// path is in exactly one part}
  ///
  /// With [RobotsOptions.RouteComparison#SEGMENT], a line for `/dir` becomes the prefix `/dir/`
  /// here; only [#route] finds the route of the page `/dir` itself.
  public List<Territory> territories() {
    return isIndeterminate()
        ? List.of(new Territory(new Route.Indeterminate(), List.of("/"), List.of()))
        : routeTable().territories(image);
  }

  /// {@return the Mobile-agent-server lines, in file order: valid lines, and later invalid ones as
  /// routes to `none`}
  public List<RouteRecord> routeRecords() {
    return routeTable().records();
  }

  /// {@return the longest Crawl-delay of the agent's groups; empty if there is none}
  ///
  /// @param productToken as in [#access]
  public Optional<Duration> crawlDelay(String productToken) {
    return agent(productToken).crawlDelay();
  }

  /// {@return the URLs of the Sitemap records, in file order}
  public List<String> sitemaps() {
    return texts(Tag.SITEMAP);
  }

  /// {@return the URLs of the License records (RSL 1.0), in file order}
  public List<String> licenses() {
    return texts(Tag.LICENSE);
  }

  /// {@return the groups of the file, not merged}
  public List<Group> groups() {
    var groups = new ArrayList<Group>();
    var agents = new ArrayList<String>();
    var agentLines = new ArrayList<Integer>();
    var rules = new ArrayList<Rule>();
    boolean inAgents = false;
    var cursor = new RecordCursor(image);
    while (cursor.advance()) {
      byte tag = cursor.tag();
      if (tag == Tag.AGENT) {
        if (!inAgents && !agents.isEmpty()) {
          groups.add(new Group(agents, agentLines, rules));
          agents.clear();
          agentLines.clear();
          rules.clear();
        }
        inAgents = true;
        agents.add(cursor.text());
        agentLines.add(cursor.line());
      } else if (Tag.isRule(tag)) {
        inAgents = false;
        rules.add(AgentRules.rule(image, cursor.at(), options));
      } else if (tag == Tag.BLANK) {
        inAgents = false;
      }
    }
    if (!agents.isEmpty()) {
      groups.add(new Group(agents, agentLines, rules));
    }
    return List.copyOf(groups);
  }

  /// {@return the records that are neither rules, User-agent lines nor routes, in file order}
  public List<OtherRecord> records() {
    var records = new ArrayList<OtherRecord>();
    var cursor = new RecordCursor(image);
    int group = 0;
    boolean inAgents = false;
    while (cursor.advance()) {
      switch (cursor.tag()) {
        case Tag.AGENT -> {
          group += inAgents ? 0 : 1;
          inAgents = true;
        }
        case Tag.ALLOW, Tag.DISALLOW, Tag.BLANK -> inAgents = false;
        case Tag.ROUTE, Tag.DIAGNOSTIC, Tag.EXTENSION -> {}
        default -> records.add(otherRecord(cursor, group));
      }
    }
    return List.copyOf(records);
  }

  private static OtherRecord otherRecord(RecordCursor cursor, int group) {
    var text = cursor.text();
    if (cursor.tag() == Tag.OTHER) {
      int colon = text.indexOf(':');
      var name = text.substring(0, colon).toLowerCase(Locale.ROOT);
      return new OtherRecord(name, text.substring(colon + 1), cursor.line(), group);
    }
    return new OtherRecord(Tag.fieldName(cursor.tag()), text, cursor.line(), group);
  }

  /// {@return the diagnostics: ignored or repaired lines and likely mistakes, in the order of
  /// lines; diagnostics of the whole file come first}
  public List<Diagnostic> diagnostics() {
    var diagnostics = new ArrayList<Diagnostic>();
    var cursor = new RecordCursor(image);
    while (cursor.advance()) {
      int from = cursor.from();
      if (cursor.tag() == Tag.DIAGNOSTIC) {
        int column =
            (image[from + 1] & 0xff) << 16
                | (image[from + 2] & 0xff) << 8
                | (image[from + 3] & 0xff);
        var excerpt = new String(image, from + 4, cursor.to() - from - 4, StandardCharsets.UTF_8);
        diagnostics.add(
            new Diagnostic(
                RobotsProblem.ofCode(image[from]).orElse(RobotsProblem.MORE_PROBLEMS),
                cursor.line(),
                column,
                printable(excerpt)));
      } else if (cursor.tag() == Tag.OTHER) {
        var other = otherRecord(cursor, 0);
        if (!USUAL_NAMES.contains(other.name())) {
          diagnostics.add(
              new Diagnostic(unknown(other.name()), other.line(), 1, printable(other.name())));
        }
      }
    }
    diagnostics.sort((a, b) -> Integer.compare(a.line(), b.line()));
    return List.copyOf(diagnostics);
  }

  /// The problem of an unknown field: misspelt or just unknown.
  private static RobotsProblem unknown(String name) {
    var octets = name.getBytes(StandardCharsets.UTF_8);
    boolean misspelt = FieldName.resembled(octets, 0, octets.length) != FieldName.OTHER;
    return misspelt ? RobotsProblem.MISSPELT : RobotsProblem.UNKNOWN_FIELD;
  }

  private static String printable(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> out.appendCodePoint(Character.isISOControl(c) || c == '\u2028' ? 0xfffd : c));
    return out.toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RobotsTxt that
        && Arrays.equals(image, that.image)
        && options.equals(that.options)
        && lines == that.lines
        && truncated == that.truncated
        && routesHidden == that.routesHidden;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(image);
  }

  @Override
  public String toString() {
    return "RobotsTxt[" + lines + " lines, " + routeRecords().size() + " routes]";
  }

  private boolean isIndeterminate() {
    return truncated || routesHidden;
  }

  private RouteTable routeTable() {
    var table = routes;
    if (table == null) {
      table = RouteTable.of(image, options);
      routes = table;
    }
    return table;
  }

  private List<String> texts(byte tag) {
    var texts = new ArrayList<String>();
    var cursor = new RecordCursor(image);
    while (cursor.advance()) {
      if (cursor.tag() == tag) {
        texts.add(cursor.text());
      }
    }
    return List.copyOf(texts);
  }
}
