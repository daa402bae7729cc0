package dev.sojourn.atp.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The covered components and the parameters of a signature. Only one form is written and read
/// here: all parameters, each once, in this order.
///
/// @param components in signing order
/// @param created seconds since 1970
/// @param expires seconds since 1970
/// @param nonce base64url
/// @param keyId thumbprint
/// @param tag [#TAG]
record SignatureParameters(
    List<String> components, long created, long expires, String nonce, String keyId, String tag) {

  static final String LABEL = "sig1";
  static final String TAG = "sojourn-atp";
  static final List<String> REQUIRED =
      List.of("@method", "@target-uri", "agent-id", "date", "content-digest");

  /// A signature must cover this field if the request has it.
  static final String PREFER = "prefer";

  private static final int MAX_COMPONENTS = 16;
  private static final int MAX_CHARS = 2_048;
  private static final Pattern INPUT =
      Pattern.compile(
          "(?<label>[a-z*][a-z0-9_.*-]{0,31})=(?<value>\\((?<components>[^()]*)\\)"
              + ";created=(?<created>[0-9]{1,11});expires=(?<expires>[0-9]{1,11})"
              + ";nonce=\"(?<nonce>[A-Za-z0-9_-]{8,64})\""
              + ";keyid=\"(?<keyid>[A-Za-z0-9_-]{43})\""
              + ";tag=\"(?<tag>[a-z0-9-]{1,64})\")");

  // A derived component, or a field name in lower case, which may be any token (RFC 9110, section
  // 5.1).
  private static final Pattern COMPONENT =
      Pattern.compile("\"(@[a-z-]{1,63}|[a-z0-9!#$%&'*+.^_`|~-]{1,64})\"");

  SignatureParameters {
    components = List.copyOf(components);
  }

  /// The content of a field: the label and its value.
  record Labelled(String label, SignatureParameters parameters) {}

  static Optional<Labelled> parse(String input) {
    Matcher matcher = INPUT.matcher(input);
    if (input.length() > MAX_CHARS || !matcher.matches()) {
      return Optional.empty();
    }
    var components = new ArrayList<String>();
    for (var item : matcher.group("components").split(" ", -1)) {
      var component = COMPONENT.matcher(item);
      if (!component.matches()
          || components.contains(component.group(1))
          || components.size() == MAX_COMPONENTS) {
        return Optional.empty();
      }
      components.add(component.group(1));
    }
    return Optional.of(
        new Labelled(
            matcher.group("label"),
            new SignatureParameters(
                components,
                Long.parseLong(matcher.group("created")),
                Long.parseLong(matcher.group("expires")),
                matcher.group("nonce"),
                matcher.group("keyid"),
                matcher.group("tag"))));
  }

  /// The value of `@signature-params`, in the form that [#parse] reads.
  String serialise() {
    var list = new StringBuilder("(");
    for (var component : components) {
      list.append(list.length() > 1 ? " \"" : "\"").append(component).append('"');
    }
    return list.append(");created=")
        .append(created)
        .append(";expires=")
        .append(expires)
        .append(";nonce=\"")
        .append(nonce)
        .append("\";keyid=\"")
        .append(keyId)
        .append("\";tag=\"")
        .append(tag)
        .append('"')
        .toString();
  }
}
