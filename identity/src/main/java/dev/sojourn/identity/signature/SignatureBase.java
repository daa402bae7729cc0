package dev.sojourn.identity.signature;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SequencedMap;

/// The signature base (RFC 9421, 2.5): the text that is signed for an HTTP or ATP message. It has
/// one line for each covered component and ends with the parameters:
///
/// ```
/// "@method": GET
/// "@authority": docs.example
/// "@signature-params": ("@method" "@authority");created=1780315200;keyid="…"
/// ```
///
/// @param text the lines, without a line break at the end
public record SignatureBase(String text) {

  /// {@return the base with these components}
  ///
  /// @param components values by identifier, such as `"@authority";req`, in the order of
  ///   `Signature-Input`; no value has a line break
  /// @param parameters the value of `@signature-params`, as in `Signature-Input`
  public static SignatureBase of(SequencedMap<String, String> components, String parameters) {
    var text = new StringBuilder(512);
    for (Map.Entry<String, String> component : components.entrySet()) {
      text.append(component.getKey()).append(": ").append(component.getValue()).append('\n');
    }
    return new SignatureBase(text.append("\"@signature-params\": ").append(parameters).toString());
  }

  /// {@return the octets that are signed}
  public byte[] octets() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
