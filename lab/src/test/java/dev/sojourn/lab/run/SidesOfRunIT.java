package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.process.InstalledProgram;
import dev.sojourn.lab.process.ProcessorList;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run whose two sides have processors of their own, with real processes.
@Timeout(240)
final class SidesOfRunIT {
  @TempDir private Path temp;

  @Test
  void eachSideRunsOnItsProcessorsAndShortLivedProcessesCount() throws Exception {
    assumeTrue(InstalledProgram.isThere(ProcessorList.PROGRAM), "no taskset");
    var here = ProcessorList.of(ProcessHandle.current().pid()).orElseThrow().numbers();
    int site = here.getFirst();
    int crawler = here.getLast();

    var run = run(experiment(site, crawler));

    var written = Files.readAllLines(temp.resolve("written"));
    assertThat(written).contains("peer " + crawler, "child " + crawler, "server " + site);
    double children = Double.parseDouble(after("millis ", written)) / 1e3;
    assertThat(children).isPositive();
    assertThat(Measure.CRAWLER_CPU.of(run).orElseThrow()).isGreaterThan(children);
    assertThat(Measure.SITE_CPU.of(run).orElseThrow()).isPositive();
    assertThat(Measure.CRAWLER_CPU_PER_1000_PAGES.of(run).orElseThrow())
        .isEqualTo(1_000 * run.cpuSeconds("crawler"));
  }

  private static String after(String prefix, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .findFirst()
        .orElseThrow()
        .substring(prefix.length());
  }

  private ExperimentReading experiment(int site, int crawler) throws Exception {
    var classPath =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList();
    var text =
        """
        name = "sides"
        question = "Has each side its processors?"
        repetitions = 1
        [site]
        kind = "generated"
        pages = 1
        [processors]
        site = "%d"
        crawler = "%d"
        [crawl]
        kind = "busy"
        [[crawler]]
        name = "busy"
        command = ["{java}", "-cp", "%s", "%s", "{start}", "%s"]
        """;
    var file = temp.resolve("sides.toml");
    Files.writeString(
        file,
        text.formatted(
            site,
            crawler,
            String.join(":", classPath),
            BusyPeer.class.getName(),
            temp.resolve("written")));
    return ExperimentReader.read(file);
  }

  private RunResult run(ExperimentReading reading) throws Exception {
    assertThat(reading).isInstanceOf(ExperimentReading.Valid.class);
    var experiment = ((ExperimentReading.Valid) reading).experiment();
    var out = temp.resolve("results");
    var runner =
        new ExperimentRunner(experiment, out, false, new Silence(), InstantSource.system());
    var runs = runner.run(Files.readString(temp.resolve("sides.toml")), "lab run").runs();
    assertThat(runs).singleElement().extracting(RunResult::reason).isEqualTo("");
    return runs.getFirst();
  }

  private static final class Silence implements RunListener {
    @Override
    public void begins(int number, int all, Variant variant) {}

    @Override
    public void ended(RunResult result) {}

    @Override
    public void warned(String sentence) {}
  }
}
