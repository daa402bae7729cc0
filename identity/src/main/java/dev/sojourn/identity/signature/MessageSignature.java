package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.signature.FieldValue.InnerList;
import dev.sojourn.identity.signature.FieldValue.Octets;
import dev.sojourn.identity.signature.FieldValue.Text;
import dev.sojourn.identity.signature.FieldValue.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// One signature of an HTTP message (RFC 9421): its covered components and its octets.
///
/// @param label its name among the signatures of the message
/// @param input components and parameters
/// @param octets the signature
record MessageSignature(String label, FieldItem input, Bytes octets) {

  /// {@return all signatures of a message; empty if its fields are malformed or do not match}
  static Optional<List<MessageSignature>> read(List<String> inputs, List<String> signatures) {
    var input = StructuredFieldReader.dictionary(inputs);
    var signature = StructuredFieldReader.dictionary(signatures);
    if (input.isEmpty()
        || signature.isEmpty()
        || !input.get().keySet().equals(signature.get().keySet())) {
      return Optional.empty();
    }
    var all = new ArrayList<MessageSignature>();
    for (var member : input.get().entrySet()) {
      var octets = signature.get().get(member.getKey());
      if (octets == null
          || !(octets.value() instanceof Octets(var bytes))
          || !(member.getValue().value() instanceof InnerList(var items))
          || !items.stream().allMatch(item -> item.value() instanceof Text)
          || items.stream().map(FieldItem::serialise).distinct().count() < items.size()) {
        return Optional.empty();
      }
      all.add(new MessageSignature(member.getKey(), member.getValue(), bytes));
    }
    return Optional.of(all);
  }

  /// {@return a new signature with the parameters `created`, `expires`, `keyid` and `tag`}
  ///
  /// @param values returns the value of each component
  /// @throws IllegalArgumentException if a component has no value
  static MessageSignature sign(
      String label,
      List<FieldItem> components,
      long created,
      long expires,
      String tag,
      SigningKey key,
      Function<FieldItem, Optional<String>> values) {
    var parameters = new LinkedHashMap<String, FieldValue>();
    parameters.put("created", new Whole(created));
    parameters.put("expires", new Whole(expires));
    parameters.put("keyid", new Text(key.id()));
    parameters.put("tag", new Text(tag));
    var input = new FieldItem(new InnerList(components), parameters);
    var unsigned = new MessageSignature(label, input, Bytes.EMPTY);
    var base =
        unsigned
            .base(values)
            .orElseThrow(
                () -> new IllegalArgumentException("components: (expected: all to be there)"));
    return new MessageSignature(label, input, Bytes.wrap(key.sign(base.octets())));
  }

  List<FieldItem> components() {
    return input.value() instanceof InnerList(var items) ? items : List.of();
  }

  /// {@return whether it covers a component, without parameters}
  boolean covers(String name) {
    return components().contains(new FieldItem(new Text(name), Map.of()));
  }

  /// {@return whether the key made this signature over a message with these values}
  boolean isBy(VerifyKey key, Function<FieldItem, Optional<String>> values) {
    var alg = input.text("alg");
    return (alg.isEmpty() || alg.get().equals("ed25519"))
        && base(values).filter(base -> key.verifies(base.octets(), octets.toArray())).isPresent();
  }

  /// {@return the base of this signature; empty if a component has no value}
  Optional<SignatureBase> base(Function<FieldItem, Optional<String>> values) {
    var covered = new LinkedHashMap<String, String>();
    for (var component : components()) {
      var value = values.apply(component);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      covered.put(component.serialise(), value.get());
    }
    return Optional.of(SignatureBase.of(covered, input.serialise()));
  }

  /// {@return the member for `Signature-Input`}
  String inputMember() {
    return label + "=" + input.serialise();
  }

  /// {@return the member for `Signature`}
  String signatureMember() {
    return label + "=" + new Octets(octets).serialise();
  }
}
