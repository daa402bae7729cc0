package dev.sojourn.app.fault;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The crawls of a campaign: the built program, one crawl after the other, each resumed until it is
/// done. One thread makes them; another may kill their process.
final class CampaignCrawls {
  private static final Path PROGRAM = Path.of("target/dist/bin/sojourn").toAbsolutePath();
  private static final int MOST_STARTS = 30;

  private final Path folder;
  private final Path key;
  private final String start;
  private final Set<String> site;
  private final CampaignLog log;
  private volatile Optional<Process> current = Optional.empty();

  /// @param key file of the key that signs
  /// @param start URL of the site
  /// @param site the URLs of all its pages
  CampaignCrawls(Path folder, Path key, String start, Set<String> site, CampaignLog log) {
    this.folder = folder;
    this.key = key;
    this.start = start;
    this.site = site;
    this.log = log;
  }

  /// Makes one crawl, from its begin to its end.
  void run(int number) throws IOException, InterruptedException {
    var out = folder.resolve("crawl-" + number);
    // A crawl that was killed before its first write begins again.
    boolean isBegun = false;
    for (int starts = 1; starts <= MOST_STARTS; starts++) {
      var process = started(out, isBegun);
      current = Optional.of(process);
      int exit = process.waitFor();
      current = Optional.empty();
      if (exit == 0) {
        look(out, number);
        return;
      }
      isBegun = exit != ExitCode.USAGE.code() && Files.exists(out.resolve("crawl.db"));
      log.count("crawls that ended early, exit " + exit);
    }
    log.breach("crawl " + number + " is not done after " + MOST_STARTS + " starts");
  }

  private Process started(Path out, boolean isBegun) throws IOException {
    var words = new ArrayList<>(List.of(PROGRAM.toString(), "crawl"));
    if (isBegun) {
      words.add("--resume");
    } else {
      words.addAll(List.of(start, "--agent", "indexing", "--no-index"));
    }
    words.addAll(List.of("--key", key.toString(), "--out", out.toString(), "--json"));
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("crawl.out").toFile()))
        .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("crawl.log").toFile()))
        .start();
  }

  /// Kills the process of the crawl that is under way; returns whether there was one.
  boolean kill() {
    var process = current;
    process.ifPresent(Process::destroyForcibly);
    return process.isPresent();
  }

  private void look(Path out, int number) throws IOException {
    var urls = new ArrayList<String>();
    for (var line : Files.readAllLines(out.resolve("findings.jsonl"))) {
      urls.add(new ObjectMapper().readTree(line).path("url").asText());
    }
    if (urls.size() != site.size() || !new HashSet<>(urls).equals(site)) {
      log.breach("crawl " + number + " has other findings than the site has pages: " + urls);
    }
    log.count("crawls");
    log.count(CampaignLog.VISITS);
  }
}
