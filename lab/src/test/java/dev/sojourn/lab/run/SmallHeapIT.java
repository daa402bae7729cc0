package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.site.AccessLog;
import dev.sojourn.lab.site.CrawlLogPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The files that a run reads at its end, with a heap far smaller than they are.
@Timeout(240)
final class SmallHeapIT {
  private static final int PAGES = 300_000;
  private static final int COMPLAINTS = 600_000;
  private static final String PATH = "/part-00/a-long-name-of-a-page-%06d.html";

  @TempDir private Path folder;

  @Test
  void theFilesOfALargeRunAreReadWithASmallHeap() throws Exception {
    write("access.log", PAGES, i -> "t GET " + PATH.formatted(i) + " 200 100 1000 text/html");
    write(
        "urls.jsonl",
        PAGES,
        i ->
            "{\"url\":\"http://127.0.0.1:1%s\",\"outcome\":\"fetched\",\"type\":\"text/html\"}"
                .formatted(PATH.formatted(i)));
    write("log", COMPLAINTS, i -> "INFO a crawler that logs each page that it reads: " + i);
    write("output", COMPLAINTS, i -> "a crawler that prints each page that it reads: " + i);

    assertThat(readWithASmallHeap())
        .containsExactly(
            Integer.toString(PAGES),
            Integer.toString(PAGES),
            "INFO a crawler that logs each page that it reads: " + (COMPLAINTS - 1),
            "true");
  }

  private void write(String name, int lines, IntFunction<String> line) throws IOException {
    try (var out = Files.newBufferedWriter(folder.resolve(name), StandardCharsets.UTF_8)) {
      for (int i = 0; i < lines; i++) {
        out.write(line.apply(i));
        out.write('\n');
      }
    }
  }

  private List<String> readWithASmallHeap() throws IOException, InterruptedException {
    var output = folder.resolve("said");
    var reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    reader.waitFor();
    return Files.readAllLines(output);
  }

  /// The program that reads.
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws IOException {
      var folder = Path.of(arguments[0]);
      System.out.println(AccessLog.sum(List.of(folder.resolve("access.log"))).pages());
      System.out.println(CrawlLogPages.count(folder));
      System.out.println(CrawlProgram.complaint(folder.resolve("log")));
      System.out.println(CrawlProgram.summary(folder.resolve("output")).isMissingNode());
    }
  }
}
