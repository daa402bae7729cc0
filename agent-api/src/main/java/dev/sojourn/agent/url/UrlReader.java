package dev.sojourn.agent.url;

import dev.sojourn.agent.url.UrlReading.Fault;
import dev.sojourn.agent.url.UrlReading.Read;
import dev.sojourn.agent.url.UrlReading.Unread;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/// Reads the text of a URL as the basic URL parser does (URL Standard, 4.4), but only `http` and
/// `https` URLs. The result is normalised further: fragment and user information are removed, and
/// [UrlEncoder] writes the escapes.
public final class UrlReader {

  /// The longest URL in characters, before and after normalising.
  public static final int MAX_CHARS = 8 * 1024;

  private static final int MAX_PORT = 65_535;

  /// Stands for the default port of a scheme.
  private static final int USUAL = -1;

  /// A reference of a page whose charset is UTF-8, or that has no charset.
  public static final UnaryOperator<String> UTF_8 = UnaryOperator.identity();

  private final String text;
  private final UnaryOperator<String> queryOctets;

  private UrlReader(String text, UnaryOperator<String> queryOctets) {
    this.text = text;
    this.queryOctets = queryOctets;
  }

  /// Reads an absolute URL.
  ///
  /// @param text any string
  /// @return the URL, or the fault of the text
  public static UrlReading read(String text) {
    return new UrlReader(cleaned(text), UTF_8).read(Optional.empty());
  }

  /// Reads a reference, absolute or relative.
  ///
  /// @param reference any string
  /// @param base the URL that it is relative to
  /// @param queryOctets percent-encodes the characters of a query beyond printable ASCII in the
  ///   charset of the page; the characters that it leaves become UTF-8
  /// @return the URL, or the fault of the text
  public static UrlReading read(String reference, Read base, UnaryOperator<String> queryOctets) {
    return new UrlReader(cleaned(reference), queryOctets).read(Optional.of(base));
  }

  /// Removes spaces and control characters at both ends, and all tabs and line ends.
  private static String cleaned(String text) {
    var url = text.trim();
    boolean isClean = url.indexOf('\n') < 0 && url.indexOf('\r') < 0 && url.indexOf('\t') < 0;
    return isClean ? url : url.replace("\n", "").replace("\r", "").replace("\t", "");
  }

  private UrlReading read(Optional<Read> base) {
    if (text.length() > MAX_CHARS) {
      return new Unread(Fault.TOO_LONG);
    }
    int colon = schemeEnd();
    if (colon < 0) {
      return base.isPresent() ? relative(0, base.get()) : new Unread(Fault.NO_SCHEME);
    }
    var scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return new Unread(Fault.OTHER_SCHEME);
    }
    int rest = colon + 1;
    boolean isRelative =
        base.isPresent() && schemeOf(base.get()).equals(scheme) && !text.startsWith("//", rest);
    return isRelative ? relative(rest, base.get()) : absolute(scheme, rest);
  }

  private static String schemeOf(Read base) {
    return base.origin().substring(0, base.origin().indexOf(':'));
  }

  /// {@return the index of the colon after the scheme; -1 if there is no scheme}
  private int schemeEnd() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i > 0 ? i : -1;
      }
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean isLater = i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
      if (!isLetter && !isLater) {
        return -1;
      }
    }
    return -1;
  }

  private UrlReading relative(int at, Read base) {
    if (at == text.length() || text.charAt(at) == '#') {
      return new Read(base.origin(), base.path(), base.query(), false);
    }
    if (isSlash(at)) {
      return isSlash(at + 1) ? absolute(schemeOf(base), at) : rest(base.origin(), "", at, false);
    }
    int kept = text.charAt(at) == '?' ? base.path().length() : base.path().lastIndexOf('/') + 1;
    return rest(base.origin(), base.path().substring(0, kept), at, false);
  }

  private boolean isSlash(int at) {
    return at < text.length() && (text.charAt(at) == '/' || text.charAt(at) == '\\');
  }

  /// Reads from the authority on; any number of slashes may precede it.
  private UrlReading absolute(String scheme, int from) {
    int start = from;
    while (isSlash(start)) {
      start++;
    }
    int end = start;
    while (end < text.length() && "/\\?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    int user = text.lastIndexOf('@', end - 1);
    boolean hasUser = user >= start;
    int host = hasUser ? user + 1 : start;
    int colon = portColon(host, end);
    var name = HostReader.read(text.substring(host, colon));
    if (name.isEmpty()) {
      return new Unread(Fault.NO_HOST);
    }
    var port = port(colon, end, scheme.equals("http") ? 80 : 443);
    if (port.isEmpty()) {
      return new Unread(Fault.NO_PORT);
    }
    var origin = scheme + "://" + name.get();
    return rest(
        port.getAsInt() == USUAL ? origin : origin + ":" + port.getAsInt(), "", end, hasUser);
  }

  /// {@return the index of the port's colon; the end of the authority if there is none}
  private int portColon(int host, int end) {
    boolean isBracketed = false;
    for (int i = host; i < end; i++) {
      char c = text.charAt(i);
      isBracketed = c == '[' || (isBracketed && c != ']');
      if (c == ':' && !isBracketed) {
        return i;
      }
    }
    return end;
  }

  /// {@return the port; [#USUAL] for the default port of the scheme; empty if it is invalid}
  private OptionalInt port(int colon, int end, int usual) {
    int port = 0;
    for (int i = colon + 1; i < end; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return OptionalInt.empty();
      }
      port = Math.min(port * 10 + c - '0', MAX_PORT + 1);
    }
    if (port > MAX_PORT) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(colon + 1 >= end || port == usual ? USUAL : port);
  }

  /// Reads path and query from here; `beginning` is the first part of the path.
  private UrlReading rest(String origin, String beginning, int from, boolean hadUser) {
    int fragment = indexOf('#', from);
    int question = Math.min(indexOf('?', from), fragment);
    var written = beginning + text.substring(from, question).replace('\\', '/');
    var path = DotSegments.removed(UrlEncoder.path(written));
    Optional<String> query =
        question < fragment
            ? Optional.of(query(text.substring(question + 1, fragment)))
            : Optional.empty();
    var read = new Read(origin, path, query, hadUser);
    return read.chars() > MAX_CHARS ? new Unread(Fault.TOO_LONG) : read;
  }

  private String query(String written) {
    return UrlEncoder.query(isPrintable(written) ? written : queryOctets.apply(written));
  }

  private static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  private int indexOf(char c, int from) {
    int at = text.indexOf(c, from);
    return at < 0 ? text.length() : at;
  }
}
