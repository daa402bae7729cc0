package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HeaderText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.greenbytes.http.sfv.BooleanItem;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.Parametrizable;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.greenbytes.http.sfv.TokenItem;
import org.greenbytes.http.sfv.Type;

/// Reads structured fields (RFC 9651, 4.2) of bounded size. Decimals are rejected, since fields of
/// signatures have none.
final class StructuredFieldReader {

  static final int MAX_CHARS = 16 * 1024;
  private static final int MAX_ITEMS = 64;

  private StructuredFieldReader() {}

  /// {@return the members in their order; empty if the field is not a dictionary}
  ///
  /// @param lines the values of all fields of one name, in order
  static Optional<Map<String, FieldItem>> dictionary(List<String> lines) {
    var field = String.join(", ", lines);
    if (field.length() > MAX_CHARS) {
      return Optional.empty();
    }
    try {
      var read = new Parser(HeaderText.strip(field)).parseDictionary().get();
      require(read.size() <= MAX_ITEMS);
      var members = new LinkedHashMap<String, FieldItem>();
      read.forEach((key, element) -> members.put(key, item(element)));
      return Optional.of(Collections.unmodifiableMap(members));
    } catch (ParseException | UnwantedException _) {
      return Optional.empty();
    }
  }

  private static FieldItem item(Parametrizable<?> element) {
    return new FieldItem(value(element), parameters(element.getParams()));
  }

  private static Map<String, FieldValue> parameters(Parameters read) {
    require(read.size() <= MAX_ITEMS);
    var parameters = new LinkedHashMap<String, FieldValue>();
    read.forEach((key, value) -> parameters.put(key, value(value)));
    return parameters;
  }

  private static FieldValue value(Type<?> read) {
    return switch (read) {
      case InnerList list -> {
        require(list.get().size() <= MAX_ITEMS);
        yield new FieldValue.InnerList(
            list.get().stream().map(StructuredFieldReader::item).toList());
      }
      case StringItem text -> new FieldValue.Text(text.get());
      case TokenItem token -> new FieldValue.Token(token.get());
      case IntegerItem whole -> new FieldValue.Whole(whole.getAsLong());
      case BooleanItem flag -> new FieldValue.Flag(flag.get());
      case ByteSequenceItem octets -> {
        var bytes = new byte[octets.get().remaining()];
        octets.get().duplicate().get(bytes);
        yield new FieldValue.Octets(Bytes.wrap(bytes));
      }
      default -> throw new UnwantedException();
    };
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new UnwantedException();
    }
  }

  /// The field is malformed or cannot be a field of a signature; never leaves this class.
  private static final class UnwantedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnwantedException() {
      super(null, null, false, false);
    }
  }
}
