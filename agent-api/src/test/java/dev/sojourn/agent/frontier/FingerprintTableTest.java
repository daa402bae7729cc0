package dev.sojourn.agent.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FingerprintTableTest {
  private static final long SEED = 7;

  @Test
  void aTextIsNewOnce() {
    var prints = FingerprintTable.plain();

    assertThat(prints.add(Fingerprint.of("a"))).isTrue();
    assertThat(prints.add(Fingerprint.of("a"))).isFalse();
    assertThat(prints.add(Fingerprint.of(""))).isTrue();
    assertThat(prints.add(Fingerprint.of(""))).isFalse();
  }

  @Test
  void distinguishesTextsThatDifferInOneLetter() {
    var prints = FingerprintTable.plain();
    for (char a = 0; a < 100; a++) {
      for (char b = 0; b < 100; b++) {
        assertThat(prints.add(Fingerprint.of("" + a + b))).isTrue();
      }
    }
  }

  @Test
  void agreesWithASetOfTheTextsWhileItGrows() {
    var random = new Random(SEED);
    var prints = FingerprintTable.plain();
    var texts = new HashSet<String>();
    for (int i = 0; i < 100_000; i++) {
      var text = Integer.toString(random.nextInt(70_000), 36);
      assertThat(prints.add(Fingerprint.of(text)))
          .describedAs("%s", text)
          .isEqualTo(texts.add(text));
    }
    assertThat(prints.size()).isEqualTo(texts.size());
  }

  /// Marks of prints in the hash table and in the sorted rest, saved now and then.
  @Test
  void agreesWithAMapOfTheMarks() throws IOException {
    var random = new Random(SEED);
    var table = FingerprintTable.marked();
    var marks = new HashMap<Long, Integer>();
    for (int i = 0; i < 60_000; i++) {
      long print = Fingerprint.of(Integer.toString(random.nextInt(30_000)));
      assertThat(table.mark(print)).isEqualTo(marks.getOrDefault(print, 0));
      int mark = random.nextInt(10) == 0 ? random.nextInt(1 << 24) : random.nextInt(60);
      table.mark(print, mark);
      marks.put(print, mark);
      if (random.nextInt(10_000) == 0) {
        table = restored(table, true);
      }
    }
    requireMarks(table, marks);
    requireMarks(restored(table, true), marks);
  }

  private static void requireMarks(FingerprintTable table, Map<Long, Integer> marks) {
    assertThat(table.size()).isEqualTo(marks.size());
    marks.forEach((print, mark) -> assertThat(table.mark(print)).isEqualTo(mark));
  }

  @Test
  void takesAtMostTenBitsMoreThanItsExactnessNeeds() throws IOException {
    var table = FingerprintTable.plain();
    for (int count = 1, added = 0; count <= 1 << 17; count *= 2) {
      for (; added < count; added++) {
        table.add(Fingerprint.of("http://h/" + added));
      }
      double bits = 8.0 * saved(table).length / count;
      double needed = 64 - Math.log(count) / Math.log(2);
      assertThat(bits - needed).as("%d prints", count).isLessThan(count < 8 ? 24 : 10);
    }
  }

  /// They would belong in one place of a hash table, and each would be looked for behind all
  /// others.
  @Test
  void printsThatAllBeginAlikeAreNotSlow() {
    var prints = new long[50_000];
    for (int i = 0; i < prints.length; i++) {
      prints[i] = 1L << 40 | (long) i << 20 | 1;
    }
    var table = FingerprintTable.plain();
    for (long print : prints) {
      table.add(print);
    }

    for (long print : prints) {
      assertThat(table.contains(print)).isTrue();
      assertThat(table.contains(print + 1)).isFalse();
    }
  }

  @Test
  void readsNoPrintsOutOfTheirOrder() throws IOException {
    var table = FingerprintTable.plain();
    table.add(1);
    table.add(2);
    var bytes = saved(table);
    assertThat(bytes).containsExactly(0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2);
    bytes[9] = 3;
    assertRefused(bytes, "not in their order");
    bytes[9] = 2;
    assertRefused(bytes, "not in their order");
  }

  @Test
  void readsNoPrintOfBothParts() {
    byte[] twice = {1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1};
    assertRefused(twice, "not in their order");
  }

  @Test
  void readsNoMorePrintsThanThereAreOctets() {
    assertRefused(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7, 1}, "length");
    assertRefused(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 15}, "31 bits");
  }

  @Test
  void everyDamagedOctetIsRefusedOrRead() throws IOException {
    var table = FingerprintTable.marked();
    for (int i = 1; i < 700; i++) {
      table.mark(Fingerprint.of("a" + i), i);
    }
    var bytes = saved(table);
    var random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      var damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        var read = FingerprintTable.marked();
        read.read(input(damaged));
        assertThat(read.size()).isLessThan(1_000);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  private static void assertRefused(byte[] bytes, String reason) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> FingerprintTable.plain().read(input(bytes)))
        .withMessageContaining(reason);
  }

  private static StateInput input(byte[] bytes) {
    return new StateInput(bytes, 0, bytes.length, _ -> {});
  }

  private static byte[] saved(FingerprintTable table) throws IOException {
    var out = new ByteArrayOutputStream();
    table.write(new StateOutput(out, _ -> {}));
    return out.toByteArray();
  }

  private static FingerprintTable restored(FingerprintTable table, boolean isMarked)
      throws IOException {
    var bytes = saved(table);
    var restored = isMarked ? FingerprintTable.marked() : FingerprintTable.plain();
    var in = input(bytes);
    restored.read(in);
    assertThat(in.position()).isEqualTo(bytes.length);
    return restored;
  }
}
