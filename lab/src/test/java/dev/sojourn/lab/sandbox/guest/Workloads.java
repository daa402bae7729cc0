package dev.sojourn.lab.sandbox.guest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.function.IntUnaryOperator;

/// The usual work of agents, as pure computations: the code that is measured with and without stop
/// polls. Each takes about a millisecond and gives a checksum.
public final class Workloads implements IntUnaryOperator {
  private static final int TEXT_CHARS = 60_000;
  private static final int VALUES = 8_192;
  private static final int SIDE = 72;

  private final String prose = prose();
  private final String html = html();

  /// Makes the inputs.
  public Workloads() {}

  @Override
  public int applyAsInt(int which) {
    return switch (which) {
      case 0 -> words();
      case 1 -> scan();
      case 2 -> sort();
      case 3 -> numbers();
      default -> calls(21) + tree(15);
    };
  }

  private static String prose() {
    var text = new StringBuilder();
    int seed = 1;
    while (text.length() < TEXT_CHARS) {
      seed = seed * 1_103_515_245 + 12_345;
      int word = (seed >>> 16) & 1_023;
      for (int i = 0; i <= word % 9; i++) {
        text.append((char) ('a' + (word + i * 7) % 26));
      }
      text.append(word % 13 == 0 ? ". " : " ");
    }
    return text.toString();
  }

  private static String html() {
    var text = new StringBuilder("<!DOCTYPE html><html><body>");
    for (int i = 0; text.length() < TEXT_CHARS * 4; i++) {
      text.append("<p class=\"c").append(i % 7).append("\">Text &amp; more <a href='/p/");
      text.append(i).append("?x=1'>link ").append(i).append("</a><!-- no --></p>\n");
    }
    return text.toString();
  }

  private int words() {
    var counts = new HashMap<String, Integer>();
    int start = -1;
    for (int i = 0; i < prose.length(); i++) {
      char c = prose.charAt(i);
      if (c >= 'a' && c <= 'z') {
        start = start < 0 ? i : start;
      } else if (start >= 0) {
        counts.merge(prose.substring(start, i), 1, Integer::sum);
        start = -1;
      }
    }
    int sum = 0;
    for (var entry : counts.entrySet()) {
      sum += entry.getKey().length() * entry.getValue();
    }
    return sum;
  }

  private int scan() {
    int tags = 0;
    int quoted = 0;
    int entities = 0;
    int state = 0;
    for (int i = 0; i < html.length(); i++) {
      char c = html.charAt(i);
      switch (state) {
        case 0 -> {
          if (c == '<') {
            state = 1;
            tags++;
          } else if (c == '&') {
            entities++;
          }
        }
        case 1 -> {
          if (c == '>') {
            state = 0;
          } else if (c == '"' || c == '\'') {
            state = c;
          }
        }
        default -> {
          if (c == state) {
            state = 1;
          } else {
            quoted++;
          }
        }
      }
    }
    return tags * 31 + quoted * 7 + entities;
  }

  private static int sort() {
    var values = new int[VALUES];
    var boxed = new ArrayList<Integer>();
    int seed = 42;
    for (int i = 0; i < VALUES; i++) {
      seed = seed * 1_664_525 + 1_013_904_223;
      values[i] = seed;
      if (i % 4 == 0) {
        boxed.add(seed);
      }
    }
    quicksort(values, 0, values.length - 1);
    boxed.sort((a, b) -> Integer.compare(b, a));
    return values[VALUES / 2] ^ boxed.getFirst();
  }

  private static void quicksort(int[] values, int from, int to) {
    int low = from;
    int high = to;
    int pivot = values[(from + to) >>> 1];
    while (low <= high) {
      while (values[low] < pivot) {
        low++;
      }
      while (values[high] > pivot) {
        high--;
      }
      if (low <= high) {
        int swapped = values[low];
        values[low++] = values[high];
        values[high--] = swapped;
      }
    }
    if (from < high) {
      quicksort(values, from, high);
    }
    if (low < to) {
      quicksort(values, low, to);
    }
  }

  private static int numbers() {
    var left = new double[SIDE][SIDE];
    var right = new double[SIDE][SIDE];
    long state = 88_172_645_463_325_252L;
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        left[i][j] = state % 1_000 / 7.0;
        right[j][i] = state % 777 / 3.0;
      }
    }
    double sum = 0;
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        double cell = 0;
        for (int k = 0; k < SIDE; k++) {
          cell += left[i][k] * right[k][j];
        }
        sum += cell;
      }
    }
    return (int) Math.floorMod((long) sum, 1_000_003L) + primes(60_000);
  }

  private static int primes(int below) {
    var composite = new boolean[below];
    int count = 0;
    for (int i = 2; i < below; i++) {
      if (!composite[i]) {
        count++;
        for (int j = i * 2; j < below; j += i) {
          composite[j] = true;
        }
      }
    }
    return count;
  }

  private static int calls(int n) {
    return n < 2 ? n : calls(n - 1) + calls(n - 2);
  }

  private record Node(Node left, Node right) {
    int size() {
      return (left == null ? 0 : left.size()) + 1 + (right == null ? 0 : right.size());
    }
  }

  private static int tree(int depth) {
    return grown(depth).size();
  }

  private static Node grown(int depth) {
    return depth == 0 ? new Node(null, null) : new Node(grown(depth - 1), grown(depth - 1));
  }
}
