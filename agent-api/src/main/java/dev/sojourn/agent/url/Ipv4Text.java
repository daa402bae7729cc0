package dev.sojourn.agent.url;

import java.util.Optional;

/// Reads IPv4 addresses (URL Standard, 3.5): a host whose last label is a number is an IPv4 address
/// or invalid. Numbers are decimal, octal after `0`, hexadecimal after `0x`. With fewer than four
/// numbers, the last fills the remaining octets.
final class Ipv4Text {
  private static final int MAX_PARTS = 4;
  private static final long TOO_MUCH = 1L << 32;
  private static final long NONE = -1;

  private Ipv4Text() {}

  /// {@return the host itself if it is a name; else its address as four decimal numbers; empty if
  /// it is invalid}
  ///
  /// @param host in ASCII, in lower case
  static Optional<String> read(String host) {
    int end = host.length() > 1 && host.endsWith(".") ? host.length() - 1 : host.length();
    var last = host.substring(host.lastIndexOf('.', end - 1) + 1, end);
    return isNumber(last) ? address(host.substring(0, end)) : Optional.of(host);
  }

  private static boolean isNumber(String label) {
    boolean mayBe = !label.isEmpty() && label.charAt(0) >= '0' && label.charAt(0) <= '9';
    return mayBe && (label.chars().allMatch(c -> c >= '0' && c <= '9') || number(label) != NONE);
  }

  private static Optional<String> address(String host) {
    var parts = host.split("\\.", MAX_PARTS + 1);
    if (parts.length > MAX_PARTS) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long number = number(parts[i]);
      boolean isLast = i == parts.length - 1;
      long most = isLast ? (1L << (8 * (MAX_PARTS - i))) - 1 : 0xff;
      if (number == NONE || number > most) {
        return Optional.empty();
      }
      address |= isLast ? number : number << (8 * (MAX_PARTS - 1 - i));
    }
    return Optional.of(text(address));
  }

  /// {@return an address as four decimal numbers}
  private static String text(long address) {
    return (address >> 24)
        + "."
        + ((address >> 16) & 0xff)
        + "."
        + ((address >> 8) & 0xff)
        + "."
        + (address & 0xff);
  }

  /// {@return the value of a number, at most [#TOO_MUCH]; [#NONE] if it is malformed}
  private static long number(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    boolean isHex = text.startsWith("0x") || text.startsWith("0X");
    boolean isOctal = !isHex && text.length() > 1 && text.charAt(0) == '0';
    int radix = isHex ? 16 : isOctal ? 8 : 10;
    long value = 0;
    for (int i = isHex ? 2 : 0; i < text.length(); i++) {
      int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), radix) : -1;
      if (digit < 0) {
        return NONE;
      }
      value = Math.min(value * radix + digit, TOO_MUCH);
    }
    return value;
  }
}
