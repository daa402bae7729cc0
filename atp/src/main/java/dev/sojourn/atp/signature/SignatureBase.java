package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpRequest;
import java.util.List;
import java.util.Optional;

/// The text that is signed (RFC 9421, 2.5), in ATP's terms: `@target-uri` is the absolute `atp:`
/// URI with the agent's id as its fragment, since here the fragment is sent.
final class SignatureBase {

  private SignatureBase() {}

  /// Empty if a component is not to be had.
  static Optional<String> of(
      AtpRequest request, AtpAddress host, List<String> components, String parameters) {
    var base = new StringBuilder(512);
    for (var component : components) {
      var value = value(request, host, component);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      base.append('"').append(component).append("\": ").append(value.get()).append('\n');
    }
    return Optional.of(base.append("\"@signature-params\": ").append(parameters).toString());
  }

  private static Optional<String> value(AtpRequest request, AtpAddress host, String component) {
    return switch (component) {
      case "@method" -> Optional.of(request.method().name());
      case "@target-uri" -> Optional.of(request.target().absoluteAt(host));
      case "@authority" -> Optional.of(host.authority());
      default -> {
        var values = request.headers().all(component);
        yield component.startsWith("@") || values.isEmpty()
            ? Optional.empty()
            : Optional.of(String.join(", ", values));
      }
    };
  }
}
