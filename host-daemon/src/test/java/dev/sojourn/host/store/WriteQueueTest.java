package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class WriteQueueTest {
  @TempDir Path folder;

  private WriteQueue open() throws SQLException, StoreException {
    var writes = WriteQueue.start(new Session(StoreFiles.connect(folder.resolve("a.db"))));
    writes.write(session -> session.update("CREATE TABLE t (a TEXT)"));
    return writes;
  }

  @Test
  void aWriteThatFailsWithAnErrorDoesNotEndTheThreadThatWrites() throws Exception {
    try (var writes = open()) {
      var beside = writes.later(session -> session.update("INSERT INTO t VALUES ('w')"));
      assertThatThrownBy(
              () ->
                  writes.write(
                      _ -> {
                        throw new StackOverflowError();
                      }))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("StackOverflowError");

      assertThat(beside).isCompleted();
      int rows = writes.write(session -> session.update("INSERT INTO t VALUES ('x')"));
      assertThat(rows).isEqualTo(1);
    }
  }

  @Test
  void ofManyWritesAtOnceNoneIsLost() throws Exception {
    int writers = 8;
    int each = 200;
    try (var writes = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < writers; i++) {
        tasks.add(
            () -> {
              int changed = 0;
              for (int j = 0; j < each; j++) {
                changed += writes.write(session -> session.update("INSERT INTO t VALUES ('x')"));
              }
              return changed;
            });
      }
      for (var done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isEqualTo(each);
      }
      long rows = writes.write(session -> session.number("SELECT count(*) FROM t"));
      assertThat(rows).isEqualTo((long) writers * each);
    }
  }

  @Test
  void whatNobodyWaitsForComesBeforeWhatIsHandedInLater() throws Exception {
    try (var writes = open()) {
      for (int i = 0; i < 300; i++) {
        var name = "row " + i;
        var _ = writes.later(session -> session.update("INSERT INTO t VALUES (?)", name));
        long there =
            writes.write(session -> session.number("SELECT count(*) FROM t WHERE a = ?", name));
        assertThat(there).isOne();
      }
    }
  }

  @Test
  void whatNobodyWaitsForIsWrittenAMomentLaterAllTheSame() throws Exception {
    try (var writes = open()) {
      for (int i = 0; i < 3; i++) {
        int rows =
            writes
                .later(session -> session.update("INSERT INTO t VALUES ('x')"))
                .get(10, TimeUnit.SECONDS);
        assertThat(rows).isOne();
      }
    }
  }

  @Test
  void whatWaitsAtTheEndIsWrittenAndNothingAfterIt() throws Exception {
    var writes = open();
    var last = writes.later(session -> session.update("INSERT INTO t VALUES ('x')"));
    writes.close();

    assertThat(last).isCompletedWithValue(1);
    assertThatThrownBy(() -> writes.write(_ -> 1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    assertThat(writes.later(_ -> 1)).isCompletedExceptionally();
  }

  @Test
  void whoMeetsNobodyWritesWithoutAnotherThread() throws Exception {
    try (var writes = open()) {
      await()
          .untilAsserted(
              () -> {
                var writer = writes.write(_ -> Thread.currentThread());
                assertThat(writer).isSameAs(Thread.currentThread());
              });
    }
  }

  /// Each of them would hold one of the few threads that carry requests for as long as a flush.
  @Test
  void whoeverMeetsAnotherLeavesTheirWritesToTheOneThread() throws Exception {
    try (var writes = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var entered = new CountDownLatch(1);
      var leave = new CountDownLatch(1);
      var first =
          threads.submit(
              () ->
                  writes.write(
                      _ -> {
                        entered.countDown();
                        return isIn(leave);
                      }));
      entered.await();
      var others = new ArrayList<FutureTask<String>>();
      for (int i = 0; i < 3; i++) {
        var other = new FutureTask<>(() -> writes.write(_ -> Thread.currentThread().getName()));
        others.add(other);
        var thread = Thread.ofVirtual().start(other);
        await().until(() -> thread.getState() == Thread.State.WAITING);
      }
      leave.countDown();

      assertThat(first.get()).isTrue();
      for (var other : others) {
        assertThat(other.get()).isEqualTo("store-writer");
      }
    }
  }

  private static boolean isIn(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      return false;
    }
  }

  /// Single writes and crowds in turn, so that some are carried out by who asks and some are not:
  /// each is carried out once, in the order in which its thread handed it in.
  @Test
  void inWhateverOrderWritesMeetEachIsCarriedOutOnceAndInItsThreadsOrder() throws Exception {
    var random = new Random(7);
    try (var writes = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 60; round++) {
        int writers = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 3);
        int each = 1 + random.nextInt(5);
        long awaited = random.nextLong();
        var name = "round " + round + " ";
        var tasks = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < writers; i++) {
          var row = name + i + " ";
          tasks.add(() -> handIn(writes, row, each, awaited));
        }
        for (var done : threads.invokeAll(tasks)) {
          assertThat(done.get()).isEqualTo(each);
        }
        var rows =
            writes.write(
                session ->
                    session.all(
                        row -> row.getString(1),
                        "SELECT a FROM t WHERE a LIKE ? ORDER BY rowid",
                        name + "%"));
        assertThat(rows).hasSize(writers * each).doesNotHaveDuplicates();
        for (int i = 0; i < writers; i++) {
          var own = name + i + " ";
          assertThat(rows.stream().filter(row -> row.startsWith(own)).toList()).isSorted();
        }
      }
    }
  }

  /// @param awaited has a bit set for each write that is waited for; the last one always is
  private static int handIn(WriteQueue writes, String row, int each, long awaited)
      throws Exception {
    int changed = 0;
    var unawaited = new ArrayList<Future<Integer>>();
    for (int i = 0; i < each; i++) {
      var name = row + i;
      WriteQueue.Write<Integer> insert =
          session -> session.update("INSERT INTO t VALUES (?)", name);
      if ((awaited >>> i & 1) == 1 || i == each - 1) {
        changed += writes.write(insert);
      } else {
        unawaited.add(writes.later(insert));
      }
    }
    for (var one : unawaited) {
      assertThat(one).as("handed in before one that is on disk").isDone();
      changed += one.get();
    }
    return changed;
  }
}
