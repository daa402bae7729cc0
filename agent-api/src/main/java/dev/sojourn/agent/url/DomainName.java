package dev.sojourn.agent.url;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Converts the name of a host to the form of the DNS (URL Standard, 3.3, "domain to ASCII" with
/// `beStrict` false; UTS 46, 4, non-transitional).
///
/// A name in ASCII is only converted to lower case and not checked, since some sites have names
/// that no rule allows.
final class DomainName {
  /// The longest name beyond ASCII, before and after mapping: one character may become eighteen.
  /// The DNS allows 253 octets.
  static final int MAX_CHARS = 1_024;

  private static final String PREFIX = "xn--";

  private DomainName() {}

  /// {@return a name in ASCII; empty if it is invalid}
  ///
  /// @param name any text without escapes
  static Optional<String> toAscii(String name) {
    if (isAscii(name)) {
      return Optional.of(name.toLowerCase(Locale.ROOT));
    }
    if (name.length() > MAX_CHARS) {
      return Optional.empty();
    }
    var mapped = mapped(name);
    if (mapped.length() > MAX_CHARS) {
      return Optional.empty();
    }
    var labels = new ArrayList<String>();
    for (var label : composed(mapped).split("\\.", -1)) {
      var plain = plain(label);
      if (plain.isEmpty() || !isValid(plain.get())) {
        return Optional.empty();
      }
      labels.add(plain.get());
    }
    boolean isBidi = labels.stream().anyMatch(BidiRule::isRightToLeft);
    if (isBidi && !labels.stream().allMatch(BidiRule::isValid)) {
      return Optional.empty();
    }
    return Optional.of(encoded(labels));
  }

  /// {@return the mapped name; only its beginning if it becomes too long}
  private static CharSequence mapped(String name) {
    var mapped = new StringBuilder(name.length());
    for (int i = 0; i < name.length() && mapped.length() <= MAX_CHARS; ) {
      int c = name.codePointAt(i);
      mapped.append(IdnaCharacters.mapped(c));
      i += Character.charCount(c);
    }
    return mapped;
  }

  private static String composed(CharSequence text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /// {@return the decoded label; empty if its encoding is malformed, or was not needed}
  private static Optional<String> plain(String label) {
    if (!label.startsWith(PREFIX)) {
      return Optional.of(label);
    }
    var rest = label.substring(PREFIX.length());
    return isAscii(rest)
        ? PunycodeCodec.decoded(rest).filter(plain -> !isAscii(plain))
        : Optional.empty();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /// The criteria of UTS 46, 4.1, with `CheckHyphens` false.
  private static boolean isValid(String label) {
    if (label.isEmpty()) {
      return true;
    }
    boolean isPlain = !label.startsWith(PREFIX) && !isMark(label.codePointAt(0));
    return isPlain
        && composed(label).equals(label)
        && label.codePoints().allMatch(IdnaCharacters::isValid)
        && JoinerRule.holds(points(label));
  }

  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  private static String encoded(List<String> labels) {
    return labels.stream()
        .map(label -> isAscii(label) ? label : PREFIX + PunycodeCodec.encoded(points(label)))
        .collect(Collectors.joining("."));
  }

  private static int[] points(String label) {
    return label.codePoints().toArray();
  }
}
