package dev.sojourn.dispatcher.cli.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.identity.key.KeySet;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerKeyTest {
  private static final int CRAWLS = 8;

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  @Test
  void aKeyIsMadeOnceAndItsPublicPartLiesBesideIt() throws Exception {
    var file = OwnerKey.in(folder.resolve("new"), new PrintWriter(err));
    assertThat(err.toString()).contains(file.toString()).contains(file + ".pub");
    var again = OwnerKey.in(folder.resolve("new"), new PrintWriter(err));
    assertThat(again).isEqualTo(file);
    assertThat(err.toString()).hasLineCount(1);
    assertThat(KeySet.read(Path.of(file + ".pub")).keys())
        .containsExactly(KeyFile.signing(file).verifyKey());
  }

  @RepeatedTest(10)
  void crawlsThatBeginTogetherGetOneKey() throws Exception {
    var together = new CyclicBarrier(CRAWLS);
    var begun = new ArrayList<Future<String>>();
    try (var crawls = Executors.newFixedThreadPool(CRAWLS)) {
      for (int i = 0; i < CRAWLS; i++) {
        begun.add(
            crawls.submit(
                () -> {
                  together.await();
                  return KeyFile.signing(OwnerKey.in(folder, new PrintWriter(err))).id();
                }));
      }
    }
    var ids = new ArrayList<String>();
    for (var crawl : begun) {
      ids.add(crawl.get());
    }
    assertThat(ids).hasSize(CRAWLS).containsOnly(ids.getFirst());
    assertThat(KeySet.read(folder.resolve("owner.key.pub")).keys())
        .singleElement()
        .satisfies(key -> assertThat(key.id()).isEqualTo(ids.getFirst()));
    assertThat(err.toString()).hasLineCount(1);
  }

  @Test
  void whereNoKeyCanBeMadeTheDirectoryIsNamedAndNoClass() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> OwnerKey.in(file.resolve("sojourn"), new PrintWriter(err)))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.IDENTITY))
        .hasMessageContaining("No key could be made in " + file.resolve("sojourn"))
        .hasMessageContaining("--key")
        .hasMessageNotContaining("Exception");
  }
}
