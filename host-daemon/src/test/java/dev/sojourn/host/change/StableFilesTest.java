package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.visit.warc.FileStamp;
import dev.sojourn.visit.warc.WarcDamage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Files that are being written. Each of their damages is reported once.
class StableFilesTest {
  private static final Path FILE = Path.of("/srv/1.warc.gz");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final StableFiles settled = new StableFiles(Duration.ofSeconds(1));

  private static FileStamp stamp(long size) {
    return new FileStamp(size, 0, "key");
  }

  @Test
  void aFileThatGrowsFromLookToLookIsNotSettledUntilItStays() {
    for (int i = 0; i < 5; i++) {
      settled.look(Map.of(FILE, stamp(i)), i * SECOND);
      assertThat(settled.isSettled(FILE)).isFalse();
    }
    settled.look(Map.of(FILE, stamp(4)), 5 * SECOND);
    assertThat(settled.isSettled(FILE)).isTrue();
    assertThat(settled.isUnchangedFor(FILE, Duration.ofSeconds(2))).isFalse();
  }

  /// Some programs delete a file, and then move the next one to its place.
  @Test
  void aFileThatIsAwayForAMomentIsNotGone() {
    settled.look(Map.of(FILE, stamp(1)), 0);
    settled.look(Map.of(), 10 * SECOND);
    assertThat(settled.isSettled(FILE)).isFalse();
    settled.look(Map.of(), 11 * SECOND);
    assertThat(settled.isSettled(FILE)).isTrue();
  }

  /// A model that remembers all looks.
  @Test
  void agreesWithAModelThatRemembersAllLooks() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      var files = new StableFiles(Duration.ofSeconds(1));
      var history = new HashMap<Long, Optional<FileStamp>>();
      long now = 0;
      for (int step = 0; step < 40; step++) {
        now += random.nextLong(SECOND / 4, SECOND);
        var seen =
            random.nextInt(4) == 0
                ? Optional.<FileStamp>empty()
                : Optional.of(stamp(random.nextInt(2)));
        history.put(now, seen);
        files.look(seen.map(stamp -> Map.of(FILE, stamp)).orElse(Map.of()), now);
        assertThat(files.isSettled(FILE)).as("%d, %d", seed, step).isEqualTo(isSettled(history));
      }
    }
  }

  /// The file was the same in all looks of a second, or was never there.
  private static boolean isSettled(Map<Long, Optional<FileStamp>> history) {
    long last = history.keySet().stream().mapToLong(at -> at).max().orElseThrow();
    long since =
        history.entrySet().stream()
            .filter(look -> !look.getValue().equals(history.get(last)))
            .mapToLong(Map.Entry::getKey)
            .max()
            .orElse(-1);
    long first =
        history.keySet().stream().filter(at -> at > since).mapToLong(at -> at).min().orElseThrow();
    boolean wasNeverThere = since < 0 && history.get(last).isEmpty();
    return wasNeverThere || last - first >= SECOND;
  }

  @Test
  void aDamageIsReportedOnceAndNotBeforeItsFileIsAtRest() {
    var noted = new ReportedDamage(List.of());
    var cut = new WarcDamage(FILE, 10, "the file ends within a record");
    var later = new WarcDamage(FILE, 20, "the file ends within a record");

    assertThat(noted.fresh(List.of(cut), _ -> false)).isEmpty();
    assertThat(noted.fresh(List.of(later), _ -> true)).containsExactly(later);
    assertThat(noted.fresh(List.of(later), _ -> true)).isEmpty();
    assertThat(new ReportedDamage(List.of(cut)).fresh(List.of(cut), _ -> true)).isEmpty();
  }
}
