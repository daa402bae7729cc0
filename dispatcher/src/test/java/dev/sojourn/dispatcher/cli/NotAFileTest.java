package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.dispatcher.cli.guest.Brief;
import dev.sojourn.dispatcher.cli.guest.GuestClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every command that is given a named pipe, a directory or a device instead of a file. An opened
/// pipe would keep the command for ever.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NotAFileTest {
  /// Placeholders in the words below: for the thing that is no file, for a key and for a folder.
  private static final String THING = "THING";

  private static final String KEY = "KEY";
  private static final String FOLDER = "FOLDER";
  private static final String AGENT = "AGENT";

  /// Shared by all tests; none of them writes there.
  @TempDir private static Path shared;

  private static Path pipe;
  private static Path key;
  private static Path agent;

  @TempDir private Path folder;

  @BeforeAll
  static void makeAPipe() throws IOException, InterruptedException {
    pipe = shared.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    agent = shared.resolve("agent");
    GuestClasses.copy(Brief.class, agent);
    key = shared.resolve("owner.key");
    assertThat(CommandLines.run("key", "new", key.toString()).exit()).isZero();
  }

  static Stream<List<String>> commands() {
    return Stream.of(
            "agent inspect THING",
            "agent inspect KEY --key THING",
            "agent verify THING --host atp://h.example:1 --trust KEY",
            "agent send THING --key KEY",
            "agent try THING FOLDER",
            "agent try THING FOLDER --main a.B",
            "agent pack THING --key KEY --host atp://h.example:1 --site https://s.example/ -o"
                + " FOLDER/a",
            "agent status atp://127.0.0.1:9/#a --key THING",
            "agent status atp://127.0.0.1:9/#a --key KEY --atps-ca THING",
            "crawl --sites THING --out FOLDER/out",
            "crawl https://127.0.0.1:9/ --key KEY --ca THING --out FOLDER/out",
            "plan https://127.0.0.1:9/ --ca THING",
            "robots check https://127.0.0.1:9/ --ca THING",
            "robots explain https://127.0.0.1:9/ Bot / --ca THING",
            "crawl http://127.0.0.1:9/ --agent AGENT --key THING --out FOLDER/out",
            "crawl http://127.0.0.1:9/ --agent AGENT --key KEY --host-keys THING --out FOLDER/out",
            "crawl http://127.0.0.1:9/ --key KEY --agent THING --out FOLDER/out",
            "plan http://127.0.0.1:9/ --urls THING",
            "key show THING",
            "key directory https://c.example --key THING --http-key KEY",
            "robots check THING",
            "robots explain THING Bot /")
        .map(words -> List.of(words.split(" ")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aNamedPipeIsNotOpened(List<String> words) {
    refused(words, pipe, "it is a named pipe, not a regular file");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aDeviceIsNotRead(List<String> words) {
    refused(words, Path.of("/dev/zero"), "it is a device, not a regular file");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aDirectoryIsReportedOrTakenForClasses(List<String> words) throws IOException {
    var empty = Files.createDirectories(folder.resolve("empty"));
    boolean mayHoldClasses =
        List.of("try", "pack").contains(words.get(1))
            || words.indexOf("--agent") + 1 == words.indexOf(THING);
    refused(
        words,
        empty,
        mayHoldClasses ? "holds no classes" : "it is a directory, not a regular file");
  }

  @ParameterizedTest
  @MethodSource("crawlFiles")
  void aPipeInTheDirectoryOfACrawlIsNotOpened(String name)
      throws IOException, InterruptedException {
    var out = Files.createDirectory(folder.resolve("out"));
    Files.createDirectory(out.resolve("index"));
    var trap = out.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", trap.toString()).start().waitFor()).isZero();

    var ran =
        run(
            "crawl",
            "http://127.0.0.1:9/",
            "--agent",
            agent.toString(),
            "--key",
            key.toString(),
            "--out",
            out.toString());

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(trap + " cannot be used: it is a named pipe, not a regular file; take it away");
  }

  static List<String> crawlFiles() {
    return List.of("lock", "crawl.db", "crawl.db-wal", "crawl.db-shm", "index/write.lock");
  }

  @Test
  void aPipeUnderTheNameOfAKeyDirectoryIsNotOpened() throws IOException, InterruptedException {
    var trap = folder.resolve("directory.json");
    assertThat(new ProcessBuilder("mkfifo", trap.toString()).start().waitFor()).isZero();
    var http = folder.resolve("http.key").toString();
    assertThat(run("key", "new", http).exit()).isZero();

    var ran =
        run(
            "key",
            "directory",
            "https://c.example",
            "--key",
            key.toString(),
            "--http-key",
            http,
            "--out",
            folder.toString());

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("directory.json cannot be used: it is a named pipe");
  }

  private void refused(List<String> words, Path thing, String reason) {
    var all =
        words.stream()
            .map(w -> w.replace(THING, thing.toString()).replace(KEY, key.toString()))
            .map(w -> w.replace(FOLDER, folder.toString()).replace(AGENT, agent.toString()))
            .toArray(String[]::new);

    var ran = run(all);

    assertThat(ran.exit()).as("%s: %s", Arrays.toString(all), ran.err()).isIn(1, 2, 5);
    assertThat(ran.err()).contains(thing.toString()).contains(reason).doesNotContain("fault of");
  }

  private static CommandLines.Ran run(String... words) {
    return CommandLines.run(words);
  }
}
