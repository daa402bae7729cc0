package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The file of the start cache, with processes that only pretend to make one.
@EnabledOnOs(OS.LINUX)
class StartCacheTest {
  private static final String WHOLE = "the classes of a worker";

  @TempDir private Path directory;
  private Path place;
  private Path jar;
  private StartCache cache;

  @BeforeEach
  void name() throws IOException {
    place = directory.resolve("cache");
    jar = Files.writeString(directory.resolve("worker.jar"), "a jar");
    cache = open();
  }

  @Test
  void hasItsNameOnlyWhenItIsWhole() throws Exception {
    var seen = new ArrayList<Optional<Path>>();
    boolean made =
        cache.make(
            command -> {
              Files.writeString(written(command), WHOLE.substring(0, 5));
              seen.add(cache.file());
              Files.writeString(written(command), WHOLE);
              seen.add(cache.file());
              return ended(true);
            });

    assertThat(made).isTrue();
    assertThat(seen).hasSize(4).containsOnly(Optional.empty());
    assertThat(cache.file()).get().satisfies(file -> assertThat(file).hasContent(WHOLE));
    assertThat(names()).hasSize(2).contains("lock");
    assertThat(cache.make(_ -> ended(true))).as("it is there").isFalse();
  }

  @Test
  void isNotThereWhenItsMakerFailed() throws Exception {
    assertThatThrownBy(
            () ->
                cache.make(
                    command -> {
                      Files.writeString(written(command), WHOLE);
                      return ended(!command.contains("-XX:AOTMode=create"));
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("status 1");
    assertThat(cache.file()).isEmpty();
    assertThat(names()).containsExactly("lock");
  }

  @Test
  void losesWhatAKilledMakerLeftToTheNext() throws Exception {
    Files.createDirectory(place);
    for (var left : List.of("1a2b.part", "1a2b.recorded", "1a2b.s", "lock")) {
      Files.writeString(place.resolve(left), "the first half");
    }
    assertThat(cache.file()).isEmpty();

    make(WHOLE);
    assertThat(names()).hasSize(2).contains("lock");
    assertThat(cache.file()).isPresent();
  }

  /// The process that started it is gone, and another makes the cache meanwhile.
  @Test
  void isNotWhatAnOrphanedWriterWritesLater() throws Exception {
    var orphans = new ArrayList<Path>();
    assertThatThrownBy(
            () ->
                cache.make(
                    command -> {
                      orphans.add(written(command));
                      throw new IOException("killed");
                    }))
        .hasMessage("killed");
    var next = open();
    next.make(
        command -> {
          Files.writeString(written(command), WHOLE);
          Files.writeString(orphans.getFirst(), "the other's first half");
          return ended(true);
        });
    assertThat(next.file()).get().satisfies(file -> assertThat(file).hasContent(WHOLE));
  }

  @Test
  void isMadeOnceWhereTwoBeginAtTheSameTime() throws Exception {
    var begun = new CountDownLatch(1);
    var over = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          threads.submit(
              () ->
                  cache.make(
                      command -> {
                        Files.writeString(written(command), WHOLE);
                        begun.countDown();
                        over.await();
                        return ended(true);
                      }));
      begun.await();
      var other = open();
      assertThat(other.make(_ -> ended(true))).as("it is being made").isFalse();
      assertThat(other.file()).as("workers start without").isEmpty();
      over.countDown();
      assertThat(first.get()).isTrue();
      assertThat(other.file()).as("and from now on with it").isPresent();
    }
  }

  @Test
  void isNotUsedTruncatedOrWithOneBitAnother() throws Exception {
    for (int cut : new int[] {0, 1, WHOLE.length() - 1}) {
      make(WHOLE);
      replace(WHOLE.substring(0, cut).getBytes(StandardCharsets.UTF_8));
      assertThat(open().file()).as("%d octets", cut).isEmpty();
      assertThat(names()).as("it is deleted").containsExactly("lock");
    }
    make(WHOLE);
    var bytes = WHOLE.getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length / 2] ^= 1;
    replace(bytes);
    assertThat(open().file()).isEmpty();
  }

  @Test
  void isNotUsedWhenItIsReplacedWhileItIsInUse() throws Exception {
    make(WHOLE);
    assertThat(cache.file()).isPresent();
    replace("as long as it, not it..".getBytes(StandardCharsets.UTF_8));
    assertThat(cache.file()).isEmpty();
  }

  @Test
  void isNoLinkAndNotAnotherWorkersFile() throws Exception {
    make(WHOLE);
    var file = cache.file().orElseThrow();
    var elsewhere = Files.move(file, directory.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    assertThat(cache.file()).isEmpty();
    Files.delete(file);
    Files.move(elsewhere, place.resolve("worker-0123456789abcdef01234567-01234567.aot"));
    assertThat(cache.file()).isEmpty();
  }

  /// As after an upgrade that unpacks files with the times of its archive.
  @Test
  void isAnotherForAJarThatDiffersInNothingButItsContent() throws Exception {
    make(WHOLE);
    var modified = Files.getLastModifiedTime(jar);
    Files.writeString(jar, "a Jar");
    Files.setLastModifiedTime(jar, modified);
    assertThat(open().file()).isEmpty();
    Files.writeString(jar, "a jar");
    Files.setLastModifiedTime(jar, modified);
    assertThat(open().file()).isPresent();
  }

  @Test
  void isNotMadeWhereThereIsNoPlaceForIt() throws Exception {
    Files.writeString(place, "a file");
    assertThatThrownBy(() -> make(WHOLE)).isInstanceOf(IOException.class);
    assertThat(cache.file()).isEmpty();
    assertThat(place).hasContent("a file");
  }

  private StartCache open() throws IOException {
    var home = Path.of(System.getProperty("java.home"));
    return StartCache.of(place, new WorkerCommand(home, 64, List.of(jar)));
  }

  private void make(String content) throws IOException, InterruptedException {
    assertThat(
            cache.make(
                command -> {
                  Files.writeString(written(command), content);
                  return ended(true);
                }))
        .isTrue();
  }

  /// The content of the file is another from now on, its name is not.
  private void replace(byte[] content) throws IOException {
    var file = cache.file().orElseThrow();
    Files.delete(file);
    Files.write(file, content);
  }

  /// The file that a step of the making has to write.
  private static Path written(List<String> command) {
    var last = "";
    for (var word : command) {
      if (word.startsWith("-XX:AOTConfiguration=") || word.startsWith("-XX:AOTCache=")) {
        last = word.substring(word.indexOf('=') + 1);
      }
    }
    return Path.of(last);
  }

  private static Process ended(boolean well) throws IOException {
    return new ProcessBuilder(well ? "true" : "false").redirectErrorStream(true).start();
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(place)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }
}
