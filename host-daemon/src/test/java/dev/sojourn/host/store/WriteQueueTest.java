package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class WriteQueueTest {
  @TempDir Path folder;

  @Test
  void aWriteThatFailsWithAnErrorDoesNotEndTheThreadThatWrites() throws Exception {
    var writes = WriteQueue.start(new Session(StoreFiles.connect(folder.resolve("a.db"))));
    try (writes) {
      var beside = writes.later(session -> session.update("CREATE TABLE t (a TEXT)"));
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
}
