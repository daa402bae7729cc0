package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// What a page asks of the agent's product token, from its header fields and `meta` elements.
final class PageDirectives {
  private PageDirectives() {}

  static Directives of(List<String> fields, List<ParsedHtml.Meta> metas, String productToken) {
    var rules = new TreeSet<String>();
    for (var field : fields) {
      addField(rules, field, productToken);
    }
    for (var meta : metas) {
      if (meta.name().equalsIgnoreCase("robots") || meta.name().equalsIgnoreCase(productToken)) {
        addRules(rules, meta.content());
      }
    }
    return rules.isEmpty() ? Directives.NONE : new Directives(rules);
  }

  /// A field may begin with the token it is addressed to.
  private static void addField(Set<String> rules, String field, String productToken) {
    int colon = field.indexOf(':');
    int comma = field.indexOf(',');
    boolean addressed = colon > 0 && (comma < 0 || colon < comma);
    var head = addressed ? field.substring(0, colon).strip() : "";
    if (!addressed || head.contains("-snippet") || head.contains("-preview")) {
      addRules(rules, field);
    } else if (head.equals("*") || head.equalsIgnoreCase(productToken)) {
      addRules(rules, field.substring(colon + 1));
    }
  }

  private static void addRules(Set<String> rules, String list) {
    for (int start = 0; start <= list.length(); ) {
      int end = list.indexOf(',', start);
      end = end < 0 ? list.length() : end;
      var rule = list.substring(start, end).strip().toLowerCase(Locale.ROOT).replace(" ", "");
      if (!rule.isEmpty()) {
        rules.add(rule);
      }
      start = end + 1;
    }
  }
}
