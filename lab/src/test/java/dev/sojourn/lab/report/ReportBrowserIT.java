package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.lab.command.LabCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of the sample in a real browser.
final class ReportBrowserIT {
  private static final String BROWSER = "chromium";
  private static final long SECONDS_TO_END = 120;
  private static final String POLICY = "<meta http-equiv=[^>]*>";

  /// Tells the widths of window and page, and how many tables are wider than their boxes.
  private static final String WIDTHS =
      """
      <script>
      var boxes = Array.from(document.querySelectorAll('.table'));
      document.body.setAttribute('data-widths', [innerWidth, document.documentElement.scrollWidth,
        boxes.length, boxes.filter(box => box.scrollWidth > box.clientWidth).length].join(' '));
      </script></body>\
      """;

  @TempDir private Path temp;

  private String html = "";

  @BeforeEach
  void makeTheReport() throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, BROWSER))),
        "skipped: there is no chromium on the PATH");
    ReportFilesTest.copySample(temp);
    assertThat(CommandRun.run(new LabCommand(), "lab", "report", temp.toString())).isZero();
    html = Files.readString(temp.resolve("report.html"));
  }

  private record Visit(String page, String log) {}

  private Visit open(String name) throws IOException, InterruptedException {
    var page = temp.resolve(name + ".dump");
    var log = temp.resolve(name + ".log");
    var browser =
        new ProcessBuilder(
                BROWSER,
                "--headless",
                // The tests of root, as in a container, have no sandbox of the browser.
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--user-data-dir=" + temp.resolve("profile"),
                "--window-size=1000,800",
                "--dump-dom",
                temp.resolve(name).toUri().toString())
            .redirectOutput(page.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(browser.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly().waitFor();
    }
    return new Visit(Files.readString(page), Files.readString(log));
  }

  /// The browser tells of the script, and of nothing else.
  @Test
  void thePageOpensWithoutAnErrorAndAScriptThatGotIntoItWouldNotRun() throws Exception {
    Files.writeString(temp.resolve("script.html"), html.replace("</body>", WIDTHS));

    var visit = open("script.html");

    assertThat(visit.page()).contains("<svg", "Experiment sample", "<script>");
    assertThat(visit.page()).doesNotContain("data-widths=");
    assertThat(visit.log().lines().filter(line -> line.contains("CONSOLE")))
        .singleElement()
        .asString()
        .contains("Content Security Policy");
  }

  @Test
  void nothingIsWiderThanAWindowOfAThousandPixels() throws Exception {
    var open = html.replaceFirst(POLICY, "").replace("</body>", WIDTHS);
    Files.writeString(temp.resolve("widths.html"), open);

    var widths = Pattern.compile("data-widths=\"(\\d+) (\\d+) (\\d+) (\\d+)\"");
    var found = widths.matcher(open("widths.html").page());

    assertThat(found.find()).isTrue();
    int window = Integer.parseInt(found.group(1));
    assertThat(window).isBetween(900, 1_000);
    assertThat(Integer.parseInt(found.group(2))).isLessThanOrEqualTo(window);
    assertThat(Integer.parseInt(found.group(3))).as("tables").isGreaterThan(6);
    assertThat(found.group(4)).as("tables that must be scrolled").isEqualTo("0");
  }
}
