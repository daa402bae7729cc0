package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HeaderText;
import dev.sojourn.identity.signature.FieldValue.Flag;
import dev.sojourn.identity.signature.FieldValue.InnerList;
import dev.sojourn.identity.signature.FieldValue.Octets;
import dev.sojourn.identity.signature.FieldValue.Text;
import dev.sojourn.identity.signature.FieldValue.Token;
import dev.sojourn.identity.signature.FieldValue.Whole;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads structured fields (RFC 9651, 4.2) of bounded size. Decimals, dates and display strings do
/// not occur in the fields of signatures, and make a field unreadable here.
final class StructuredFieldReader {

  static final int MAX_CHARS = 16 * 1024;
  private static final int MAX_ITEMS = 64;

  private final String field;
  private int at;

  private StructuredFieldReader(String field) {
    this.field = field;
  }

  /// {@return the members in their order, or empty if the field is no dictionary}
  ///
  /// @param lines the values of all fields of one name, in order
  static Optional<Map<String, FieldItem>> dictionary(List<String> lines) {
    var field = String.join(", ", lines);
    if (field.length() > MAX_CHARS) {
      return Optional.empty();
    }
    try {
      return Optional.of(new StructuredFieldReader(HeaderText.strip(field)).members());
    } catch (MalformedException _) {
      return Optional.empty();
    }
  }

  private Map<String, FieldItem> members() throws MalformedException {
    var members = new LinkedHashMap<String, FieldItem>();
    while (!isAtEnd()) {
      var key = key();
      FieldItem member;
      if (skip('=')) {
        member = peek() == '(' ? innerList() : item();
      } else {
        member = new FieldItem(new Flag(true), parameters());
      }
      // A later member of the same key takes the place of the earlier one, at the end.
      members.remove(key);
      members.put(key, member);
      spaces(true);
      if (isAtEnd()) {
        break;
      }
      require(skip(',') && members.size() < MAX_ITEMS);
      spaces(true);
      require(!isAtEnd());
    }
    return Collections.unmodifiableMap(members);
  }

  private FieldItem innerList() throws MalformedException {
    require(skip('('));
    var items = new ArrayList<FieldItem>();
    while (true) {
      spaces(false);
      if (skip(')')) {
        return new FieldItem(new InnerList(items), parameters());
      }
      require(items.size() < MAX_ITEMS);
      items.add(item());
      require(peek() == ' ' || peek() == ')');
    }
  }

  private FieldItem item() throws MalformedException {
    return new FieldItem(bare(), parameters());
  }

  private Map<String, FieldValue> parameters() throws MalformedException {
    var parameters = new LinkedHashMap<String, FieldValue>();
    while (skip(';')) {
      require(parameters.size() < MAX_ITEMS);
      spaces(false);
      var key = key();
      var value = skip('=') ? bare() : new Flag(true);
      parameters.remove(key);
      parameters.put(key, value);
    }
    return parameters;
  }

  private FieldValue bare() throws MalformedException {
    char c = peek();
    if (c == '"') {
      return string();
    } else if (c == ':') {
      return octets();
    } else if (c == '?') {
      at++;
      char bit = next();
      require(bit == '0' || bit == '1');
      return new Flag(bit == '1');
    } else if (c == '-' || isDigit(c)) {
      return whole();
    }
    require(isLetter(c) || c == '*');
    int start = at;
    while (!isAtEnd() && (isTokenChar(peek()) || peek() == ':' || peek() == '/')) {
      at++;
    }
    return new Token(field.substring(start, at));
  }

  private Text string() throws MalformedException {
    at++;
    var text = new StringBuilder();
    while (true) {
      char c = next();
      if (c == '"') {
        return new Text(text.toString());
      }
      if (c == '\\') {
        c = next();
        require(c == '"' || c == '\\');
      }
      require(c >= 0x20 && c <= 0x7e);
      text.append(c);
    }
  }

  private Octets octets() throws MalformedException {
    int end = field.indexOf(':', at + 1);
    require(end > 0);
    try {
      var octets = Base64.getDecoder().decode(field.substring(at + 1, end));
      at = end + 1;
      return new Octets(Bytes.wrap(octets));
    } catch (IllegalArgumentException _) {
      throw new MalformedException();
    }
  }

  private Whole whole() throws MalformedException {
    int start = at;
    skip('-');
    int digits = at;
    while (!isAtEnd() && isDigit(peek())) {
      at++;
    }
    require(at > digits && at - digits <= 15 && (isAtEnd() || peek() != '.'));
    return new Whole(Long.parseLong(field.substring(start, at)));
  }

  private String key() throws MalformedException {
    int start = at;
    require((peek() >= 'a' && peek() <= 'z') || peek() == '*');
    while (!isAtEnd() && isKeyChar(peek())) {
      at++;
    }
    return field.substring(start, at);
  }

  private void spaces(boolean tabsToo) {
    while (at < field.length()
        && (field.charAt(at) == ' ' || (tabsToo && field.charAt(at) == '\t'))) {
      at++;
    }
  }

  private boolean isAtEnd() {
    return at == field.length();
  }

  private char peek() throws MalformedException {
    require(!isAtEnd());
    return field.charAt(at);
  }

  private char next() throws MalformedException {
    char c = peek();
    at++;
    return c;
  }

  private boolean skip(char c) {
    boolean isThere = at < field.length() && field.charAt(at) == c;
    if (isThere) {
      at++;
    }
    return isThere;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isKeyChar(char c) {
    return (c >= 'a' && c <= 'z') || isDigit(c) || "_-.*".indexOf(c) >= 0;
  }

  private static boolean isTokenChar(char c) {
    return isLetter(c) || isDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }

  private static void require(boolean holds) throws MalformedException {
    if (!holds) {
      throw new MalformedException();
    }
  }

  /// Ends the reading; never leaves this class.
  private static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException() {
      super(null, null, false, false);
    }
  }
}
