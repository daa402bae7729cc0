package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.identity.signature.NonceMemory.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small programs of a few threads on the write queue and the nonce store. They run in every order
/// of their steps, or in many if all are too many, and with a crash after each step.
@Timeout(300)
class StoreInterleavingsTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(120);
  private static final long SEED = 20_261_123;
  private static final int ORDERS = 30;
  private static final int CRASHED_ORDERS = 8;
  private static final long MAX_NONCES = 100;
  private static final List<String> FILES = List.of("host.db", "host.db-wal");

  @TempDir Path folder;
  private int runs;

  @BeforeEach
  void prepare() throws IOException, SQLException {
    try (var session = StoreFiles.session(folder.resolve("template.db"))) {
      Schema.prepare(folder.resolve("template.db"), session);
      session.executeAll("CREATE TABLE t (a TEXT)");
    }
  }

  /// A store of a write queue and a nonce store, each of whose statements is a step.
  private final class Opened {
    final Path directory;
    final Interleavings order;
    final WriteQueue writes;
    final NonceStore nonces;

    /// Opened before the program runs: opening a connection takes a lock that a writer may hold.
    private final SqliteSession looking;

    private final Readers readers;

    Opened(Interleavings order) throws IOException, SQLException {
      this(order, Files.createDirectory(folder.resolve("run" + runs++)), true);
    }

    Opened(Interleavings order, Path directory, boolean isNew) throws IOException, SQLException {
      this.directory = directory;
      this.order = order;
      if (isNew) {
        Files.copy(folder.resolve("template.db"), directory.resolve("host.db"));
      }
      writes =
          WriteQueue.start(
              new SqliteSession(Interleavings.stepping(connect())),
              DiskReserve.of(directory),
              order.threads());
      readers = new Readers(List.of(session(), session()));
      looking = new SqliteSession(connect());
      nonces = new NonceStore(writes, readers, NonceStore.before(readers), MAX_NONCES);
    }

    private SqliteSession session() throws SQLException {
      return new SqliteSession(Interleavings.stepping(connect()));
    }

    /// The writes of a program go to the system, not to the disk, which takes long.
    Connection connect() throws SQLException {
      var connection = StoreFiles.connect(directory.resolve("host.db"));
      try (var statement = connection.createStatement()) {
        statement.execute("PRAGMA synchronous = OFF");
      }
      return connection;
    }

    List<String> rows() throws SQLException {
      return looking.all(row -> row.getString(1), "SELECT a FROM t ORDER BY a");
    }

    /// The files as a machine finds them whose power failed now.
    Path afterACrash() throws IOException {
      var copy = Files.createDirectory(folder.resolve("crash" + runs++));
      for (var name : FILES) {
        var file = directory.resolve(name);
        if (Files.exists(file)) {
          Files.copy(file, copy.resolve(name));
        }
      }
      return copy;
    }

    void insert(String row) throws StoreException {
      var _ = writes.write(session -> session.update("INSERT INTO t VALUES (?)", row)).await();
    }

    Use use(String nonce) {
      try {
        return nonces.use("key", nonce, NOW, LATER, NOW);
      } catch (StoreException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// Ends the queries, when all writes are over.
    void closeReaders() throws SQLException {
      readers.close();
      looking.close();
    }

    void close() throws InterruptedException {
      order.start(
          "closer",
          () -> {
            try {
              writes.close();
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          });
      order.run();
    }
  }

  @Test
  void aWriteThatIsCompleteIsOnDiskInEveryOrder() throws Exception {
    int orders =
        Interleavings.all(
            order -> {
              var store = new Opened(order);
              var found = new ArrayList<String>();
              for (var name : List.of("a", "b")) {
                order.start(
                    name,
                    () -> {
                      try {
                        store.insert(name);
                        assertThat(store.rows()).contains(name);
                        found.add(name);
                      } catch (IOException | SQLException e) {
                        throw new IllegalStateException(e);
                      }
                    });
              }
              order.run();
              assertThat(found).containsExactlyInAnyOrder("a", "b");
              assertThat(store.rows()).containsExactly("a", "b");
              store.close();
              store.closeReaders();
            });
    assertThat(orders).isGreaterThan(1);
  }

  @Test
  void aWriteThatFailsTakesNoOtherWithItInAnyOrderOfSteps() throws Exception {
    Interleavings.some(
        SEED,
        ORDERS,
        order -> {
          var store = new Opened(order);
          var noted = new ArrayList<String>();
          order.start(
              "bad",
              () -> {
                try {
                  var _ =
                      store
                          .writes
                          .write(
                              session -> {
                                session.update("INSERT INTO t VALUES ('half')");
                                throw new SQLException("a fault");
                              })
                          .await();
                } catch (StoreException _) {
                  noted.add("failed");
                }
              });
          for (var name : List.of("a", "b")) {
            order.start(
                name,
                () -> {
                  try {
                    store.insert(name);
                    noted.add(name);
                  } catch (StoreException e) {
                    throw new UncheckedIOException(e);
                  }
                });
          }
          order.run();
          assertThat(noted).containsExactlyInAnyOrder("failed", "a", "b");
          assertThat(store.rows()).containsExactly("a", "b");
          store.close();
          store.closeReaders();
        });
  }

  /// No caller waits for ever, and each gets a true answer.
  @SuppressWarnings("ThreadPriorityCheck") // The scheduler is that of the test.
  @Test
  void aWriteBesideTheCloseIsKeptOrReportedInEveryOrder() throws Exception {
    int orders =
        Interleavings.all(
            order -> {
              var store = new Opened(order);
              var noted = new ArrayList<Boolean>();
              order.start(
                  "writer",
                  () -> {
                    try {
                      Thread.yield();
                      store.insert("a");
                      noted.add(true);
                    } catch (StoreException _) {
                      noted.add(false);
                    }
                  });
              store.close();
              order.run();
              assertThat(noted).hasSize(1);
              assertThat(store.rows().contains("a")).isEqualTo(noted.getFirst());
              store.closeReaders();
            });
    assertThat(orders).isGreaterThan(1);
  }

  @Test
  void aNonceThatThreeUseAtOnceIsGoodForOne() throws Exception {
    Interleavings.some(
        SEED,
        ORDERS,
        order -> {
          var store = new Opened(order);
          var uses = used(store, "n", "n", "n");
          order.run();
          assertThat(uses.values()).containsExactlyInAnyOrder(Use.FRESH, Use.USED, Use.USED);
          assertThat(usedLater(store, "n")).isEqualTo(Use.USED);
          store.close();
          store.closeReaders();
        });
  }

  @Test
  void aNonceThatWasGoodIsGoodNoMoreAfterACrashBetweenAnyTwoSteps() throws Exception {
    Interleavings.some(
        SEED,
        CRASHED_ORDERS,
        order -> {
          var store = new Opened(order);
          var uses = used(store, "a", "b");
          var crashed = new LinkedHashMap<Path, List<String>>();
          order.afterEachStep(
              () -> {
                try {
                  var good = fresh(uses);
                  if (!good.isEmpty()) {
                    crashed.put(store.afterACrash(), good);
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
          order.run();
          order.afterEachStep(() -> {});
          assertThat(fresh(uses)).containsExactlyInAnyOrder("a", "b");
          for (var crash : crashed.entrySet()) {
            var after = new Opened(order, crash.getKey(), false);
            for (var nonce : crash.getValue()) {
              assertThat(usedLater(after, nonce)).isNotEqualTo(Use.FRESH);
            }
            after.close();
            after.closeReaders();
          }
          assertThat(crashed).isNotEmpty();
          store.close();
          store.closeReaders();
        });
  }

  private static List<String> fresh(Map<String, Use> uses) {
    return uses.entrySet().stream()
        .filter(use -> use.getValue() == Use.FRESH)
        .map(use -> use.getKey().substring(1))
        .toList();
  }

  /// One thread for each nonce. Equal ones are known by the names of their threads.
  private static Map<String, Use> used(Opened store, String... nonces) {
    var uses = new LinkedHashMap<String, Use>();
    for (int i = 0; i < nonces.length; i++) {
      var nonce = nonces[i];
      var name = i + nonce;
      store.order.start(name, () -> uses.put(name, store.use(nonce)));
    }
    return uses;
  }

  private static Use usedLater(Opened store, String nonce) throws InterruptedException {
    var uses = used(store, nonce);
    store.order.run();
    return uses.values().iterator().next();
  }
}
