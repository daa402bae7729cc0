package dev.sojourn.robots;

import dev.sojourn.robots.image.RecordCursor;
import dev.sojourn.robots.image.Tag;
import dev.sojourn.robots.match.Octets;
import dev.sojourn.robots.match.PrefixIndex;
import dev.sojourn.robots.match.UrlOctets;
import dev.sojourn.robots.match.WildcardIndex;
import java.util.Arrays;

/// The rules of one agent, in an index that finds the deciding rule without trying all.
///
/// A rule without wildcards, or with wildcards only at its end, is a literal prefix. In RFC 9309,
/// the score of a rule is twice the length of its canonical pattern, plus one for an Allow. The
/// matching rule with the highest score decides. In the 1996 dialect, every pattern is literal and
/// the first matching rule decides; an empty Disallow matches and allows every URL.
final class RuleIndex {

  /// Means that there is no such rule.
  private static final int NOWHERE = -1;

  private static final RuleIndex EMPTY =
      new RuleIndex(new byte[0], PrefixIndex.EMPTY, wildcards(new byte[0], new int[0]), NOWHERE);

  private final byte[] image;
  private final PrefixIndex literals;
  private final WildcardIndex wildcards;

  /// The position of the first rule that allows everything.
  private final int open;

  private RuleIndex(byte[] image, PrefixIndex literals, WildcardIndex wildcards, int open) {
    this.image = image;
    this.literals = literals;
    this.wildcards = wildcards;
    this.open = open;
  }

  static RuleIndex of(byte[] image, int[] rules, boolean of1996) {
    if (rules.length == 0) {
      return EMPTY;
    }
    var start = new int[rules.length];
    var end = new int[rules.length];
    var value = new int[rules.length];
    var wild = new int[rules.length];
    int literals = 0;
    int wilds = 0;
    int open = NOWHERE;
    for (int at : rules) {
      if (of1996 && isEmptyDisallow(image, at)) {
        open = at;
        // Later rules are never reached.
        break;
      }
      int from = RecordCursor.payload(image, at);
      int to = RecordCursor.end(image, at);
      if (!canMatch(image, from, to, of1996)) {
        continue;
      }
      int literalEnd = of1996 ? to : literalEnd(image, from, to);
      if (literalEnd < 0) {
        wild[wilds++] = at;
      } else {
        start[literals] = from;
        end[literals] = literalEnd;
        value[literals++] = at;
      }
    }
    var prefixes =
        literals(
            image,
            Arrays.copyOf(start, literals),
            Arrays.copyOf(end, literals),
            Arrays.copyOf(value, literals),
            of1996);
    return new RuleIndex(image, prefixes, wildcards(image, Arrays.copyOf(wild, wilds)), open);
  }

  private static PrefixIndex literals(
      byte[] image, int[] start, int[] end, int[] value, boolean of1996) {
    return PrefixIndex.of(
        image,
        start,
        end,
        value,
        of1996 ? (a, b) -> a < b : (a, b) -> score(image, a) > score(image, b),
        false);
  }

  private static WildcardIndex wildcards(byte[] image, int[] rules) {
    int n = rules.length;
    // The score is in the upper half; the rule's number, counted from the end, is in the lower
    // half. The highest score comes last, and with equal scores the first rule of the file.
    var order = new long[n];
    for (int i = 0; i < n; i++) {
      order[i] = (long) score(image, rules[i]) << Integer.SIZE | (n - i);
    }
    Arrays.sort(order);
    var start = new int[n];
    var end = new int[n];
    var score = new int[n];
    var value = new int[n];
    for (int i = 0; i < n; i++) {
      int at = rules[n - (int) order[n - 1 - i]];
      start[i] = RecordCursor.payload(image, at);
      end[i] = RecordCursor.end(image, at);
      score[i] = score(image, at);
      value[i] = at;
    }
    return WildcardIndex.of(image, start, end, score, value);
  }

  /// The position of the deciding rule, or -1.
  int find(UrlOctets url) {
    int literal = literals.find(url);
    int wild = wildcards.find(url, literal < 0 ? -1 : score(image, literal));
    int found = wild < 0 ? literal : wild;
    return found < 0 ? open : found;
  }

  /// Whether a rule is a Disallow without a path, which allows everything in the 1996 dialect.
  static boolean isEmptyDisallow(byte[] image, int at) {
    return RecordCursor.tag(image, at) == Tag.DISALLOW && RecordCursor.varint(image, at) == 0;
  }

  /// Whether a pattern can match any URL at all.
  static boolean canMatch(byte[] image, int from, int to, boolean of1996) {
    return from < to && (image[from] == '/' || (!of1996 && image[from] == Octets.WILD));
  }

  static int score(byte[] image, int at) {
    int allow = RecordCursor.tag(image, at) == Tag.ALLOW ? 1 : 0;
    return RecordCursor.varint(image, at) * 2 + allow;
  }

  /// The end of the pattern without trailing wildcards, or -1 if the rest is not literal.
  private static int literalEnd(byte[] image, int from, int to) {
    int end = to;
    while (end > from && image[end - 1] == Octets.WILD) {
      end--;
    }
    for (int i = from; i < end; i++) {
      if (image[i] == Octets.WILD || image[i] == Octets.END) {
        return -1;
      }
    }
    return end;
  }
}
