package dev.sojourn.atp;

import dev.sojourn.base.text.HeaderText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The header fields of a message, in order. Names are case-insensitive.
///
/// @param fields in the order in which they are sent
public record AtpHeaders(List<Field> fields) {

  /// No fields.
  public static final AtpHeaders NONE = new AtpHeaders(List.of());

  /// The digest of the body (RFC 9530).
  public static final String CONTENT_DIGEST = "Content-Digest";

  /// The media type of the body.
  public static final String CONTENT_TYPE = "Content-Type";

  /// The compression of the body; only DISPATCH may have it, and only `zstd`.
  public static final String CONTENT_ENCODING = "Content-Encoding";

  /// The size of the body in bytes; written by the codec.
  public static final String CONTENT_LENGTH = "Content-Length";

  /// Whether the connection stays open; written by the codec.
  public static final String CONNECTION = "Connection";

  /// The id of the agent that the request acts on.
  public static final String AGENT_ID = "Agent-Id";

  /// The digest of code that the host lacks.
  public static final String CODE_DIGEST = "Code-Digest";

  /// The time at which the message was made.
  public static final String DATE = "Date";

  /// The host and port that the sender addresses.
  public static final String HOST = "Host";

  /// With RETRACT, `return=representation` (RFC 7240) requests the copy that the host keeps of an
  /// agent that moved.
  public static final String PREFER = "Prefer";

  /// Seconds after which the request may be repeated.
  public static final String RETRY_AFTER = "Retry-After";

  /// The gateways that the forwarded request has passed.
  public static final String VIA = "Via";

  /// The final state of the visit whose agent the answer contains.
  public static final String VISIT_STATE = "Visit-State";

  /// The trace of the request (W3C Trace Context); see [Trace].
  public static final String TRACEPARENT = "traceparent";

  /// The signed components and the parameters of the signature (RFC 9421).
  public static final String SIGNATURE_INPUT = "Signature-Input";

  /// The signature (RFC 9421).
  public static final String SIGNATURE = "Signature";

  /// Copies the list.
  public AtpHeaders {
    fields = List.copyOf(fields);
  }

  /// One header field.
  ///
  /// @param name a token, for example `Agent-Id`
  /// @param value printable, without white space at the ends; may be empty
  public record Field(String name, String value) {

    /// Checks that the field fits on one line.
    ///
    /// @throws IllegalArgumentException if the name is not a token, or the value has a control
    ///   character or one outside Latin 1
    public Field {
      // Uses loops instead of streams for speed, since each message has a dozen fields.
      if (!HeaderText.isToken(name)) {
        throw new IllegalArgumentException("name: " + name + " (expected: a token)");
      }
      for (int i = 0; i < value.length(); i++) {
        int c = value.charAt(i);
        if ((c < 0x20 && c != '\t') || c == 0x7f || c > 0xff) {
          throw new IllegalArgumentException(name + ": (expected: a value of one line, Latin 1)");
        }
      }
    }
  }

  /// {@return one field}
  ///
  /// @param name a token
  /// @param value printable
  public static AtpHeaders of(String name, String value) {
    return new AtpHeaders(List.of(new Field(name, value)));
  }

  /// {@return the value of the first field with that name}
  ///
  /// @param name case-insensitive
  public Optional<String> first(String name) {
    for (var field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /// {@return the values of all fields with that name, in order}
  ///
  /// @param name case-insensitive
  public List<String> all(String name) {
    return fields.stream().filter(f -> f.name().equalsIgnoreCase(name)).map(Field::value).toList();
  }

  /// {@return these fields, with one field that replaces all fields with its name}
  ///
  /// @param name a token
  /// @param value printable
  public AtpHeaders with(String name, String value) {
    var changed = new ArrayList<Field>(fields.size() + 1);
    for (var field : fields) {
      if (!field.name().equalsIgnoreCase(name)) {
        changed.add(field);
      }
    }
    changed.add(new Field(name, value));
    return new AtpHeaders(changed);
  }

  /// {@return these fields, without those with that name}
  ///
  /// @param name case-insensitive
  public AtpHeaders without(String name) {
    return new AtpHeaders(
        fields.stream().filter(field -> !field.name().equalsIgnoreCase(name)).toList());
  }

  /// {@return whether the sender wants the connection kept open}
  public boolean keepsAlive() {
    for (var value : all(CONNECTION)) {
      for (var option : HeaderText.elements(value)) {
        if (option.equalsIgnoreCase("keep-alive")) {
          return true;
        }
      }
    }
    return false;
  }
}
