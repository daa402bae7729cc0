package dev.sojourn.identity.signature;

import dev.sojourn.identity.signature.FieldValue.Flag;
import dev.sojourn.identity.signature.FieldValue.Text;
import dev.sojourn.identity.signature.FieldValue.Whole;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A value with its parameters, in their order.
///
/// @param value the bare item
/// @param parameters its parameters
record FieldItem(FieldValue value, Map<String, FieldValue> parameters) {
  FieldItem {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  Optional<String> text(String parameter) {
    return parameters.get(parameter) instanceof Text(var text)
        ? Optional.of(text)
        : Optional.empty();
  }

  Optional<Long> whole(String parameter) {
    return parameters.get(parameter) instanceof Whole(var number)
        ? Optional.of(number)
        : Optional.empty();
  }

  String serialise() {
    var text = new StringBuilder(value.serialise());
    for (var parameter : parameters.entrySet()) {
      text.append(';').append(parameter.getKey());
      if (!(parameter.getValue() instanceof Flag(var isSet) && isSet)) {
        text.append('=').append(parameter.getValue().serialise());
      }
    }
    return text.toString();
  }
}
