package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;

/// The visit that a line of the audit log is about.
///
/// @param signer the operator's name for its signer
/// @param key the thumbprint of its signer's key
/// @param agent the id of its agent
public record AuditVisit(String signer, String key, String agent) {
  private static final int MAX_NAME_CHARS = 100;

  void putInto(JsonWriter line) {
    line.put("signer", ForeignText.of(signer).line(MAX_NAME_CHARS))
        .put("key", ForeignText.of(key).line(MAX_NAME_CHARS))
        .put("agent", ForeignText.of(agent).line(MAX_NAME_CHARS));
  }
}
