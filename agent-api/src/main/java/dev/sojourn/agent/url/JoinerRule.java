package dev.sojourn.agent.url;

import java.text.Normalizer;
import java.util.Arrays;

/// The rule for the two joiners, which are invisible (RFC 5892, A.1 and A.2). Both may follow a
/// virama, a sign that removes a vowel. A non-joiner may also stand between letters that would be
/// joined.
final class JoinerRule {
  private static final int NON_JOINER = 0x200c;
  private static final int JOINER = 0x200d;

  /// The letters that join the next letter (joining types D and L of Unicode).
  private static final int[][] JOIN_NEXT =
      ranges(
          """
          620 626 628 62a-62e 633-63f 641-647 649-64a 66e-66f 678-687 69a-6bf 6c1-6c2 6cc 6ce \
          6d0-6d1 6fa-6fc 6ff 712-714 71a-71d 71f-727 729 72b 72d-72e 74e-758 75c-76a 76d-770 772 \
          775-777 77a-77f 7ca-7ea 841-845 848 84a-853 855 860 862-865 868 886 889-88d 8a0-8a9 \
          8af-8b0 8b3-8b8 8ba-8c8 1807 1820-1878 1887-18a8 18aa a840-a872 10ac0-10ac4 10acd \
          10ad3-10adc 10ade-10ae0 10aeb-10aee 10b80 10b82 10b86-10b88 10b8a-10b8b 10b8d 10b90 \
          10bad-10bae 10d00-10d21 10d23 10ec3-10ec4 10f30-10f32 10f34-10f44 10f51-10f53 \
          10f70-10f73 10f76-10f81 10fb0 10fb2-10fb3 10fb8 10fbb-10fbc 10fbe-10fbf 10fc1 10fc4 \
          10fca-10fcb 1e900-1e943
          """);

  /// The letters that join the previous letter (joining types D and R).
  private static final int[][] JOIN_PREVIOUS =
      ranges(
          """
          620 622-63f 641-64a 66e-66f 671-673 675-6d3 6d5 6ee-6ef 6fa-6fc 6ff 710 712-72f 74d-77f \
          7ca-7ea 840-858 860 862-865 867-86a 870-882 886 889-88e 8a0-8ac 8ae-8c8 1807 1820-1878 \
          1887-18a8 18aa a840-a871 10ac0-10ac5 10ac7 10ac9-10aca 10ace-10ad6 10ad8-10ae1 10ae4 \
          10aeb-10aef 10b80-10b91 10ba9-10bae 10d01-10d23 10ec2-10ec4 10f30-10f44 10f51-10f54 \
          10f70-10f81 10fb0 10fb2-10fb6 10fb8-10fbf 10fc1-10fc4 10fc9-10fca 1e900-1e943
          """);

  private JoinerRule() {}

  /// {@return whether each joiner of a label is at a permitted place}
  static boolean holds(int[] label) {
    for (int i = 0; i < label.length; i++) {
      boolean isJoiner = label[i] == JOINER || label[i] == NON_JOINER;
      boolean holds =
          !isJoiner
              || (i > 0 && isVirama(label[i - 1]))
              || (label[i] == NON_JOINER && isBetweenJoining(label, i));
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBetweenJoining(int[] label, int at) {
    int before = at - 1;
    while (before >= 0 && isTransparent(label[before])) {
      before--;
    }
    int after = at + 1;
    while (after < label.length && isTransparent(label[after])) {
      after++;
    }
    return before >= 0
        && after < label.length
        && isIn(JOIN_NEXT, label[before])
        && isIn(JOIN_PREVIOUS, label[after]);
  }

  /// Whether a sign is skipped when letters are joined: a mark or U+1E94B. The two joiners are not
  /// skipped.
  private static boolean isTransparent(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
      default -> c == 0x1e94b;
    };
  }

  /// Whether a sign has the canonical combining class 9. The JDK has no method for the class, but
  /// it sorts marks by class. U+3099 has class 8, and U+05B0 has class 10.
  private static boolean isVirama(int c) {
    var sign = Character.toString(c);
    return c != 0x5b0
        && ordered("a\u05b0" + sign).equals("a" + sign + "\u05b0")
        && ordered("a" + sign + "\u3099").equals("a\u3099" + sign);
  }

  private static String ordered(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD);
  }

  private static boolean isIn(int[][] ranges, int c) {
    return Arrays.stream(ranges).anyMatch(range -> c >= range[0] && c <= range[1]);
  }

  private static int[][] ranges(String text) {
    return Arrays.stream(text.strip().split("\\s+"))
        .map(range -> Arrays.stream(range.split("-")).mapToInt(c -> Integer.parseInt(c, 16)))
        .map(ends -> ends.toArray())
        .map(ends -> new int[] {ends[0], ends[ends.length - 1]})
        .toArray(int[][]::new);
  }
}
