package dev.sojourn.dispatcher.cli;

import static dev.sojourn.dispatcher.cli.CommandLines.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.testing.HttpsTestServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that ask a site whose certificate only a file vouches for.
class SiteCertificatesIT {
  @TempDir Path directory;

  private HttpsTestServer site;

  @BeforeEach
  void serve() throws Exception {
    site = HttpsTestServer.start(directory);
    site.answer(
        "/robots.txt",
        200,
        Map.of("Content-Type", "text/plain"),
        "User-agent: *\nDisallow: /private\n".getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private List<List<String>> commands() {
    var url = site.origin() + "/";
    return List.of(
        List.of("plan", url),
        List.of("robots", "check", url),
        List.of("robots", "explain", url, "Bot", url + "private/x"));
  }

  private static CommandLines.Ran with(List<String> words, Path authorities) {
    return run(
        Stream.concat(words.stream(), Stream.of("--ca", authorities.toString()))
            .toArray(String[]::new));
  }

  @Test
  void believeTheFileThatTheyAreGivenAndNobodyElse() {
    for (var words : commands()) {
      var without = run(words.toArray(String[]::new));
      assertThat(without.exit()).as("%s", words).isEqualTo(4);
      assertThat(without.err()).contains("its certificate cannot be trusted");
      assertThat(site.asked()).isZero();
      var believing = with(words, site.certificate());
      assertThat(believing.exit()).as("%s: %s", words, believing.err()).isZero();
      assertThat(site.asked()).isPositive();
      site.reset();
      serveAgain();
    }
  }

  private void serveAgain() {
    site.answer("/robots.txt", 200, Map.of(), "User-agent: *\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void sayWhatIsWrongWithAFileThatHoldsNoCertificate() throws Exception {
    var none = Files.writeString(directory.resolve("none.pem"), "no certificate");
    var absent = directory.resolve("absent.pem");
    for (var words : commands()) {
      var ran = with(words, none);
      assertThat(ran.exit()).as("%s", words).isEqualTo(2);
      assertThat(ran.err()).contains("--ca: " + none + " holds no certificate");
      assertThat(with(words, absent).err()).contains("There is no file " + absent + " for --ca.");
    }
  }
}
