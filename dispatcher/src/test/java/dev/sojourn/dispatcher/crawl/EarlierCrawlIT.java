package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Directories of crawls by every released version, as [CrawlSample] wrote them: this version
/// searches them and goes on.
@EnabledOnOs(OS.LINUX) // The site of the samples has a loopback address of its own.
@Timeout(300)
class EarlierCrawlIT {
  @TempDir Path directory;

  /// Its host is gone, so what its agent had not brought home is visited from home.
  @ParameterizedTest
  @ValueSource(strings = "crawl-0.1-schema2.zip")
  void anInterruptedCrawlIsSearchedAndResumedToItsEnd(String sample) throws Exception {
    unpack(sample);
    var key = SigningKey.read(directory.resolve(CrawlSample.OWNER_KEY));
    var bench = new CrawlBench(directory.resolve(CrawlSample.OUT), key);
    var before = new ObjectMapper().readTree(bench.out.resolve("summary.json").toFile());
    assertThat(before.path("interrupted").asBoolean()).isTrue();
    assertThat(bench.indexedPages()).isPositive();
    try (var site = CrawlSample.serve(directory.resolve("www"))) {
      assertThat(bench.indexedPages()).isLessThan(site.expected().size());

      var summary = SharedSandbox.crawl(bench.impatient());

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.seconds()).isGreaterThan(before.path("seconds").asDouble());
      bench.assertFoundExactly(site);

      var again = SharedSandbox.crawlAgain(bench.impatient());

      assertThat(again.recrawl().unchanged()).isEqualTo(summary.pages());
      assertThat(again.recrawl().transferred()).isPositive();
      bench.assertFoundExactly(site);
    }
  }

  private void unpack(String sample) throws IOException {
    try (var in = EarlierCrawlIT.class.getResourceAsStream("/" + sample);
        var zip = new ZipInputStream(in)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        var file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    }
  }
}
