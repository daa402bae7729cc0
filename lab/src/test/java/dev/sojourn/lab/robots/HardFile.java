package dev.sojourn.lab.robots;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Files made to be hard, with URLs. Half of the URLs match a rule.
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
public enum HardFile {
  /// 1,000 rules without wildcard.
  PREFIX_1K(1_000, HardFile::path, i -> path(i) + "/detail.html?id=" + i),
  /// 100,000 rules without wildcard.
  PREFIX_100K(100_000, HardFile::path, i -> path(i) + "/detail.html?id=" + i),
  /// 100,000 rules with a wildcard before and one within.
  WILDCARD_100K(
      100_000,
      i -> "/*/item-" + scattered(i) + "*.html$",
      i -> "/shop/" + i % 100 + "/item-" + scattered(i) + "/detail.html"),
  /// 100,000 rules with a wildcard. Without the mask, all of them must be tried with every URL:
  /// they differ only in a part that the URL has too.
  SHARED_100K(
      100_000,
      i -> "/*" + Integer.toString(i, 2).replace('0', 'a').replace('1', 'c') + "x",
      i -> "/" + "ac".repeat(30 + i % 40) + (i % 2 == 0 ? "x" : "")),
  /// One rule with thirty equal letters behind a wildcard, and URLs of two thousand of them.
  REPEATED_LETTER(1, _ -> "/*" + "a".repeat(30) + "b", _ -> "/" + "a".repeat(2_000)),
  /// One rule with wildcards between thirty equal letters, and URLs of two thousand of them.
  REPEATED_WILDCARD(1, _ -> "/" + "*a".repeat(30) + "*b", _ -> "/" + "a".repeat(2_000));

  private static final int URLS = 1_000;

  private final int rules;
  private final IntFunction<String> rule;
  private final IntFunction<String> url;

  HardFile(int rules, IntFunction<String> rule, IntFunction<String> url) {
    this.rules = rules;
    this.rule = rule;
    this.url = url;
  }

  byte[] robots() {
    var text = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < rules; i++) {
      text.append("Disallow: ").append(rule.apply(i)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /// Numbers below [#rules] match, those above do not.
  String[] urls() {
    var random = new Random(rules);
    return IntStream.range(0, URLS)
        .mapToObj(_ -> "https://example.com" + url.apply(random.nextInt(2 * rules)))
        .toArray(String[]::new);
  }

  private static String path(int i) {
    return "/section-" + i % 37 + "/" + scattered(i);
  }

  /// The same number, but so that neighbours have little in common.
  private static String scattered(int i) {
    return Integer.toHexString(i * 0x9e3779b1);
  }
}
