package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.result.CrawlerVersion;
import dev.sojourn.lab.result.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The part of `machine.json` about an experiment.
final class ThisMachineTest {
  @TempDir private Path temp;

  @Test
  void versionsOfCrawlersAndSettingsWithUnitsAreThere() throws Exception {
    var file = temp.resolve("x.toml");
    Files.writeString(
        file,
        """
        name = "x"
        question = "Which?"
        time-limit = "90 s"
        [site]
        kind = "generated"
        pages = [10, 20]
        page-bytes = "2 KiB"
        [link]
        rate = "50 Mbit/s"
        [[link.outage]]
        at = "1 s"
        for = "2 s"
        [[link.outage]]
        at = "5 s"
        for = "2 s"
        [hosts]
        count = 1
        limits.workers = 3
        [crawl]
        kind = ["mobile", "other"]
        [[crawler]]
        name = "other"
        command = ["sh", "{start}"]
        version = ["sh", "-c", "echo other 1.2.3"]
        """);
    var experiment = ((ExperimentReading.Valid) ExperimentReader.readCopy(file)).experiment();

    var machine = ThisMachine.describe("lab run", experiment, Instant.EPOCH);

    assertThat(machine.crawlers())
        .containsExactly(new CrawlerVersion("other", "other 1.2.3", "sh '{start}'"));
    assertThat(machine.settings())
        .contains(
            new Setting("time-limit", "90 s", 90_000, "ms"),
            new Setting("site.page-bytes", "2 KiB", 2_048, "B"),
            new Setting("site.links", "20", 20, "1"),
            new Setting("link.rate", "50 Mbit/s", 5e7, "bit/s"),
            new Setting("link.delay", "0 ms", 0, "ms"),
            new Setting("link.outage.at", "1 s; 5 s", 0, ""),
            new Setting("link.outage.for", "2 s", 2_000, "ms"),
            new Setting("hosts.limits", "workers = 3", 0, ""))
        .doesNotHaveDuplicates()
        .extracting(Setting::key)
        .doesNotContain("site.pages", "crawl.kind", "crawler.name", "name");
    var ofOthers = experiment.variants().getLast().settings();
    assertThat(experiment.constants().get(ofOthers))
        .extracting(Setting::key)
        .contains("site.links")
        .doesNotContain("hosts.count", "hosts.limits", "crawl.agent", "crawl.connections");
    assertThat(machine.commit()).matches("[0-9a-f]{40,64}|");
  }
}
