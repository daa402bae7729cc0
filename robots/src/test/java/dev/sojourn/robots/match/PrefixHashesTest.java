package dev.sojourn.robots.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The table of hashes finds what the sorted array finds; if it would be slow, there is none.
class PrefixHashesTest {

  private static final int URLS = Integer.getInteger("sojourn.robots.pairs", 40_000);

  @Test
  void findsWhatTheSearchFinds() {
    var random = new Random(1997);
    for (int round = 0; round < 400; round++) {
      int letters = 1 + random.nextInt(4);
      boolean segments = random.nextBoolean();
      var prefixes = new LinkedHashSet<String>();
      for (int i = 8 + random.nextInt(120); i > 0; i--) {
        prefixes.add(path(random, letters, 14));
      }
      var index = index(prefixes, segments);
      var hashed = index.hashed();
      for (int i = 0; i < URLS / 400; i++) {
        var url = path(random, letters, 30).getBytes(StandardCharsets.US_ASCII);
        assertThat(hashed.find(url, url.length))
            .as("%s by %s", new String(url, StandardCharsets.US_ASCII), prefixes)
            .isEqualTo(index.find(url, url.length));
      }
    }
  }

  /// With this number of prefixes, some URLs have the hash of a prefix that is not theirs.
  @Test
  void isNotDeceivedWhereHashesAgreeByChance() {
    var random = new Random(434);
    var numbers = new HashMap<String, Integer>();
    while (numbers.size() < 60_000) {
      numbers.putIfAbsent(number(random), numbers.size());
    }
    var hashed = index(numbers.keySet(), false).hashed();
    var order = List.copyOf(numbers.keySet());
    for (int i = 0; i < 10 * URLS; i++) {
      var text = number(random);
      var url = (text + "/x").getBytes(StandardCharsets.US_ASCII);
      int found = hashed.find(url, url.length);
      assertThat(found < 0 ? "" : order.get(found))
          .isEqualTo(numbers.containsKey(text) ? text : "");
    }
  }

  @Test
  void takesTheOctetsOfTheUrlToItsEndAndNoneBehindIt() {
    var prefixes = new ArrayList<String>();
    for (int i = 1; i <= 40; i++) {
      prefixes.add("/" + "a".repeat(i));
    }
    var hashed = index(prefixes, false).hashed();
    var buffer = ("/" + "a".repeat(39)).getBytes(StandardCharsets.US_ASCII);
    for (int length = 2; length <= buffer.length; length++) {
      assertThat(hashed.find(buffer, length)).isEqualTo(length - 2);
    }
    assertThat(hashed.find(buffer, 1)).isEqualTo(-1);
  }

  @Test
  void makesATableOfAsManyPrefixesAsFitIntoAFile() {
    var prefixes = new StringBuilder();
    var ends = new ArrayList<Integer>();
    for (int i = 0; i < 60_000; i++) {
      ends.add(prefixes.append("/dir").append(i).append('/').length());
    }
    var pool = prefixes.toString().getBytes(StandardCharsets.US_ASCII);
    for (int n : new int[] {8, 100, 10_000, 60_000}) {
      assertThat(PrefixHashes.of(pool, starts(ends, n), ends(ends, n))).isPresent();
    }
  }

  @Test
  void makesNoTableOfPrefixesThatWereChosenToFallIntoOnePlace() {
    var chosen = new ByteArrayOutputStream();
    var ends = new ArrayList<Integer>();
    for (int i = 0; ends.size() < 80; i++) {
      var prefix = ("/" + i + "/").getBytes(StandardCharsets.US_ASCII);
      if (PrefixHashes.hash(prefix, 0, prefix.length) >>> 56 == 0) {
        chosen.writeBytes(prefix);
        ends.add(chosen.size());
      }
    }
    var pool = chosen.toByteArray();
    assertThat(PrefixHashes.of(pool, starts(ends, 80), ends(ends, 80))).isEmpty();
    assertThat(PrefixHashes.of(pool, starts(ends, 60), ends(ends, 60))).isPresent();
  }

  @Test
  void makesNoTableOfFewPrefixesNorOfOneThatIsEmpty() {
    assertThat(PrefixHashes.of(new byte[7], new int[7], new int[7])).isEmpty();
    assertThat(PrefixHashes.of(new byte[9], new int[9], new int[9])).isEmpty();
  }

  private static PrefixIndex index(Iterable<String> prefixes, boolean segments) {
    var pool = new ByteArrayOutputStream();
    var ends = new ArrayList<Integer>();
    for (var prefix : prefixes) {
      pool.writeBytes(prefix.getBytes(StandardCharsets.US_ASCII));
      ends.add(pool.size());
    }
    int n = ends.size();
    return PrefixIndex.of(
        pool.toByteArray(),
        starts(ends, n),
        ends(ends, n),
        IntStream.range(0, n).toArray(),
        (a, b) -> a > b,
        segments);
  }

  private static int[] starts(List<Integer> ends, int count) {
    return IntStream.range(0, count).map(i -> i == 0 ? 0 : ends.get(i - 1)).toArray();
  }

  private static int[] ends(List<Integer> ends, int count) {
    return IntStream.range(0, count).map(ends::get).toArray();
  }

  private static String path(Random random, int letters, int most) {
    var path = new StringBuilder("/");
    for (int i = random.nextInt(most); i > 0; i--) {
      path.append("a/bc".charAt(random.nextInt(letters)));
    }
    return path.toString();
  }

  private static String number(Random random) {
    return "/" + Integer.toString(36 * 36 * 36 + random.nextInt(36 * 36 * 36 * 12), 36);
  }
}
