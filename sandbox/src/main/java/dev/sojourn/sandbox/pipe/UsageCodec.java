package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.page.PageUsage;
import java.util.HashMap;
import java.util.Map;

/// Encodes [PageUsage]: two maps with the values `y` and `n`, and the licences.
final class UsageCodec {
  private UsageCodec() {}

  static FieldWriter write(PageUsage usage) {
    return new FieldWriter(256)
        .parameters(letters(usage.contentUsage()))
        .parameters(letters(usage.contentSignals()))
        .texts(usage.licences());
  }

  static PageUsage read(FieldReader in) throws PipeException {
    return new PageUsage(permissions(in), permissions(in), in.texts());
  }

  private static Map<String, String> letters(Map<String, Boolean> stated) {
    var letters = new HashMap<String, String>();
    stated.forEach((label, yes) -> letters.put(label, yes ? "y" : "n"));
    return letters;
  }

  private static Map<String, Boolean> permissions(FieldReader in) throws PipeException {
    var permissions = new HashMap<String, Boolean>();
    for (var each : in.parameters().entrySet()) {
      switch (each.getValue()) {
        case "y" -> permissions.put(each.getKey(), true);
        case "n" -> permissions.put(each.getKey(), false);
        default -> throw new PipeException("permission: " + each.getValue());
      }
    }
    return permissions;
  }
}
