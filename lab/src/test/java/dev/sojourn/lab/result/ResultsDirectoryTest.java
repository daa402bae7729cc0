package dev.sojourn.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The results directory: a small one written by hand, and one that is written and read again.
final class ResultsDirectoryTest {
  @TempDir private Path temp;

  private static ResultsDirectory sample() throws URISyntaxException {
    var folder = ResultsDirectoryTest.class.getResource("sample/runs.jsonl").toURI();
    return new ResultsDirectory(Path.of(folder).resolveSibling(""));
  }

  @Test
  void readsTheSample() throws IOException, URISyntaxException {
    var runs = sample().readRuns();

    assertThat(runs).hasSize(8);
    var first = runs.getFirst();
    assertThat(first.outcome()).isEqualTo(RunOutcome.DONE);
    assertThat(first.settings())
        .containsExactly(
            new Setting("link.delay", "0 ms", 0, "ms"), new Setting("crawl.kind", "mobile", 0, ""));
    assertThat(first.linkBytes()).isEqualTo(180 + 420 + 52_000 + 360_000);
    assertThat(Measure.CPU_TIME.of(first)).hasValueCloseTo(2.5 + 1.9, within(1e-9));
    assertThat(Measure.PAGES_PER_SECOND.of(first)).hasValueCloseTo(501 / 3.1, within(1e-9));
    assertThat(runs.get(6).outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(Measure.BYTES_PER_PAGE.of(runs.get(6))).isEmpty();
    assertThat(sample().readMachine().processors()).isEqualTo(2);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException, URISyntaxException {
    var runs = sample().readRuns();
    var machine = sample().readMachine();
    var results = new ResultsDirectory(temp.resolve("results"));

    results.begin("name = \"x\"\n", machine);
    for (var run : runs) {
      results.add(run);
    }

    assertThat(results.readRuns()).isEqualTo(runs);
    assertThat(results.readMachine()).isEqualTo(machine);
    assertThat(results.experiment()).hasContent("name = \"x\"\n");
  }

  @Test
  void machinesOfLaterSessionsAreReadBesideOneOfAnEarlierVersion()
      throws IOException, URISyntaxException {
    // It has neither Java options nor an earlier answer yet, and its runs no speed of the machine.
    var first = sample().readMachine();
    assertThat(first.javaOptions()).isEmpty();
    assertThat(first.found()).isEmpty();
    assertThat(sample().readRuns().getFirst().machine()).isEqualTo(MachineUse.UNKNOWN);
    var results = new ResultsDirectory(temp);
    results.begin("", first);
    var second = machine(4, first.memoryBytes() + 4_096, "JAVA_TOOL_OPTIONS=-Xint");
    var third = machine(2, 2 * first.memoryBytes(), "");

    results.addMachine(second);
    results.addMachine(third);

    assertThat(results.readMachines()).containsExactly(first, second, third);
    assertThat(first.differences(first)).isEmpty();
    assertThat(second.differences(first))
        .containsExactly(
            "sources commit " + "0f".repeat(20) + ", changed (before: none)",
            "Java options JAVA_TOOL_OPTIONS=-Xint (before: none)",
            "processors 4 (before: 2)");
    assertThat(third.differences(second))
        .containsExactly(
            "Java options none (before: JAVA_TOOL_OPTIONS=-Xint)",
            "processors 2 (before: 4)",
            "bytes of memory 17179869184 (before: 8589938688)");
    assertThat(withWget(third, "GNU Wget2 2.1.0").differences(third))
        .containsExactly("wget2 GNU Wget2 2.1.0 (before: GNU Wget2 2.2.0)");
  }

  private static Machine withWget(Machine like, String version) {
    return new Machine(
        like.started(),
        like.command(),
        like.sojourn(),
        like.commit(),
        like.isChanged(),
        like.java(),
        like.system(),
        like.processor(),
        like.processors(),
        like.memoryBytes(),
        like.loadBefore(),
        like.javaOptions(),
        like.found(),
        List.of(new CrawlerVersion("wget2", version, "wget2 {start}")),
        like.settings());
  }

  private static Machine machine(int processors, long memoryBytes, String javaOptions)
      throws IOException, URISyntaxException {
    var like = sample().readMachine();
    return new Machine(
        "2026-01-06T09:00:00Z",
        "lab run --resume",
        like.sojourn(),
        "0f".repeat(20),
        true,
        like.java(),
        like.system(),
        like.processor(),
        processors,
        memoryBytes,
        0.5,
        javaOptions,
        "",
        List.of(new CrawlerVersion("wget2", "GNU Wget2 2.2.0", "wget2 {start}")),
        List.of(new Setting("link.rate", "50 Mbit/s", 5e7, "bit/s")));
  }

  @Test
  void refusesADirectoryThatHasResults() throws IOException, URISyntaxException {
    var results = new ResultsDirectory(temp);
    var machine = sample().readMachine();
    results.begin("", machine);

    assertThatThrownBy(() -> results.begin("", machine))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void aDirectoryWhoseBeginFailedIsBegunAnewAndTheMessageNamesTheFile()
      throws IOException, URISyntaxException {
    var results = new ResultsDirectory(temp);
    var machine = sample().readMachine();
    Files.createDirectory(results.machine());
    assertThatIOException()
        .isThrownBy(() -> results.begin("name = \"x\"\n", machine))
        .withMessageContaining(results.machine().toString());
    assertThat(results.runs()).doesNotExist();
    Files.delete(results.machine());

    results.begin("name = \"y\"\n", machine);

    assertThat(results.experiment()).hasContent("name = \"y\"\n");
    assertThat(results.readMachine()).isEqualTo(machine);
    assertThat(results.readRuns()).isEmpty();
  }

  @Test
  void aLineThatWasNotWrittenToItsEndIsNoRunAndMakesRoomForTheNext()
      throws IOException, URISyntaxException {
    var runs = sample().readRuns();
    var results = new ResultsDirectory(temp);
    results.begin("name = \"x\"\n", sample().readMachine());
    results.add(runs.get(0));
    Files.writeString(results.runs(), "{\"run\":2,\"ü", StandardOpenOption.APPEND);
    assertThat(results.readRuns()).containsExactly(runs.get(0));

    results.resume();
    assertThat(results.readRuns()).containsExactly(runs.get(0));
    results.add(runs.get(1));
    assertThat(results.readRuns()).containsExactly(runs.get(0), runs.get(1));
  }

  @Test
  void runsThatFailedAreSetAsideOnceWheneverTheProgramIsKilled()
      throws IOException, URISyntaxException {
    var runs = sample().readRuns();
    var failed = runs.get(6);
    var others = runs.stream().filter(run -> run.run() != failed.run()).toList();
    var results = new ResultsDirectory(temp);
    results.begin("", sample().readMachine());
    for (var run : runs) {
      results.add(run);
    }
    var before = Files.readString(results.runs());

    results.setAsideFailed();
    assertThat(results.readRuns()).isEqualTo(others);
    assertThat(results.failed()).content().startsWith("{\"run\":7,").hasLineCount(1);

    // As after a kill between the two files.
    Files.writeString(results.runs(), before);
    results.setAsideFailed();
    assertThat(results.readRuns()).isEqualTo(others);
    assertThat(results.failed()).content().hasLineCount(1);

    results.add(failed);
    assertThat(results.readRuns()).hasSize(8);
  }

  @Test
  void aBrokenLineIsNamed() throws IOException, URISyntaxException {
    var results = new ResultsDirectory(temp);
    results.begin("", sample().readMachine());
    results.add(sample().readRuns().getFirst());
    Files.writeString(results.runs(), "{\"run\": \"many\"}\n", StandardOpenOption.APPEND);

    assertThatThrownBy(results::readRuns)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("runs.jsonl:2:");
  }

  @Test
  void aLineThatIsNullIsNamed() throws IOException, URISyntaxException {
    var results = new ResultsDirectory(temp);
    results.begin("", sample().readMachine());
    results.add(sample().readRuns().getFirst());
    Files.writeString(results.runs(), "null\n", StandardOpenOption.APPEND);
    Files.writeString(results.machine(), "null\n");

    assertThatIOException()
        .isThrownBy(results::readRuns)
        .withMessageContaining("runs.jsonl:2: null");
    assertThatIOException()
        .isThrownBy(results::readMachine)
        .withMessageContaining("machine.json: null");
  }

  @Test
  void oneProgramAtATimeHasTheDirectory() throws IOException {
    var results = new ResultsDirectory(temp.resolve("locked"));
    try (var _ = results.lock()) {
      assertThatIOException()
          .isThrownBy(results::lock)
          .withMessageContaining("another lab run works in");
    }
    results.lock().close();
  }
}
