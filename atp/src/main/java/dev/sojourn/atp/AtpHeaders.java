package dev.sojourn.atp;

import dev.sojourn.base.text.HeaderText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The header fields of a message, in order. Names are compared without regard to case.
///
/// @param fields the fields in the order of the wire
public record AtpHeaders(List<Field> fields) {

  /// No fields.
  public static final AtpHeaders NONE = new AtpHeaders(List.of());

  /// The digest of the body (RFC 9530).
  public static final String CONTENT_DIGEST = "Content-Digest";

  /// The media type of the body.
  public static final String CONTENT_TYPE = "Content-Type";

  /// How the body is compressed; only DISPATCH may be, and only with `zstd`.
  public static final String CONTENT_ENCODING = "Content-Encoding";

  /// The size of the body in bytes; the codec writes it.
  public static final String CONTENT_LENGTH = "Content-Length";

  /// Whether the connection stays open; the codec writes it.
  public static final String CONNECTION = "Connection";

  /// The id of the agent that the request acts on.
  public static final String AGENT_ID = "Agent-Id";

  /// The digest of code that the host lacks.
  public static final String CODE_DIGEST = "Code-Digest";

  /// When the message was made.
  public static final String DATE = "Date";

  /// Host and port to which the sender means to speak.
  public static final String HOST = "Host";

  /// With RETRACT, `return=representation` (RFC 7240) asks for the copy that the host keeps of an
  /// agent that went on.
  public static final String PREFER = "Prefer";

  /// Seconds after which the request may be repeated.
  public static final String RETRY_AFTER = "Retry-After";

  /// The gateways that a forwarded request passed.
  public static final String VIA = "Via";

  /// How the visit of the agent that the answer brings home ended.
  public static final String VISIT_STATE = "Visit-State";

  /// The trace that the request is a part of (W3C Trace Context); see [Trace].
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
  /// @param name a token, as `Agent-Id`
  /// @param value printable, without white space at the ends; may be empty
  public record Field(String name, String value) {

    /// Checks that the field can stand on one line.
    ///
    /// @throws IllegalArgumentException if the name is no token or the value has a control
    ///   character
    public Field {
      // Loops, not streams: each message has a dozen fields, and each of them is checked here.
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

  /// {@return the value of the first field of that name}
  ///
  /// @param name in any case
  public Optional<String> first(String name) {
    for (var field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /// {@return the values of all fields of that name, in order}
  ///
  /// @param name in any case
  public List<String> all(String name) {
    return fields.stream().filter(f -> f.name().equalsIgnoreCase(name)).map(Field::value).toList();
  }

  /// {@return these fields, with this one in place of all of its name}
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

  /// {@return these fields, without those of that name}
  ///
  /// @param name in any case
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
