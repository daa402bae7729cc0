package dev.sojourn.agent.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UrlQueueTest {
  private static final long SEED = 11;

  /// Against a queue of the JDK, with blocks of every size, saved now and then.
  @Test
  void agreesWithAQueueOfTheUrls() throws IOException {
    for (int blockUrls : new int[] {1, 2, 7, 300, 5_000}) {
      var random = new Random(SEED + blockUrls);
      var queue = new UrlQueue(blockUrls);
      var naive = new ArrayDeque<WaitingUrl>();
      int added = 0;
      for (int round = 0; round < 1_000; round++) {
        var page = random.nextInt(3) == 0 ? "" : "http://h/d" + random.nextInt(50) + "/";
        int links = random.nextInt(12);
        for (int i = 0; i < links; i++) {
          var url = new WaitingUrl(page + "p" + added++ + ".html", page, random.nextInt(3));
          queue.add(url);
          naive.add(url);
        }
        for (int i = random.nextInt(round < 500 ? 8 : 16); i > 0 && !naive.isEmpty(); i--) {
          assertThat(queue.take()).isEqualTo(naive.removeFirst());
        }
        if (random.nextInt(20) == 0) {
          int most = random.nextInt(40);
          assertThat(queue.upcoming(most)).isEqualTo(naive.stream().limit(most).toList());
        }
        if (random.nextInt(200) == 0) {
          queue = restored(queue);
        }
        assertThat(queue.size()).isEqualTo(naive.size());
      }
      assertThat(queue.upcoming(Integer.MAX_VALUE)).isEqualTo(List.copyOf(naive));
      queue = restored(queue);
      while (!naive.isEmpty()) {
        assertThat(queue.take()).isEqualTo(naive.removeFirst());
      }
      assertThat(queue.isEmpty()).isTrue();
    }
  }

  @Test
  void hasNothingToGiveWhenEmpty() {
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> new UrlQueue().take());
  }

  @Test
  void aUrlOfARegularSiteTakesFewOctets() throws IOException {
    var queue = new UrlQueue();
    int urls = 50_000;
    for (int i = 0; i < urls; i++) {
      var page = "http://www.example.org/section-" + i / 100 + "/";
      queue.add(new WaitingUrl(page + "page-" + i * 31 % 100_000 + ".html", page, 2));
    }

    assertThat(saved(queue).length).isLessThan(urls * 6);
  }

  @Test
  void keepsTheLongestUrls() throws IOException {
    var queue = new UrlQueue();
    var all = new ArrayList<WaitingUrl>();
    for (int i = 0; i < 100; i++) {
      all.add(
          new WaitingUrl(
              "http://h/" + "u".repeat(8_000) + i, "http://h/" + i + "p".repeat(8_000), i));
    }
    all.forEach(queue::add);

    assertThat(restored(queue).upcoming(100)).isEqualTo(all);
  }

  @Test
  void everyDamagedOctetIsRefusedOrRead() throws IOException {
    var queue = new UrlQueue();
    for (int i = 0; i < 300; i++) {
      queue.add(new WaitingUrl("http://h/" + i, "http://h/" + i / 10, i / 10));
    }
    var bytes = saved(queue);
    var random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      var damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      var read = new UrlQueue();
      try {
        read.read(input(damaged));
        while (!read.isEmpty()) {
          read.take();
        }
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(950);
  }

  @Test
  void aBlockThatUnpacksToMoreThanItSaysIsRefused() throws IOException {
    var queue = new UrlQueue();
    for (int i = 0; i < 1_000; i++) {
      queue.add(new WaitingUrl("http://h/" + "a".repeat(100) + i, "", 0));
    }
    var bytes = saved(queue);
    // One block; its URLs; the octets of text in two or three octets.
    assertThat(bytes[0]).isEqualTo((byte) 1);
    bytes[3] = (byte) 0x80;
    bytes[4] = (byte) 0x80;
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new UrlQueue().read(input(bytes)))
        .withMessageContaining("block of waiting URLs");
  }

  private static StateInput input(byte[] bytes) {
    return new StateInput(bytes, 0, bytes.length, _ -> {});
  }

  private static byte[] saved(UrlQueue queue) throws IOException {
    var out = new ByteArrayOutputStream();
    queue.write(new StateOutput(out, _ -> {}));
    return out.toByteArray();
  }

  private static UrlQueue restored(UrlQueue queue) throws IOException {
    var bytes = saved(queue);
    var restored = new UrlQueue();
    var in = input(bytes);
    restored.read(in);
    assertThat(in.position()).isEqualTo(bytes.length);
    return restored;
  }
}
