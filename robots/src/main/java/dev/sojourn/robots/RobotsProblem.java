package dev.sojourn.robots;

import static dev.sojourn.robots.RobotsProblem.Severity.ERROR;
import static dev.sojourn.robots.RobotsProblem.Severity.NOTE;
import static dev.sojourn.robots.RobotsProblem.Severity.WARNING;

import dev.sojourn.robots.extension.CrawlDelay;
import dev.sojourn.robots.extension.RequestRate;
import dev.sojourn.robots.extension.UsagePreferences;
import dev.sojourn.robots.image.Tag;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The kinds of faults in a robots.txt file, each with the clause that it violates.
///
/// Each has its own number, which the image stores and which never changes.
public enum RobotsProblem {
  /// The file is longer than the limit.
  TRUNCATED(
      1,
      ERROR,
      "the file is longer than what is read",
      "what lies beyond has no effect, and no agent is sent since a later line could forbid it;"
          + " shorter prefixes and wildcards say the same in less",
      "RFC 9309, 2.5"),
  /// Too many Mobile-agent-server lines.
  TOO_MANY_ROUTES(
      2,
      ERROR,
      "too many Mobile-agent-server lines",
      "every route is indeterminate, no agent is sent",
      "Mobile Agents draft, 3.1"),
  /// More diagnostics than the limit.
  MORE_PROBLEMS(
      3,
      WARNING,
      "more problems than are listed",
      "only the first 255 are kept; correct those, then check again",
      "-"),
  /// A line over the limit.
  LINE_TOO_LONG(
      4,
      ERROR,
      "the line is longer than 16 KiB",
      "it is ignored; the path of a Mobile-agent-server line counts as none",
      "RFC 9309, 2.5"),
  /// A byte order mark.
  BYTE_ORDER_MARK(
      5, NOTE, "the file begins with a byte order mark", "it is skipped", "RFC 9309, 2.3"),
  /// A byte order mark that was encoded twice.
  DOUBLE_BYTE_ORDER_MARK(
      6,
      WARNING,
      "the file begins with a byte order mark that was encoded twice",
      "it is skipped here, other robots lose the first line",
      "RFC 9309, 2.3"),
  /// A UTF-16 file.
  UTF16(
      7,
      WARNING,
      "the file is encoded as UTF-16",
      "it is decoded here by its byte order mark, other robots understand nothing in it; save it as"
          + " UTF-8",
      "RFC 9309, 2.3"),
  /// An HTML page.
  HTML(
      8,
      ERROR,
      "the file looks like an HTML page",
      "robots.txt is plain text; lines that are rules all the same are used; where there is nothing"
          + " to rule, answer 404 instead of a page",
      "RFC 9309, 2.3"),
  /// A line without a colon.
  NO_COLON(
      9,
      ERROR,
      "no colon after the field name",
      "the line is ignored; write as in Disallow: /path, and # before a comment",
      "RFC 9309, 2.2"),
  /// A line without a colon, repaired.
  COLON_ADDED(
      10,
      WARNING,
      "no colon after the field name",
      "it is read as if there were one; other robots ignore the line",
      "RFC 9309, 2.2"),
  /// A misspelt field name, repaired.
  MISSPELT_REPAIRED(
      11,
      WARNING,
      "misspelt field name",
      "it is read as what was meant; other robots ignore the line, so correct it",
      "RFC 9309, 2.2"),
  /// A misspelt field name, not repaired.
  MISSPELT(12, ERROR, "misspelt field name", "the line is ignored; correct it", "RFC 9309, 2.2"),
  /// A User-agent value that is not a token.
  TOKEN_CUT(
      13,
      WARNING,
      "the product token has other characters than letters, - and _",
      "only what stands before them counts, so that another robot may be named than was meant;"
          + " leave out a version or a remark; where the robot itself has such a name, nothing"
          + " better can be written",
      "RFC 9309, 2.2.1"),
  /// A User-agent line without a token.
  NO_TOKEN(
      14,
      ERROR,
      "a User-agent line without a product token",
      "a name consists of letters, - and _; this line names no robot, and one that has such a name"
          + " obeys the group for *",
      "RFC 9309, 2.2.1"),
  /// A rule before any User-agent line.
  RULE_OUTSIDE_GROUP(
      15,
      ERROR,
      "a rule that belongs to no User-agent line",
      "it is ignored; begin a group above it, as with User-agent: *",
      "RFC 9309, 2.2.2"),
  /// A group-scoped record before any User-agent line.
  RECORD_OUTSIDE_GROUP(
      16,
      WARNING,
      "a record for a group that belongs to no User-agent line",
      "it applies to nobody",
      "RFC 9309, 2.2.4"),
  /// A pattern that never matches.
  PATTERN_WITHOUT_SLASH(
      17,
      ERROR,
      "the path begins with neither / nor *",
      "it never matches; begin it with /, or with * if it may stand anywhere in a URL",
      "RFC 9309, 2.2.2"),
  /// Several paths on one line, split.
  SEVERAL_PATHS_SPLIT(
      18,
      WARNING,
      "several paths on one line",
      "each is used as a rule; other robots see one path, so give each a line",
      "RFC 9309, 2.2.2"),
  /// Several paths on one line, not split.
  SEVERAL_PATHS(
      19,
      WARNING,
      "several paths on one line",
      "they are read as one path with spaces in it; give each a line",
      "RFC 9309, 2.2.2"),
  /// An incomplete escape.
  INVALID_ESCAPE(
      20,
      WARNING,
      "% without two hexadecimal digits",
      "it stands for itself; write %25 for a percent sign",
      "RFC 3986, 2.1"),
  /// A control character.
  CONTROL_CHARACTER(
      21,
      WARNING,
      "a control character in the line",
      "it is compared percent-encoded",
      "RFC 9309, 2.2"),
  /// A field that no specification defines.
  UNKNOWN_FIELD(22, NOTE, "a field that is not known here", "it has no effect", "RFC 9309, 2.2.4"),
  /// A route line without a target.
  ROUTE_WITHOUT_TARGET(
      23,
      ERROR,
      "the Mobile-agent-server line has no target",
      "it needs a path, a space, and a host URL or none; " + RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// A route path without a slash.
  ROUTE_PATH(
      24,
      ERROR,
      "the path of the Mobile-agent-server line does not begin with /",
      "the line is ignored",
      "Mobile Agents draft, 3.2"),
  /// A route target that is not a URL.
  ROUTE_NO_URL(
      25,
      ERROR,
      "the target is neither none nor scheme://host",
      RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// A route target with user information.
  ROUTE_USER_INFO(
      26,
      ERROR,
      "the target has user information before the host",
      RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// A route target with a missing or malformed host.
  ROUTE_HOST(
      27, ERROR, "the target has no valid host", RobotsProblem.CLOSED, "Mobile Agents draft, 3.2"),
  /// A port out of range.
  ROUTE_PORT(
      28,
      ERROR,
      "the port is not a number from 1 to 65535",
      RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// A route target with a path.
  ROUTE_TARGET_PATH(
      29,
      ERROR,
      "the target has a path; it may only be scheme://host:port",
      RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// Further text after the target.
  ROUTE_EXTRA(
      30,
      ERROR,
      "there is more after the target",
      RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2"),
  /// A crawl delay that is not a number.
  CRAWL_DELAY_VALUE(
      31,
      ERROR,
      "the crawl delay is not a number of seconds",
      "it is ignored; write as in Crawl-delay: 10",
      "de facto"),
  /// A malformed request rate.
  REQUEST_RATE_VALUE(32, ERROR, "the request rate is not like 1/10s", "it is ignored", "de facto"),
  /// A URL that should be absolute.
  URL_NOT_ABSOLUTE(
      33,
      ERROR,
      "the URL is not absolute",
      "it is ignored; write it with https:// and the host",
      "sitemaps.org; RSL 1.0"),
  /// A malformed usage preference.
  USAGE_VALUE(
      34,
      WARNING,
      "the preference cannot be read",
      "it counts as not stated",
      "AIPREF attachment draft"),
  /// A User-agent line right after a Content-Usage line.
  USAGE_BEFORE_AGENT(
      35,
      WARNING,
      "a User-agent line follows a Content-Usage line",
      "here both belong to one group, a reader of the AIPREF draft begins a new one",
      "AIPREF attachment draft; RFC 9309, 2.2.4"),
  /// A record without rules in the 1996 dialect.
  RECORD_WITHOUT_RULES(
      36,
      ERROR,
      "a blank line ends a record that has no rule yet",
      "the record has no effect",
      "norobots draft of 1996, 3.3"),
  /// A route line without a colon.
  ROUTE_NO_COLON(
      37,
      ERROR,
      "no colon after Mobile-agent-server",
      "write as in Mobile-agent-server: /path atp://host; " + RobotsProblem.CLOSED,
      "Mobile Agents draft, 3.2");

  /// The treatment of an invalid route line, which must override an earlier host.
  private static final String CLOSED =
      "its path counts as none if a line above names a route, else the line is ignored";

  /// The severity of a diagnostic.
  public enum Severity {
    /// One line or more has no effect.
    ERROR,
    /// The effect is perhaps not the intended one, or differs between robots.
    WARNING,
    /// Information only.
    NOTE;

    /// {@return the name in lower case}
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Map<Integer, RobotsProblem> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(RobotsProblem::code, p -> p));

  private final int code;
  private final Severity severity;
  private final String what;
  private final String why;
  private final String clause;

  RobotsProblem(int code, Severity severity, String what, String why, String clause) {
    this.code = code;
    this.severity = severity;
    this.what = what;
    this.why = why;
    this.clause = clause;
  }

  /// {@return its number, from 1 to 127}
  int code() {
    return code;
  }

  static Optional<RobotsProblem> ofCode(int code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }

  /// The fault that makes the value of a record useless, if any.
  static Optional<RobotsProblem> ofValue(byte tag, String value) {
    return switch (tag) {
      case Tag.SITEMAP, Tag.LICENSE -> unless(isAbsolute(value), URL_NOT_ABSOLUTE);
      case Tag.CRAWL_DELAY -> unless(CrawlDelay.parse(value).isPresent(), CRAWL_DELAY_VALUE);
      case Tag.REQUEST_RATE -> unless(RequestRate.parse(value).isPresent(), REQUEST_RATE_VALUE);
      case Tag.CONTENT_SIGNAL ->
          unless(
              !UsagePreferences.parseContentSignal(value).equals(UsagePreferences.NONE),
              USAGE_VALUE);
      case Tag.CONTENT_USAGE ->
          unless(
              UsagePreferences.parseContentUsage(AgentRules.usageDictionary(value)).isPresent(),
              USAGE_VALUE);
      default -> Optional.empty();
    };
  }

  private static Optional<RobotsProblem> unless(boolean right, RobotsProblem problem) {
    return right ? Optional.empty() : Optional.of(problem);
  }

  /// Whether a URL has a scheme and an authority.
  private static boolean isAbsolute(String url) {
    int colon = url.indexOf(':');
    return colon > 0 && url.startsWith("://", colon) && url.lastIndexOf('/', colon) < 0;
  }

  /// {@return how severe the problem is}
  public Severity severity() {
    return severity;
  }

  /// {@return what was found, without details}
  public String what() {
    return what;
  }

  /// {@return why it matters and how the parser treats it}
  public String why() {
    return why;
  }

  /// {@return the clause of the specification}
  public String clause() {
    return clause;
  }
}
