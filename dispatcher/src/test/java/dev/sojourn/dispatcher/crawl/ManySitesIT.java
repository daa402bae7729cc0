package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.dispatcher.cli.crawl.CrawlCommand;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of many sites at once.
class ManySitesIT {
  private static final int SITES = 200;

  /// Ten with `-Pcampaign`.
  private static final int TIMES = Integer.getInteger("crawls", 1);

  @TempDir Path directory;

  /// Fast sites answer with their robots.txt before the last site was begun.
  @Test
  void everySiteOfTwoHundredIsVisitedEachTime() throws IOException {
    try (var sites = new LoopbackSites(SITES)) {
      for (int time = 1; time <= TIMES; time++) {
        var out = directory.resolve("out" + time);
        var bench = new CrawlBench(out);
        int exitCode = crawl(sites, out);
        var summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
        assertThat(exitCode).as("time %d: %s", time, incomplete(summary)).isZero();
        assertThat(sites.visited()).as("sites visited, time %d", time).isEqualTo(SITES);
        assertThat(bench.foundUrls())
            .as("time %d", time)
            .doesNotHaveDuplicates()
            .containsExactlyInAnyOrderElementsOf(sites.pages());
        assertThat(summary.path("complete").asBoolean()).isTrue();
        assertThat(summary.path("pages").asLong()).isEqualTo(2L * SITES);
        sites.forget();
      }
    }
  }

  /// The parts of the crawl that have another state than complete.
  private static List<JsonNode> incomplete(JsonNode summary) {
    return summary
        .path("territories")
        .valueStream()
        .filter(part -> !part.path("state").asText().equals("complete"))
        .toList();
  }

  /// What `crawl --sites FILE` ends with.
  private int crawl(LoopbackSites sites, Path out) throws IOException {
    var file = Files.write(directory.resolve("sites.txt"), sites.starts());
    var key = directory.resolve("owner.key");
    if (Files.notExists(key)) {
      SigningKey.generate(new SecureRandom()).write(key);
    }
    var classes = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation();
    return CommandRun.commandLine(new CrawlCommand(), "sojourn")
        .setOut(new PrintWriter(Writer.nullWriter()))
        .setErr(new PrintWriter(Writer.nullWriter()))
        .execute(
            "--sites",
            file.toString(),
            "--out",
            out.toString(),
            "--key",
            key.toString(),
            "--agent",
            classes.getPath(),
            "--main",
            IndexingAgent.class.getName());
  }
}
