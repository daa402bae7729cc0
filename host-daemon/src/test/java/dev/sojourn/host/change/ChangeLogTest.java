package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.host.stay.ChangeMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeLogTest {
  private static final String SITE = "http://site.example";

  @TempDir Path folder;
  private ChangeLog log;

  @BeforeEach
  void open() throws IOException {
    log = ChangeLog.open(folder);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private Map<String, Kind> since(long generation) throws Exception {
    var changes = new TreeMap<String, Kind>();
    log.since(
        SITE,
        generation,
        (dir, name, kind) -> {
          changes.put(dir + name, kind);
          return true;
        });
    return changes;
  }

  @Test
  void reportsWhatIsNewChangedAndGoneSinceEachPlace() throws Exception {
    log.record(SITE, "", Map.of("a", 1L, "b", 1L), 0);
    log.begin(SITE, "");
    log.record(SITE, "", Map.of("a", 2L, "b", 1L, "c", 1L), 1);
    log.record(SITE, "", Map.of("a", 2L, "c", 1L), 2);

    assertThat(since(0)).isEqualTo(Map.of("a", Kind.CHANGED, "b", Kind.GONE, "c", Kind.NEW));
    assertThat(since(1)).isEqualTo(Map.of("b", Kind.GONE));
    assertThat(since(2)).isEmpty();
  }

  @Test
  void isAsItWasAfterARestart() throws Exception {
    log.record(SITE, "x/", Map.of("a", 1L), 0);
    var mark = log.begin(SITE, "");
    log.record(SITE, "x/", Map.of("a", 2L), 1);
    log.keep(SITE, 1);
    log.close();
    log = ChangeLog.open(folder);

    assertThat(log.mark(SITE)).contains(new ChangeMark(mark.record(), 1));
    assertThat(since(0)).isEqualTo(Map.of("x/a", Kind.CHANGED));
    assertThat(log.directories(SITE, "")).containsExactly("x/");
    assertThat(log.mark("http://other.example")).isEmpty();
  }

  @Test
  void changesThatAreReadInPartsAreAllRead() throws Exception {
    log.begin(SITE, "");
    var files = new TreeMap<String, Long>();
    for (int i = 0; i < 2_500; i++) {
      files.put("f" + i, 1L);
    }
    log.record(SITE, "x/", files, 1);
    log.record(SITE, "y/", Map.of("f1", 1L), 2);
    log.record(SITE, "", Map.of("f1", 1L), 2);
    assertThat(since(0)).hasSize(2_502);
    assertThat(since(1)).isEqualTo(Map.of("y/f1", Kind.NEW, "f1", Kind.NEW));
  }

  @Test
  void forgetsFilesThatWentAndSitesThatAreNotServedAnyMore() throws Exception {
    log.record(SITE, "", Map.of("a", 1L, "b", 1L), 0);
    log.begin(SITE, "");
    log.record(SITE, "", Map.of("b", 1L), 1);
    log.record(SITE, "", Map.of(), 2);

    assertThat(log.size(SITE)).isEqualTo(2);
    assertThat(log.forgetGone(SITE, 1)).isEqualTo(1);
    assertThat(log.size(SITE)).isEqualTo(1);
    assertThat(since(1)).isEqualTo(Map.of("b", Kind.GONE));
    assertThat(log.origins()).containsExactly(SITE);
    log.forget(SITE);
    assertThat(log.origins()).isEmpty();
    assertThat(since(0)).isEmpty();
  }

  /// Neither memory nor a transaction grows with the site.
  @Test
  void manyPagesOfOneDirectoryAreRecordedInPartsAsTheyAre() throws Exception {
    var random = new SplittableRandom(3);
    var before = new TreeMap<String, Long>();
    log.begin(SITE, "");
    for (int step = 1; step <= 4; step++) {
      var now = new TreeMap<String, Long>();
      for (int i = 0; i < 3_000; i++) {
        if (random.nextInt(step + 1) > 0) {
          now.put("/p" + i, (long) random.nextInt(3));
        }
      }
      assertThat(log.record(SITE, "", now, step, true)).isEqualTo(changes(before, now).size());
      assertThat(since(step - 1L)).isEqualTo(changes(before, now));
      before = now;
    }
  }

  /// A feed shows only the latest pages.
  @Test
  void pagesThatAreNotAllTakeNoneAway() throws Exception {
    log.begin(SITE, "");
    log.record(SITE, "/feed", new TreeMap<>(Map.of("/a", 1L, "/b", 1L)), 1, true);
    log.record(SITE, "/feed", new TreeMap<>(Map.of("/b", 2L, "/c", 1L)), 2, false);

    assertThat(since(1)).isEqualTo(Map.of("/feed/b", Kind.CHANGED, "/feed/c", Kind.NEW));
    assertThat(log.stamp(SITE, "/feed", "/a")).contains(1L);
    assertThat(log.stamp(SITE, "/feed", "/d")).isEmpty();
  }

  private static Map<String, Kind> changes(Map<String, Long> before, Map<String, Long> now) {
    var changes = new TreeMap<String, Kind>();
    now.forEach(
        (page, stamp) -> {
          if (!stamp.equals(before.get(page))) {
            changes.put(page, before.containsKey(page) ? Kind.CHANGED : Kind.NEW);
          }
        });
    before.keySet().stream()
        .filter(page -> !now.containsKey(page))
        .forEach(page -> changes.put(page, Kind.GONE));
    return changes;
  }

  /// A crash between the two leaves the number of the site behind its files.
  @Test
  void reportsTheLastChangeThatWasRecordedButNotKept() throws Exception {
    assertThat(log.lastRecorded(SITE)).isEmpty();
    log.begin(SITE, "");
    assertThat(log.lastRecorded(SITE)).contains(0L);
    log.record(SITE, "", Map.of("a", 1L), 1);
    assertThat(log.lastRecorded(SITE)).contains(1L);
    log.keep(SITE, 3);
    assertThat(log.lastRecorded(SITE)).contains(3L);
  }

  /// A model that keeps all files at each step.
  @Test
  void agreesWithAModelThatRemembersEverything() throws Exception {
    for (int seed = 0; seed < 5; seed++) {
      var site = SITE + seed;
      var random = new SplittableRandom(seed);
      var history = new ArrayList<Map<String, Long>>();
      history.add(files(random));
      log.record(site, "", history.getFirst(), 0);
      log.begin(site, "");
      for (int step = 1; step < 12; step++) {
        history.add(files(random));
        log.record(site, "", history.get(step), step);
      }
      for (int mark = 0; mark < history.size(); mark++) {
        int from = mark;
        var noted = new TreeMap<String, Kind>();
        log.since(
            site,
            mark,
            (_, name, kind) -> {
              noted.put(name, kind);
              return true;
            });
        var now = history.getLast();
        for (var name : List.of("a", "b", "c", "d")) {
          var before = history.get(from).get(name);
          var kind = noted.get(name);
          if (before == null && !now.containsKey(name)) {
            continue; // It came and went; after several lives a file may be reported as gone.
          }
          if (before == null) {
            assertThat(kind).as("%d: %s from %d", seed, name, mark).isIn(Kind.NEW, Kind.CHANGED);
          } else if (!now.containsKey(name)) {
            assertThat(kind).as("%d: %s from %d", seed, name, mark).isEqualTo(Kind.GONE);
          } else if (!before.equals(now.get(name))) {
            assertThat(kind).as("%d: %s from %d", seed, name, mark).isNotNull();
          }
        }
      }
    }
  }

  private static Map<String, Long> files(SplittableRandom random) {
    var files = new TreeMap<String, Long>();
    for (var name : List.of("a", "b", "c", "d")) {
      if (random.nextInt(3) > 0) {
        files.put(name, (long) random.nextInt(3));
      }
    }
    return files;
  }
}
