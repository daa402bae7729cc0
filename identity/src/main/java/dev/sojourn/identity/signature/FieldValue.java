package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import java.util.Base64;
import java.util.List;

/// A value of a structured field (RFC 9651), of a kind that occurs in signatures.
sealed interface FieldValue {

  /// {@return its canonical text (RFC 9651, 4.1)}
  String serialise();

  /// A string of printable ASCII.
  record Text(String text) implements FieldValue {
    @Override
    public String serialise() {
      return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
  }

  /// A word without quotes.
  record Token(String word) implements FieldValue {
    @Override
    public String serialise() {
      return word;
    }
  }

  /// A whole number of at most 15 digits.
  record Whole(long number) implements FieldValue {
    @Override
    public String serialise() {
      return Long.toString(number);
    }
  }

  /// Bytes.
  record Octets(Bytes bytes) implements FieldValue {
    @Override
    public String serialise() {
      return ":" + Base64.getEncoder().encodeToString(bytes.toArray()) + ":";
    }
  }

  /// A boolean.
  record Flag(boolean isSet) implements FieldValue {
    @Override
    public String serialise() {
      return isSet ? "?1" : "?0";
    }
  }

  /// Items in parentheses.
  record InnerList(List<FieldItem> items) implements FieldValue {
    public InnerList {
      items = List.copyOf(items);
    }

    @Override
    public String serialise() {
      return "(" + String.join(" ", items.stream().map(FieldItem::serialise).toList()) + ")";
    }
  }
}
