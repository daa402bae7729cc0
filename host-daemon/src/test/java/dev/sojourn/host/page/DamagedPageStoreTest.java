package dev.sojourn.host.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.testing.SmallDisk;
import dev.sojourn.visit.view.ViewKey;
import dev.sojourn.visit.view.ViewKind;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of a page store that something damaged, replaced or filled. The daemon must go on, and no
/// view may be wrong.
@EnabledOnOs(OS.LINUX)
class DamagedPageStoreTest {
  private static final String SITE = "http://site.example";
  private static final int VIEWS = 200;
  private static final int VIEW_BYTES = 6_000;

  @TempDir private Path data;

  private static PageStore open(Path data) {
    var store = PageStore.open(data, 2 * PageStoreBound.LEAST_BYTES, () -> Instant.EPOCH);
    store.serve(Map.of(SITE, "1"));
    return store;
  }

  private static ViewStore pages(PageStore store) {
    return store.of(SITE, "1");
  }

  private static ViewKey key(int page) {
    return new ViewKey(SITE, "/page/" + page, ViewKind.PAGE, "v");
  }

  private static byte[] view(int page) {
    var view = new byte[VIEW_BYTES];
    new SplittableRandom(page).nextBytes(view);
    return view;
  }

  private static void settle(PageStore store) throws InterruptedException {
    assertThat(store.forget(SITE, _ -> false)).isZero();
  }

  private static void fill(PageStore store) throws InterruptedException {
    for (int i = 0; i < VIEWS; i++) {
      pages(store).put(key(i), view(i));
    }
    settle(store);
  }

  /// The number of views that are found. None may be wrong.
  private static int found(PageStore store) {
    int found = 0;
    for (int i = 0; i < VIEWS; i++) {
      var view = pages(store).find(key(i));
      if (view.isPresent()) {
        assertThat(view).hasValue(view(i));
        found++;
      }
    }
    return found;
  }

  private void makeFilled() throws InterruptedException {
    try (var store = open(data)) {
      settle(store);
      fill(store);
      assertThat(found(store)).isEqualTo(VIEWS);
    }
  }

  /// Whatever is found at first, all views can be kept again in the end.
  private static void assertWorks(Path data) throws InterruptedException {
    try (var store = open(data)) {
      settle(store);
      var _ = found(store);
      settle(store);
      fill(store);
      // A fault that only a write meets.
      fill(store);
      assertThat(found(store)).isEqualTo(VIEWS);
    }
  }

  private Path file() {
    return data.resolve("pages.db");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 0.00001, 0.001, 0.3, 0.7, 0.999999})
  void aTruncatedFileIsMadeAgain(double share) throws Exception {
    makeFilled();
    try (var file = new RandomAccessFile(file().toFile(), "rw")) {
      file.setLength((long) (file.length() * share));
    }

    assertWorks(data);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void flippedBytesNeverMakeAWrongView(long seed) throws Exception {
    makeFilled();
    flip(new SplittableRandom(seed), seed % 2 == 0 ? 40 : 2_000, Files.size(file()));

    assertWorks(data);
  }

  /// The first pages have the header, the schema and the roots of all tables.
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
  void flippedBytesOfTheFirstPagesDoNoHarm(long seed) throws Exception {
    makeFilled();
    flip(new SplittableRandom(seed), 20, 8 * 4_096);

    assertWorks(data);
  }

  private void flip(SplittableRandom random, int times, long within) throws IOException {
    try (var file = new RandomAccessFile(file().toFile(), "rw")) {
      for (int i = 0; i < times; i++) {
        file.seek(random.nextLong(within));
        file.write(random.nextInt(256));
      }
    }
  }

  @Test
  void bytesThatAreFlippedInAStoreAtWorkAreFoundByTheirChecksum() throws Exception {
    try (var store = open(data)) {
      settle(store);
      fill(store);
      try (var session = new SqliteSession(SqliteSession.connect(file(), List.of()))) {
        assertThat(session.update("UPDATE view SET octets = zeroblob(6000) WHERE id % 2 = 0"))
            .isPositive();
        session.update("UPDATE page SET path = path || 'x' WHERE id = 1");
      }
      int found = found(store);
      assertThat(found).isBetween(VIEWS / 2 - 1, VIEWS / 2);
      assertThat(store.counts().damaged()).isEqualTo(VIEWS / 2);
      settle(store);
      assertThat(store.sites().getFirst().views()).isEqualTo(VIEWS / 2);
      fill(store);
      assertThat(found(store)).isEqualTo(VIEWS);
    }
  }

  @Test
  void aViewThatClaimsToBeHugeIsNotReadIntoMemory() throws Exception {
    try (var store = open(data)) {
      settle(store);
      fill(store);
      try (var session = new SqliteSession(SqliteSession.connect(file(), List.of()))) {
        session.update("UPDATE view SET octets = zeroblob(3000000) WHERE id = 1");
      }
      assertThat(found(store)).isEqualTo(VIEWS - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 1_000_000})
  void aFileOfAnotherVersionIsMadeAgain(int version) throws Exception {
    makeFilled();
    try (var session = new SqliteSession(SqliteSession.connect(file(), List.of()))) {
      session.version(version);
    }
    try (var store = open(data)) {
      settle(store);
      assertThat(found(store)).isZero();
    }
    assertWorks(data);
  }

  @Test
  void aFileWithoutATableIsMadeAgain() throws Exception {
    makeFilled();
    try (var session = new SqliteSession(SqliteSession.connect(file(), List.of()))) {
      session.executeAll("DROP TABLE view");
    }
    assertWorks(data);
  }

  @Test
  void aFileOfAnotherUserIsNotUsed() throws Exception {
    assumeTrue(isRoot(), "only root can give a file away");
    makeFilled();
    Files.setAttribute(file(), "unix:uid", 65_534);

    assertIsMadeAgain();
    assertThat(Files.getAttribute(file(), "unix:uid")).isEqualTo(0);
  }

  private static boolean isRoot() throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw----rw-", "rw-r--r--"})
  void aFileThatOthersMayReadOrWriteIsNotUsed(String permissions) throws Exception {
    makeFilled();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(permissions));

    assertIsMadeAgain();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pages.db", "pages.db-wal", "pages.db-shm"})
  void aLinkInPlaceOfAFileIsDeletedAndNotFollowed(String name) throws Exception {
    makeFilled();
    var target = Files.writeString(data.resolve("target"), "the content of another program");
    var link = data.resolve(name);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, target);

    assertIsMadeAgain();
    assertThat(target).hasContent("the content of another program");
    assertThat(Files.isRegularFile(file(), LinkOption.NOFOLLOW_LINKS)).isTrue();
  }

  @Test
  void aNamedPipeInPlaceOfAFileIsNotOpened() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();

    assertIsMadeAgain();
  }

  private void assertIsMadeAgain() throws InterruptedException, IOException {
    try (var store = open(data)) {
      settle(store);
      assertThat(found(store)).isZero();
      fill(store);
      assertThat(found(store)).isEqualTo(VIEWS);
      for (var name : PageStoreFile.NAMES) {
        assertThat(Files.getPosixFilePermissions(data.resolve(name)))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  /// The content may be the operator's.
  @Test
  void aDirectoryWithContentStaysAndTheStoreRests() throws Exception {
    Files.createDirectories(file().resolve("of-the-operator"));
    try (var store = open(data)) {
      settle(store);
      fill(store);
      assertThat(found(store)).isZero();
    }
    assertThat(file().resolve("of-the-operator")).isDirectory();
  }

  @Test
  void anEmptyDirectoryInPlaceOfTheFileIsReplaced() throws Exception {
    Files.createDirectory(file());
    assertIsMadeAgain();
  }

  /// An operator may delete the file of a running daemon.
  @Test
  void aFileThatIsDeletedMeanwhileDoesNoHarm() throws Exception {
    try (var store = open(data)) {
      settle(store);
      fill(store);
      for (var name : PageStoreFile.NAMES) {
        Files.deleteIfExists(data.resolve(name));
      }
      fill(store);
      var _ = found(store);
      assertThat(store.dropAll()).isNotNegative();
      fill(store);
      assertThat(found(store)).isEqualTo(VIEWS);
    }
  }

  @Test
  void anotherReaderThatKeepsTheLogFromBeingWrittenBackStopsWritesNotTheBound() throws Exception {
    try (var store = open(data)) {
      settle(store);
      fill(store);
      try (var session = new SqliteSession(SqliteSession.connect(file(), List.of()))) {
        session.execute("BEGIN");
        assertThat(session.number("SELECT count(*) FROM view")).isEqualTo(VIEWS);
        for (int i = 0; i < 10; i++) {
          fill(store);
        }
        assertThat(store.counts().bytes()).isLessThan(2 * PageStoreBound.LEAST_BYTES);
        assertThat(store.counts().unwritten()).isPositive();
        session.execute("ROLLBACK");
      }
      assertThat(found(store)).isPositive();
    }
  }

  @Test
  void aFullDiskStopsWritesAndNothingElse() throws Exception {
    var disk = SmallDisk.mount(data.resolve("disk"), "3m");
    assumeTrue(disk.isPresent(), "this process may mount no disk");
    try (var small = disk.get();
        var store = open(small.path())) {
      settle(store);
      for (int i = 0; i < 10; i++) {
        pages(store).put(key(i), view(i));
      }
      settle(store);
      for (int i = 0; i < 2_000; i++) {
        pages(store).put(key(i), view(i));
        if (i % 100 == 0) {
          settle(store);
        }
      }
      settle(store);
      assertThat(store.counts().unwritten()).isPositive();
      assertThat(store.counts().damaged()).isZero();
      // Views of before are still found, and pages that must go do go.
      assertThat(pages(store).find(key(3))).hasValue(view(3));
      assertThat(store.forget(SITE, path -> path.equals("/page/3"))).isNotNegative();
      assertThat(pages(store).find(key(3))).isEmpty();
    }
  }

  @Test
  void aDiskThatIsFullAtTheStartDoesNotKeepTheDaemonFromStarting() throws Exception {
    var disk = SmallDisk.mount(data.resolve("disk"), "64k");
    assumeTrue(disk.isPresent(), "this process may mount no disk");
    try (var small = disk.get()) {
      Files.write(small.path().resolve("filler"), new byte[64 << 10]);
      try (var store = open(small.path())) {
        settle(store);
        assertThat(pages(store).find(key(1))).isEmpty();
        pages(store).put(key(1), view(1));
        settle(store);
        assertThat(pages(store).find(key(1))).isEmpty();
      }
    }
  }

  /// Kills a process that writes, in the middle of its work.
  @Test
  void aKilledProcessLeavesAFileThatOpens() throws Exception {
    for (int round = 0; round < 3; round++) {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  PageStoreWritingMain.class.getName(),
                  data.toString())
              .redirectErrorStream(true)
              .redirectOutput(data.resolve("out").toFile())
              .start();
      try {
        int lines = round + 2;
        await().until(() -> lines() >= lines || !process.isAlive());
        assertThat(process.isAlive()).describedAs(Files.readString(data.resolve("out"))).isTrue();
      } finally {
        var _ = process.destroyForcibly().waitFor();
      }
      try (var store = open(data)) {
        settle(store);
        assertThat(found(store)).isPositive();
        assertThat(store.counts().damaged()).isZero();
      }
      assertWorks(data);
    }
  }

  private long lines() throws IOException {
    return Files.readString(data.resolve("out")).lines().filter("written"::equals).count();
  }

  /// Writes views until this process is killed.
  static void writeUntilKilled(Path data, Runnable written) throws InterruptedException {
    try (var store = open(data)) {
      settle(store);
      while (true) {
        fill(store);
        written.run();
      }
    }
  }
}
