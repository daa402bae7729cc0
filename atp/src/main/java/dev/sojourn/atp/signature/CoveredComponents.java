package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.SignatureBase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The components of a request that its signature covers (RFC 9421, section 2), in ATP's terms.
/// `@target-uri` is the absolute `atp:` URI with the agent's id as its fragment, since ATP sends
/// the fragment. Host names are in lower case, even if the request has capitals.
final class CoveredComponents {

  private CoveredComponents() {}

  /// Builds the signature base; empty if a component is missing.
  static Optional<SignatureBase> base(
      AtpRequest request, AtpAddress host, List<String> components, String parameters) {
    var values = new LinkedHashMap<String, String>();
    for (var component : components) {
      var value = value(request, host, component);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.put('"' + component + '"', value.get());
    }
    return Optional.of(SignatureBase.of(values, parameters));
  }

  /// {@return the first component that the request lacks}
  static Optional<String> missing(AtpRequest request, AtpAddress host, List<String> components) {
    return components.stream()
        .filter(component -> value(request, host, component).isEmpty())
        .findFirst();
  }

  private static Optional<String> value(AtpRequest request, AtpAddress host, String component) {
    return switch (component) {
      case "@method" -> Optional.of(request.method().name());
      case "@target-uri" -> Optional.of(request.target().absoluteAt(host));
      case "@authority" -> Optional.of(host.authority());
      case "@scheme" -> Optional.of(host.scheme());
      case "@path" -> Optional.of(request.target().path());
      // A URI without a query has an empty query (RFC 9421, section 2.2.7). ATP's URIs never have a
      // query.
      case "@query" -> Optional.of("?");
      default -> {
        var values = request.headers().all(component);
        yield component.startsWith("@") || values.isEmpty()
            ? Optional.empty()
            : Optional.of(String.join(", ", values));
      }
    };
  }
}
