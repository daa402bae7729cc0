package dev.sojourn.robots;

import dev.sojourn.robots.image.RecordWriter;
import dev.sojourn.robots.image.Tag;
import dev.sojourn.robots.match.Octets;
import dev.sojourn.robots.match.Octets.Form;
import java.nio.charset.StandardCharsets;

/// Reads a robots.txt file, in one pass over its octets, and writes its image.
final class RobotsParser {

  private static final int MAX_DIAGNOSTICS = 256;
  private static final int MAX_EXCERPT = 40;

  /// The most octets of a plain rule before its pattern; with this limit, its line cannot be too
  /// long.
  private static final int MAX_PLAIN_NAME = 64;

  /// Whether each octet ends the scan of a part of a line.
  private static final boolean[] STOPS = new boolean[256];

  static {
    for (char c : new char[] {'\n', '\r', '#', ':'}) {
      STOPS[c] = true;
    }
  }

  private final byte[] in;
  private final RobotsOptions options;
  private final boolean of1996;
  private final RecordWriter out;
  private int limit;
  private int line;
  private int lineStart;
  private int routeLines;
  private int diagnostics;
  private boolean truncated;
  private boolean html;
  private boolean inGroup;
  private boolean hasRule;
  private boolean afterUsage;

  /// Whether a valid Mobile-agent-server line was read. A later invalid line must override it.
  private boolean hasRoute;

  private RobotsParser(byte[] in, int limit, RobotsOptions options) {
    this.in = in;
    this.limit = limit;
    this.options = options;
    this.of1996 = options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
    this.out = new RecordWriter(limit + 64);
  }

  static RobotsTxt parse(byte[] body, RobotsOptions options) {
    int read = Math.min(body.length, options.maxBytes());
    var utf16 = Utf16Text.toUtf8(body, read);
    var in = utf16.orElse(body);
    var parser = new RobotsParser(in, utf16.isPresent() ? in.length : read, options);
    parser.truncated = read < body.length;
    parser.parseLines(parser.prepare(utf16.isPresent()));
    return parser.finish();
  }

  private RobotsTxt finish() {
    boolean tooManyRoutes = routeLines > options.maxRouteLines();
    if (tooManyRoutes) {
      add(RobotsProblem.TOO_MANY_ROUTES, 0, 0, 0, 0);
    }
    return new RobotsTxt(out.image(), options, line, truncated, tooManyRoutes);
  }

  /// Sets the end, and returns the start of the content.
  private int prepare(boolean isUtf16) {
    if (truncated) {
      // Drops the last line if it was cut.
      while (limit > 0 && in[limit - 1] != '\n' && in[limit - 1] != '\r') {
        limit--;
      }
      add(RobotsProblem.TRUNCATED, 0, 0, 0, 0);
    }
    int start = 0;
    if (startsWith(0xef, 0xbb, 0xbf)) {
      start = 3;
      add(RobotsProblem.BYTE_ORDER_MARK, 1, 1, 0, 0);
    } else if (startsWith(0xc3, 0xaf, 0xc2, 0xbb, 0xc2, 0xbf)) {
      start = 6;
      add(RobotsProblem.DOUBLE_BYTE_ORDER_MARK, 1, 1, 0, 0);
    }
    if (isUtf16) {
      add(RobotsProblem.UTF16, 1, 1, 0, 0);
    }
    int first = start;
    while (first < limit && in[first] <= ' ' && in[first] >= 0) {
      first++;
    }
    if (first < limit && in[first] == '<') {
      html = true;
      add(RobotsProblem.HTML, 1, 1, first, endOfLine(first));
    }
    return start;
  }

  private boolean startsWith(int... octets) {
    if (limit < octets.length) {
      return false;
    }
    for (int i = 0; i < octets.length; i++) {
      if ((in[i] & 0xff) != octets[i]) {
        return false;
      }
    }
    return true;
  }

  private void parseLines(int start) {
    final byte[] octets = in;
    final int end = limit;
    int i = start;
    while (i < end) {
      line++;
      lineStart = i;
      int ruleEnd = plainRule(i);
      if (ruleEnd >= 0) {
        i = afterEnd(ruleEnd);
        continue;
      }
      int colon = -1;
      int content = -1;
      while (i < end) {
        byte b = octets[i];
        if (!STOPS[b & 0xff]) {
          i++;
        } else if (b == ':') {
          colon = colon < 0 ? i : colon;
          i++;
        } else if (b == '#') {
          content = i;
          i = endOfLine(i);
          break;
        } else {
          break;
        }
      }
      boolean comment = content >= 0;
      parseLine(comment ? content : i, colon, comment, i);
      i = afterEnd(i);
    }
  }

  /// Reads a line of the most frequent form: a rule of a group whose pattern is in canonical form.
  /// Returns the end of the line, or -1 without effect if the line needs the full parser.
  private int plainRule(int at) {
    if (!inGroup || of1996) {
      return -1;
    }
    var field = FieldName.ofRule(in, at, limit);
    if (field == FieldName.OTHER) {
      return -1;
    }
    int value = skipSpace(at + field.length() + 1, limit);
    if (value - at > MAX_PLAIN_NAME) {
      return -1;
    }
    int end = out.plainPattern(field.tag(), in, value, limit, line);
    if (end >= 0) {
      hasRule = true;
      afterUsage = false;
    }
    return end;
  }

  /// The start of the next line; CR LF is one line end.
  private int afterEnd(int at) {
    boolean two = at + 1 < limit && in[at] == '\r' && in[at + 1] == '\n';
    return at + (two ? 2 : 1);
  }

  private int endOfLine(int from) {
    int i = from;
    while (i < limit && in[i] != '\n' && in[i] != '\r') {
      i++;
    }
    return i;
  }

  /// Parses the part of a line before its comment; `colon` is the index of its first colon.
  private void parseLine(int content, int colon, boolean comment, int end) {
    int from = skipSpace(lineStart, content);
    if (from == content) {
      if (of1996 && !comment) {
        blankLine();
      }
      return;
    }
    if (end - lineStart > RobotsOptions.MAX_LINE_BYTES) {
      tooLong(from, content, colon);
      return;
    }
    int to = trimmed(from, content);
    if (colon < 0) {
      withoutColon(from, to);
      return;
    }
    int nameEnd = trimmed(from, colon);
    int value = skipSpace(colon + 1, to);
    var field = FieldName.of(in, from, nameEnd);
    if (field == FieldName.OTHER) {
      field = unknown(from, nameEnd, value, to);
    }
    if (field != FieldName.OTHER || isName(from, nameEnd)) {
      extensionLine(field);
    }
    if (field != FieldName.OTHER) {
      record(field, value, Math.max(value, to));
    }
  }

  /// Reports the line. If it is a route line and its path is within the limit, the path is routed
  /// to `none`.
  private void tooLong(int from, int content, int colon) {
    add(RobotsProblem.LINE_TOO_LONG, line, 1, from, from);
    int end = Math.min(content, lineStart + RobotsOptions.MAX_LINE_BYTES);
    boolean named = colon >= 0 && colon < end;
    if (named && FieldName.of(in, from, trimmed(from, colon)) == FieldName.MOBILE_AGENT_SERVER) {
      routeLines++;
      new RouteLine(in, skipSpace(colon + 1, end), end).closeIfCut(this, out);
    }
  }

  /// Whether a field may have this name. In the 1996 dialect, it is any token (draft 2, 3.3).
  private boolean isName(int from, int to) {
    return of1996 ? FieldName.isToken(in, from, to) : FieldName.isName(in, from, to);
  }

  /// In the 1996 dialect, a line of an unknown field is a rule line, which completes a record.
  private void extensionLine(FieldName field) {
    boolean extension =
        field != FieldName.USER_AGENT && field != FieldName.ALLOW && field != FieldName.DISALLOW;
    if (of1996 && inGroup && !hasRule && extension) {
      hasRule = true;
      out.copy(Tag.EXTENSION, in, 0, 0, line);
    }
  }

  private int skipSpace(int from, int to) {
    int i = from;
    while (i < to && (in[i] == ' ' || in[i] == '\t')) {
      i++;
    }
    return i;
  }

  private int trimmed(int from, int to) {
    int i = to;
    while (i > from && (in[i - 1] == ' ' || in[i - 1] == '\t')) {
      i--;
    }
    return i;
  }

  private void blankLine() {
    if (inGroup) {
      if (!hasRule) {
        add(RobotsProblem.RECORD_WITHOUT_RULES, line, 1, 0, 0);
      }
      out.copy(Tag.BLANK, in, 0, 0, line);
    }
    inGroup = false;
    hasRule = false;
  }

  private int wordEnd(int from, int to) {
    int i = from;
    while (i < to && in[i] != ' ' && in[i] != '\t') {
      i++;
    }
    return i;
  }

  /// Reads a line without a colon, or with its first colon in the value: `Disallow /a:b`.
  private void withoutColon(int from, int to) {
    int nameEnd = wordEnd(from, to);
    var exact = FieldName.of(in, from, nameEnd);
    var field = exact == FieldName.OTHER ? FieldName.meant(in, from, nameEnd) : exact;
    boolean repairable =
        field == FieldName.USER_AGENT || field == FieldName.ALLOW || field == FieldName.DISALLOW;
    if (options.lenient() && repairable) {
      add(RobotsProblem.COLON_ADDED, line, column(nameEnd), from, nameEnd);
      record(field, skipSpace(nameEnd, to), to);
    } else if (field == FieldName.MOBILE_AGENT_SERVER) {
      routeLines++;
      add(RobotsProblem.ROUTE_NO_COLON, line, column(nameEnd), from, to);
      new RouteLine(in, skipSpace(nameEnd, to), to).close(this, out);
    } else if (!html || repairable) {
      add(RobotsProblem.NO_COLON, line, column(from), from, to);
    }
  }

  /// Repairs, keeps or reports a line of another field; returns the field that the line counts as.
  private FieldName unknown(int from, int nameEnd, int value, int to) {
    int wordEnd = wordEnd(from, nameEnd);
    if (wordEnd < nameEnd && FieldName.of(in, from, wordEnd) != FieldName.OTHER) {
      withoutColon(from, to);
      return FieldName.OTHER;
    }
    var meant = FieldName.meant(in, from, nameEnd);
    if (meant != FieldName.OTHER) {
      boolean repair = options.lenient();
      add(
          repair ? RobotsProblem.MISSPELT_REPAIRED : RobotsProblem.MISSPELT,
          line,
          column(from),
          from,
          nameEnd);
      return repair ? meant : FieldName.OTHER;
    }
    if (isName(from, nameEnd)) {
      var payload = new byte[nameEnd - from + 1 + Math.max(0, to - value)];
      System.arraycopy(in, from, payload, 0, nameEnd - from);
      payload[nameEnd - from] = ':';
      System.arraycopy(in, value, payload, nameEnd - from + 1, Math.max(0, to - value));
      out.copy(Tag.OTHER, payload, 0, payload.length, line);
    } else if (!html) {
      boolean misspelt = FieldName.resembled(in, from, nameEnd) != FieldName.OTHER;
      var problem = misspelt ? RobotsProblem.MISSPELT : RobotsProblem.UNKNOWN_FIELD;
      add(problem, line, column(from), from, nameEnd);
    }
    return FieldName.OTHER;
  }

  private void record(FieldName field, int from, int to) {
    switch (field) {
      case USER_AGENT -> userAgent(from, to);
      case ALLOW, DISALLOW -> rule(field.tag(), from, to);
      case MOBILE_AGENT_SERVER -> {
        routeLines++;
        hasRoute |= new RouteLine(in, from, to).check(this, out);
      }
      default -> other(field.tag(), from, to);
    }
    afterUsage |= field == FieldName.CONTENT_USAGE;
  }

  private void userAgent(int from, int to) {
    if (afterUsage && inGroup && !hasRule) {
      add(RobotsProblem.USAGE_BEFORE_AGENT, line, 1, 0, 0);
    }
    afterUsage = false;
    inGroup = true;
    hasRule = false;
    int end = of1996 ? to : tokenEnd(from, to);
    if (end == from) {
      add(RobotsProblem.NO_TOKEN, line, column(from), from, to);
    } else if (end < to) {
      add(RobotsProblem.TOKEN_CUT, line, column(end), from, to);
    }
    out.lowerCase(Tag.AGENT, in, from, end, line);
  }

  private int tokenEnd(int from, int to) {
    if (from < to && in[from] == '*') {
      boolean alone = from + 1 == to || in[from + 1] == ' ' || in[from + 1] == '\t';
      return alone ? from + 1 : from;
    }
    int i = from;
    while (i < to) {
      byte b = in[i];
      int lower = b | 0x20;
      if ((lower < 'a' || lower > 'z') && b != '-' && b != '_') {
        break;
      }
      i++;
    }
    return i;
  }

  private void rule(byte tag, int from, int to) {
    if (!inGroup) {
      add(RobotsProblem.RULE_OUTSIDE_GROUP, line, 1, skipSpace(lineStart, to), to);
      return;
    }
    hasRule = true;
    int at = from;
    int split = to;
    while (options.lenient() && (split = nextPath(at, to)) < to) {
      add(RobotsProblem.SEVERAL_PATHS_SPLIT, line, column(split), split, to);
      pattern(tag, at, trimmed(at, split));
      at = split;
    }
    if (!options.lenient() && (split = nextPath(from, to)) < to) {
      add(RobotsProblem.SEVERAL_PATHS, line, column(split), split, to);
    }
    pattern(tag, at, to);
  }

  /// The start of a second path after white space; `to` if there is none.
  private int nextPath(int from, int to) {
    for (int i = from; i < to; i++) {
      if (in[i] <= ' ' && (in[i] == ' ' || in[i] == '\t')) {
        int next = skipSpace(i, to);
        // Not `*`: real files write `/* */` for URLs with a space, and mean one path.
        if (next < to && in[next] == '/') {
          return next;
        }
      }
    }
    return to;
  }

  private void pattern(byte tag, int from, int to) {
    if (from < to && in[from] != '/' && (of1996 || in[from] != '*') && in[from] != '$') {
      add(RobotsProblem.PATTERN_WITHOUT_SLASH, line, column(from), from, to);
    }
    checkOctets(from, to);
    out.canonical(tag, in, from, to, of1996 ? Form.DECODED : Form.PATTERN, line);
  }

  /// Reports octets of a pattern whose comparison may surprise the author.
  void checkOctets(int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = in[i];
      if (b == '%' && !Octets.isEscape(in, i, to)) {
        add(RobotsProblem.INVALID_ESCAPE, line, column(i), i, Math.min(to, i + 3));
        return;
      }
      if ((b >= 0 && b < ' ' && b != '\t') || b == 0x7f) {
        add(RobotsProblem.CONTROL_CHARACTER, line, column(i), i, i);
        return;
      }
    }
  }

  private void other(byte tag, int from, int to) {
    if (Tag.isOfGroup(tag) && !inGroup) {
      add(RobotsProblem.RECORD_OUTSIDE_GROUP, line, 1, skipSpace(lineStart, to), to);
      return;
    }
    var value = new String(in, from, to - from, StandardCharsets.UTF_8);
    var problem = RobotsProblem.ofValue(tag, value);
    if (problem.isPresent()) {
      add(problem.get(), line, column(from), from, to);
    } else {
      out.copy(tag, in, from, to, line);
    }
  }

  /// Whether an earlier Mobile-agent-server line was valid.
  boolean hasRoute() {
    return hasRoute;
  }

  int line() {
    return line;
  }

  int column(int at) {
    return at - lineStart + 1;
  }

  void add(RobotsProblem problem, int atLine, int atColumn, int from, int to) {
    diagnostics++;
    if (diagnostics > MAX_DIAGNOSTICS) {
      return;
    }
    var last = diagnostics == MAX_DIAGNOSTICS;
    int length = last ? 0 : Math.min(MAX_EXCERPT, to - from);
    var payload = new byte[4 + length];
    payload[0] = (byte) (last ? RobotsProblem.MORE_PROBLEMS : problem).code();
    int column = Math.min(atColumn, 0xffffff);
    payload[1] = (byte) (column >> 16);
    payload[2] = (byte) (column >> 8);
    payload[3] = (byte) column;
    System.arraycopy(in, from, payload, 4, length);
    out.copy(Tag.DIAGNOSTIC, payload, 0, payload.length, atLine);
  }
}
