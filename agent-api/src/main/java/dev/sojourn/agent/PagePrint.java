package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.page.PageUsage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The print of a page: a short digest that changes whenever the page does. It is short enough to
/// keep for every page of a site.
///
/// The chance that one of a million changed pages counts as unchanged is 1 in 18 million million.
///
/// @param body the first 64 bits of the SHA-256 of the body
/// @param type of the Content-Type and Content-Language fields, 32 bits
/// @param robots of the fields Robots-Tag, X-Robots-Tag, Content-Usage and Content-Signal, and of
///   the uses that robots.txt states for the page, 32 bits; 0 without any
public record PagePrint(long body, int type, int robots) {
  private static final int BODY_CHARS = 16;
  private static final int FIELDS_CHARS = 16;
  private static final int HEX = 16;

  /// {@return the print of a page of a site whose robots.txt states nothing about its uses}
  ///
  /// @param digest the SHA-256 of its body in hexadecimal, or at least the first 16 digits of it
  /// @param fields returns the values of a response field by its name
  public static PagePrint of(String digest, Function<String, List<String>> fields) {
    return of(digest, fields, PageUsage.NONE);
  }

  /// {@return the print of a page}
  ///
  /// @param digest the SHA-256 of its body in hexadecimal, or at least the first 16 digits of it
  /// @param fields returns the values of a response field by its name
  /// @param site the uses that robots.txt stated for the page when it was read; the print excludes
  ///   its licences
  public static PagePrint of(String digest, Function<String, List<String>> fields, PageUsage site) {
    return new PagePrint(
        bodyOf(digest), print(fields, "Content-Type", "Content-Language"), robotsOf(fields, site));
  }

  /// {@return the part for a body}
  ///
  /// @param digest at least the first 16 digits of its SHA-256 in hexadecimal
  public static long bodyOf(String digest) {
    return Long.parseUnsignedLong(digest, 0, BODY_CHARS, HEX);
  }

  /// {@return the part for the restrictions on robots and uses outside the body}
  ///
  /// @param fields returns the values of a response field by its name
  /// @param site the uses that robots.txt states for the page
  public static int robotsOf(Function<String, List<String>> fields, PageUsage site) {
    var tags = text(fields, "Robots-Tag", "X-Robots-Tag");
    var uses = text(fields, "Content-Usage", "Content-Signal");
    boolean isStated = !site.contentUsage().isEmpty() || !site.contentSignals().isEmpty();
    var stated = isStated ? site.contentUsage() + "\n\n" + site.contentSignals() : "";
    // Without uses, the print equals that of earlier versions, which saved pages still have.
    return print(uses.isEmpty() && !isStated ? tags : tags + "\n\n\n" + uses + "\n\n\n" + stated);
  }

  private static int print(Function<String, List<String>> fields, String first, String second) {
    return print(text(fields, first, second));
  }

  private static String text(Function<String, List<String>> fields, String first, String second) {
    var a = fields.apply(first);
    var b = fields.apply(second);
    return a.isEmpty() && b.isEmpty() ? "" : String.join("\n", a) + "\n\n" + String.join("\n", b);
  }

  private static int print(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    long print = Fingerprint.of(text);
    return (int) (print ^ (print >>> Integer.SIZE)) | 1;
  }

  /// {@return the part for the body, as 16 hexadecimal digits}
  public String bodyDigits() {
    return hex((int) (body >>> Integer.SIZE)) + hex((int) body);
  }

  /// {@return both parts for fields, as 16 hexadecimal digits}
  public String fields() {
    return hex(type) + hex(robots);
  }

  /// {@return the print in a record of a page; empty if its parts are malformed}
  ///
  /// @param digest the first 16 hexadecimal digits of the SHA-256 of the body
  /// @param fields the result of [#fields()]
  public static Optional<PagePrint> parse(String digest, String fields) {
    if (!isHex(digest, BODY_CHARS) || !isHex(fields, FIELDS_CHARS)) {
      return Optional.empty();
    }
    long both = Long.parseUnsignedLong(fields, HEX);
    return Optional.of(new PagePrint(bodyOf(digest), (int) (both >>> Integer.SIZE), (int) both));
  }

  private static String hex(int value) {
    var digits = Integer.toHexString(value);
    return "0".repeat(Integer.SIZE / 4 - digits.length()) + digits;
  }

  private static boolean isHex(String text, int chars) {
    return text.length() == chars
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }
}
