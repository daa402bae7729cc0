package dev.sojourn.base.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The media type that an answer declares (Fetch, 3.5, "extract a MIME type"). If it declares
/// several, the last valid type counts.
///
/// @param essence type and subtype in lower case, such as `text/html`; empty text if none is
///   declared
/// @param field the value that declares the type, with its parameters. A later value of the same
///   essence replaces an earlier value only if the later value has a `charset`. Without an essence,
///   this is an arbitrary text
public record DeclaredType(String essence, String field) {
  private static final int MAX_CHARS = 8 * 1024;
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  /// {@return the type that the values of a Content-Type field declare}
  ///
  /// @param values in their order; each may be a list
  public static DeclaredType of(List<String> values) {
    if (values.size() == 1 && values.getFirst().indexOf(',') < 0) {
      return new DeclaredType(essence(values.getFirst()), values.getFirst());
    }
    var found = new DeclaredType("", values.isEmpty() ? "" : values.getFirst());
    for (var member : members(values)) {
      var essence = essence(member);
      if (!essence.isEmpty() && !essence.equals("*/*")) {
        boolean isSame = essence.equals(found.essence) && !hasCharset(member);
        found = isSame ? found : new DeclaredType(essence, member);
      }
    }
    return found;
  }

  private static boolean hasCharset(String member) {
    return member.toLowerCase(Locale.ROOT).contains("charset");
  }

  /// The members of all lists; a quoted comma is part of a member.
  private static List<String> members(List<String> values) {
    var members = new ArrayList<String>();
    for (var value : values) {
      var text = value.substring(0, Math.min(value.length(), MAX_CHARS));
      boolean isQuoted = false;
      int from = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        isQuoted ^= c == '"';
        if (c == ',' && !isQuoted) {
          members.add(text.substring(from, i));
          from = i + 1;
        }
      }
      members.add(text.substring(from));
    }
    return members;
  }

  private static String essence(String member) {
    int end = member.indexOf(';');
    var text = (end < 0 ? member : member.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    int slash = text.indexOf('/');
    boolean isType =
        slash > 0
            && slash < text.length() - 1
            && isToken(text.substring(0, slash))
            && isToken(text.substring(slash + 1));
    return isType ? text : "";
  }

  private static boolean isToken(String text) {
    return text.chars()
        .allMatch(
            c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || TOKEN_MARKS.indexOf(c) >= 0);
  }
}
