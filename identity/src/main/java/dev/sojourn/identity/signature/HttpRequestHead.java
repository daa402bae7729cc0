package dev.sojourn.identity.signature;

import dev.sojourn.base.text.HeaderText;
import dev.sojourn.identity.signature.FieldValue.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The parts of an HTTP request that a signature may cover.
///
/// @param method such as `GET`
/// @param scheme `http` or `https`
/// @param authority host, and port unless it is the scheme's default; in lower case
/// @param path never empty
/// @param query with its question mark; empty if there is none
/// @param fields by name in lower case, values in their order
public record HttpRequestHead(
    String method,
    String scheme,
    String authority,
    String path,
    String query,
    Map<String, List<String>> fields) {

  /// Normalises the authority and the names (RFC 9421, 2.2.3).
  public HttpRequestHead {
    authority = normal(authority.toLowerCase(Locale.ROOT), scheme);
    path = path.isEmpty() ? "/" : path;
    var lower = new HashMap<String, List<String>>();
    fields.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    fields = Map.copyOf(lower);
  }

  private static String normal(String authority, String scheme) {
    var usual = scheme.equals("https") ? ":443" : ":80";
    return authority.endsWith(usual)
        ? authority.substring(0, authority.length() - usual.length())
        : authority;
  }

  /// {@return the values of a field; empty if it is missing}
  ///
  /// @param name in lower case
  public List<String> all(String name) {
    return fields.getOrDefault(name, List.of());
  }

  /// {@return the request with one value for a field, which replaces existing values}
  ///
  /// @param name in lower case
  /// @param value its value
  public HttpRequestHead with(String name, String value) {
    var more = new HashMap<>(fields);
    more.put(name, List.of(value));
    return new HttpRequestHead(method, scheme, authority, path, query, more);
  }

  /// The values of covered components (RFC 9421, 2), each empty if it is missing. A field is parsed
  /// as a dictionary only once, even if several of its members are covered.
  Function<FieldItem, Optional<String>> values() {
    var dictionaries = new HashMap<String, Optional<Map<String, FieldItem>>>();
    return component -> value(component, dictionaries);
  }

  private Optional<String> value(
      FieldItem component, Map<String, Optional<Map<String, FieldItem>>> dictionaries) {
    if (!(component.value() instanceof Text(var name))) {
      return Optional.empty();
    }
    if (name.startsWith("@")) {
      return component.parameters().isEmpty() ? derived(name) : Optional.empty();
    }
    var values = all(name);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    if (component.parameters().isEmpty()) {
      return Optional.of(String.join(", ", values.stream().map(HeaderText::strip).toList()));
    }
    var key = component.text("key");
    return key.isEmpty() || !component.parameters().keySet().equals(Set.of("key"))
        ? Optional.empty()
        : dictionaries
            .computeIfAbsent(name, _ -> StructuredFieldReader.dictionary(values))
            .flatMap(members -> Optional.ofNullable(members.get(key.get())))
            .map(FieldItem::serialise);
  }

  private Optional<String> derived(String name) {
    return switch (name) {
      case "@method" -> Optional.of(method);
      case "@scheme" -> Optional.of(scheme);
      case "@authority" -> Optional.of(authority);
      case "@path" -> Optional.of(path);
      case "@query" -> Optional.of(query.isEmpty() ? "?" : query);
      case "@request-target" -> Optional.of(path + query);
      case "@target-uri" -> Optional.of(scheme + "://" + authority + path + query);
      default -> Optional.empty();
    };
  }
}
