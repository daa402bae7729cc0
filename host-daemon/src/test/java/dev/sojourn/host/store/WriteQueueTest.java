package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WriteQueueTest {
  @TempDir Path folder;

  private WriteQueue open() throws SQLException, StoreException {
    var writes =
        WriteQueue.start(StoreFiles.session(folder.resolve("a.db")), DiskReserve.of(folder));
    var _ = writes.write(session -> session.update("CREATE TABLE t (a TEXT)")).await();
    return writes;
  }

  @Test
  void aWriteThatFailsWithAnErrorDoesNotEndTheThreadThatWrites() throws Exception {
    try (var writes = open()) {
      var beside = writes.later(session -> session.update("INSERT INTO t VALUES ('w')"));
      assertThatThrownBy(
              () ->
                  writes
                      .write(
                          _ -> {
                            throw new StackOverflowError();
                          })
                      .await())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("StackOverflowError");

      assertThat(beside.await()).isOne();
      int rows = writes.write(session -> session.update("INSERT INTO t VALUES ('x')")).await();
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
                changed +=
                    writes.write(session -> session.update("INSERT INTO t VALUES ('x')")).await();
              }
              return changed;
            });
      }
      for (var done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isEqualTo(each);
      }
      long rows = writes.write(session -> session.number("SELECT count(*) FROM t")).await();
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
            writes
                .write(session -> session.number("SELECT count(*) FROM t WHERE a = ?", name))
                .await();
        assertThat(there).isOne();
      }
    }
  }

  @Test
  void whatNobodyWaitsForIsWrittenAMomentLaterAllTheSame() throws Exception {
    try (var writes = open()) {
      for (int i = 0; i < 3; i++) {
        int rows = writes.later(session -> session.update("INSERT INTO t VALUES ('x')")).await();
        assertThat(rows).isOne();
      }
    }
  }

  @Test
  void whatWaitsAtTheEndIsWrittenAndNothingAfterIt() throws Exception {
    var writes = open();
    var last = writes.later(session -> session.update("INSERT INTO t VALUES ('x')"));
    writes.close();

    assertThat(last.await()).isOne();
    assertThatThrownBy(() -> writes.write(_ -> 1).await())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    assertThat(writes.later(_ -> 1).isFailed()).isTrue();
  }
}
