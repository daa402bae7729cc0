package dev.sojourn.crawl.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.visits.SavedAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrawlStoreTest {
  private static final CrawlTerms TERMS =
      new CrawlTerms("http://a.example", "k1", new Allowance(10, 20, 30, 40), 2, 5, 9);
  static final CrawlHeader HEADER =
      new CrawlHeader(
          "k1",
          List.of("http://a.example/"),
          "Sojourn",
          "00",
          "org.example.Agent",
          "key",
          17,
          Map.of());

  @TempDir Path directory;

  private CrawlStore open() throws IOException {
    return CrawlStore.open(directory.resolve("crawl.db"));
  }

  private static Parcel parcel(long number, String finding) {
    return Parcel.pack("k1t0v0", number, List.of(new ParcelLine.Finding(finding)));
  }

  @Test
  void remembersTheCrawlAfterBeingClosed() throws IOException {
    try (var store = open()) {
      assertThat(store.header()).isEmpty();
      store.begin(HEADER, Bytes.utf8("jar"), List.of(TERMS));
      store.addTime(Duration.ofSeconds(3));
      store.addTime(Duration.ofSeconds(4));
    }
    try (var store = open()) {
      assertThat(store.header()).contains(HEADER);
      assertThat(store.code()).isEqualTo(Bytes.utf8("jar"));
      assertThat(store.sites()).containsExactly(new StoredSite(0, TERMS));
      assertThat(store.time()).isEqualTo(Duration.ofSeconds(7));
    }
  }

  /// As `visit ls` in the first moment of a crawl.
  @Test
  void processesThatOpenAnEmptyStoreAtTheSameTimeMakeItsTablesOnce() throws Exception {
    int many = 4;
    for (int time = 0; time < 5; time++) {
      var file = directory.resolve("crawl%d.db".formatted(time));
      var start = new CyclicBarrier(many);
      Callable<Boolean> opening =
          () -> {
            start.await();
            try (var store = CrawlStore.open(file)) {
              return store.header().isEmpty();
            }
          };
      try (var threads = Executors.newFixedThreadPool(many)) {
        for (var isEmpty : threads.invokeAll(Collections.nCopies(many, opening))) {
          assertThat(isEmpty.get()).isTrue();
        }
      }
    }
  }

  @Test
  void keepsWhatAgentsGetAndReadsCrawlsOfBefore() throws Exception {
    var noted =
        new CrawlHeader("k1", List.of(), "S", "00", "A", "key", 17, Map.of("words", "robots é"));
    try (var store = open()) {
      store.begin(noted, Bytes.utf8("jar"), List.of(TERMS));
      assertThat(store.header()).contains(noted);
    }
    var before =
        "{\"id\":\"k1\",\"starts\":[],\"productToken\":\"S\",\"codeDigest\":\"00\","
            + "\"entryClass\":\"A\",\"ownerKeyId\":\"key\",\"begun\":17}";
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory + "/crawl.db");
        var statement = connection.prepareStatement("UPDATE crawl SET header = ?")) {
      statement.setString(1, before);
      statement.executeUpdate();
    }
    try (var store = open()) {
      assertThat(store.header().orElseThrow().parameters()).isEmpty();
    }
  }

  @Test
  void givesEachSiteItsStartUrlsFromTheBeginning() throws IOException {
    try (var store = open()) {
      store.begin(HEADER, Bytes.utf8("jar"), List.of(TERMS));
      assertThat(store.events(0)).containsExactly(new Event.Seeded(List.of("http://a.example/")));
    }
  }

  @Test
  void whatIsDoneTogetherIsKeptAsAWholeWithOneFlush() throws IOException {
    try (var store = open()) {
      store.begin(HEADER, Bytes.utf8("jar"), List.of(TERMS));
      long before = store.flushes();
      store.together(
          () -> {
            store.append(0, new Event.Resumed());
            store.addWireBytes("k1t0v0", 7);
          });
      assertThat(store.flushes() - before).isEqualTo(1);
      assertThatThrownBy(
              () ->
                  store.together(
                      () -> {
                        store.append(0, new Event.Concluded());
                        throw new IOException("in the middle");
                      }))
          .hasMessage("in the middle");
      assertThat(store.events(0)).hasSize(2).last().isEqualTo(new Event.Resumed());
      assertThat(store.wireBytes("k1t0v0")).isEqualTo(7);
    }
  }

  @Test
  void keepsAParcelOnceHoweverOftenItComes() throws IOException {
    try (var store = open()) {
      var referred = new Event.Referred("k1t0v0", List.of("http://a.example/b"));
      assertThat(store.addParcel(0, parcel(1, "{\"a\":1}"), 1, referred)).isTrue();
      assertThat(store.addParcel(0, parcel(1, "{\"a\":2}"), 1, referred)).isFalse();
      assertThat(store.parcelsAfter(0, 10))
          .extracting(StoredParcel::parcel)
          .containsExactly(parcel(1, "{\"a\":1}"));
      assertThat(store.events(0)).containsExactly(referred);
      assertThat(store.lastParcel("k1t0v0")).isEqualTo(1);
      assertThat(store.findings("k1t0v0")).isEqualTo(1);
    }
  }

  @Test
  void keepsACheckpointWithItsLines() throws IOException {
    try (var store = open()) {
      var agent = new SavedAgent(Bytes.utf8("mind"), new Tally(1, 2, 3, 4), Duration.ofMillis(5));
      var nothing = new Event.Referred("k1t0v0", List.of());
      store.checkpoint(0, parcel(1, "{\"a\":1}"), 1, nothing, agent);
      store.checkpoint(0, Parcel.pack("k1t0v0", 2, List.of()), 0, nothing, agent);
      assertThat(store.saved("k1t0v0")).contains(agent);
      assertThat(store.saved("k1t0v1")).isEmpty();
      assertThat(store.parcelsOf("k1t0v0", 0, 10)).hasSize(1);
      assertThat(store.events(0)).isEmpty();
    }
  }

  @Test
  void numbersParcelsInTheOrderOfTheirArrival() throws IOException {
    try (var store = open()) {
      var nothing = new Event.Referred("k1t0v0", List.of());
      for (int i = 1; i <= 5; i++) {
        store.addParcel(0, parcel(i, "{}"), 1, nothing);
      }
      var two = store.parcelsAfter(2, 2);
      assertThat(two).extracting(StoredParcel::sequence).containsExactly(3L, 4L);
    }
  }

  @Test
  void sendsTheFirstPackageAgain() throws IOException {
    try (var store = open()) {
      assertThat(store.packageOf("k1t0v0", Bytes.utf8("one"))).isEqualTo(Bytes.utf8("one"));
      assertThat(store.packageOf("k1t0v0", Bytes.utf8("two"))).isEqualTo(Bytes.utf8("one"));
    }
  }

  @Test
  void addsUpTheBytesOfAVisit() throws IOException {
    try (var store = open()) {
      assertThat(store.wireBytes("k1t0v0")).isZero();
      store.addWireBytes("k1t0v0", 5);
      store.addWireBytes("k1t0v0", 7);
      assertThat(store.wireBytes("k1t0v0")).isEqualTo(12);
    }
  }

  @Test
  void refusesAFileThatIsNoStore() throws IOException {
    Files.writeString(directory.resolve("crawl.db"), "This is a text and no database at all.");
    assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("crawl.db");
  }

  @Test
  void letsOneCrawlAtATimeWriteToADirectory() throws IOException {
    try (var _ = OutDirectory.take(directory)) {
      assertThatThrownBy(() -> OutDirectory.take(directory))
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("Another crawl");
    }
    OutDirectory.take(directory).close();
  }

  @Test
  void saysInOneSentenceThatADirectoryCannotBeWritten() throws IOException {
    var file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> OutDirectory.take(file.resolve("out")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("--out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE crawl SET header = '{}'",
        "UPDATE crawl SET header = x'00ff'",
        "UPDATE site SET terms = '{\"origin\":\"x\"}'",
        "UPDATE event SET json = '{\"event\":\"Evil\"}'",
        "UPDATE parcel SET number = -1",
        "UPDATE parcel SET digest = 'x'"
      })
  void aStoreThatSomebodyWroteInIsDamagedAndNoFaultOfOurs(String sql) throws Exception {
    try (var store = open()) {
      store.begin(HEADER, Bytes.utf8("jar"), List.of(TERMS));
      store.addParcel(0, parcel(1, "{}"), 1, new Event.Referred("k1t0v0", List.of("http://a/")));
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory + "/crawl.db");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
    try (var store = open()) {
      assertThatThrownBy(
              () -> {
                store.header();
                store.sites();
                store.events(0);
                store.parcelsAfter(0, 10);
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "crawl.db", "crawl.db-wal", "index"})
  void aLinkThatSomebodyLeftInTheDirectoryIsNotFollowed(String name) throws IOException {
    var target = directory.resolve("target");
    var out = Files.createDirectory(directory.resolve("out"));
    Files.createSymbolicLink(out.resolve(name), target);

    assertThatThrownBy(() -> OutDirectory.take(out))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(name + " is a link");
    assertThat(target).doesNotExist();
  }

  /// SQLite takes such a transaction back by itself, and must not be asked to do it again.
  @Test
  void aFullDiskIsNamedAndCostsNothingThatWasKept() throws Exception {
    try (var store = open()) {
      store.begin(HEADER, Bytes.utf8("jar"), List.of(TERMS));
    }
    try (var database = Database.open(directory.resolve("crawl.db"))) {
      int most = database.query(row -> row.getInt(1), "PRAGMA page_count").getFirst() + 3;
      database.query(row -> row.getInt(1), "PRAGMA max_page_count = " + most);
      var large = new byte[100_000];
      assertThatThrownBy(
              () -> database.update("INSERT INTO package (agent, bytes) VALUES ('a', ?)", large))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("The disk is full")
          .hasMessageEndingWith("free some space, and try again.");
      // The next transaction is one again.
      database.update("UPDATE crawl SET millis = 17");
    }
    try (var store = open()) {
      assertThat(store.header()).contains(HEADER);
      assertThat(store.time()).isEqualTo(Duration.ofMillis(17));
      assertThat(store.sentPackage("a")).isEmpty();
    }
  }
}
