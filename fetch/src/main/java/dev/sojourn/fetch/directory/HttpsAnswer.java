package dev.sojourn.fetch.directory;

import dev.sojourn.base.Bytes;
import java.util.List;
import java.util.Map;

/// The outcome of one HTTPS request.
sealed interface HttpsAnswer {

  /// A complete answer of any status.
  ///
  /// @param status HTTP status
  /// @param fields by name in lower case
  /// @param body as it is, without any content coding
  record Got(int status, Map<String, List<String>> fields, Bytes body) implements HttpsAnswer {
    List<String> all(String name) {
      return fields.getOrDefault(name, List.of());
    }
  }

  /// No complete answer.
  ///
  /// @param sentence why, without a name before it: `its name is not known`
  record Failed(String sentence) implements HttpsAnswer {}
}
