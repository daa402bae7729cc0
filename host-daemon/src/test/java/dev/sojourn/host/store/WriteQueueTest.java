package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sojourn.base.sql.SqliteSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

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
  void writesThatFindNoRoomAreReportedInOneLineThatNamesTheDirectoryAndWhatToDo() throws Exception {
    var reserve = DiskReserve.of(folder);
    reserve.setAside();
    var lines = new ListAppender<ILoggingEvent>();
    var log = (Logger) LoggerFactory.getLogger("dev.sojourn.host.store");
    lines.start();
    log.addAppender(lines);
    try (var writes = WriteQueue.start(StoreFiles.session(folder.resolve("a.db")), reserve)) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> writes.write(WriteQueueTest::findNoRoom).await())
            .isInstanceOf(StoreException.class)
            .hasMessage("The disk of the store is full.");
      }
      assertThat(reserve.fullDirectory()).contains(folder);

      // Its owners are served all the same, and the daemon does not count as hanging.
      assertThat(reserve.release()).isTrue();
      assertThat(writes.answers(Duration.ofSeconds(10))).isTrue();
      assertThatThrownBy(() -> writes.write(_ -> 1).await()).hasMessageContaining("is full");
    } finally {
      log.detachAppender(lines);
    }
    reserve.refill();
    assertThat(lines.list)
        .filteredOn(line -> line.getFormattedMessage().contains(folder.toString()))
        .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .contains("The disk of " + folder + " is full", "Make room");
    assertThat(reserve.fullDirectory()).isEmpty();
  }

  private static int findNoRoom(SqliteSession session) throws SQLException {
    throw SqliteSession.full();
  }

  @Test
  void aWriteThatFailsOtherwiseIsReportedWithoutTheNameOfAClass() throws Exception {
    try (var writes = open()) {
      assertThatThrownBy(
              () -> writes.write(s -> s.update("INSERT INTO nowhere VALUES (1)")).await())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("no such table")
          .hasMessageNotContaining("Exception");
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
