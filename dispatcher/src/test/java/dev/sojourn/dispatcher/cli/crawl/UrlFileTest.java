package dev.sojourn.dispatcher.cli.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UrlFileTest {
  private static final String NO_SPACE =
      " (expected: one URL, which has no white space; a comment has a line of its own, which begins"
          + " with #)";
  private static final String A_URL = " (expected: an http or https URL, as https://example.org/)";

  @TempDir Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("sites.txt"), text);
  }

  private static void assertRefused(ThrowingCallable reading, String sentence) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            CommandException.class,
            e -> {
              assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(e.sentence()).isEqualTo(sentence);
            });
  }

  @Test
  void readsAUrlOfEachLineThatIsNoComment() throws IOException {
    var file =
        file("# sites\r\n\r\n  http://a.example/x#part \r\n #http://b.example/\nhttp://c.example");
    assertThat(UrlFile.urls(file)).containsExactly("http://a.example/x#part", "http://c.example");
  }

  @Test
  void takesOffAByteOrderMark() throws IOException {
    assertThat(UrlFile.urls(file("\ufeffhttp://a.example/\n")))
        .containsExactly("http://a.example/");
    assertThat(UrlFile.urlsOrPaths(file("\ufeff# paths\n/docs/\n"))).containsExactly("/docs/");
  }

  @Test
  void twoUrlsOrACommentOnOneLineAreNoUrl() throws IOException {
    var file = file("http://a.example/ http://b.example/\nhttp://c.example/\t# the third\n");
    assertRefused(
        () -> UrlFile.urls(file),
        "%s, line 1: 'http://a.example/ http://b.example/'%s\n%s, line 2: 'http://c.example/\ufffd# the third'%s"
            .formatted(file, NO_SPACE, file, NO_SPACE));
  }

  @Test
  void namesFileAndLineOfWhatIsNoUrl() throws IOException {
    var file = file("# sites\n127.0.2.2:8200\nhttp://a.example/\nftp://b.example/\u001b[31m\n");
    assertRefused(
        () -> UrlFile.urls(file),
        "%s, line 2: '127.0.2.2:8200'%s\n%s, line 4: 'ftp://b.example/\ufffd[31m'%s"
            .formatted(file, A_URL, file, A_URL));
  }

  @Test
  void namesTenLinesAtMostAndCountsTheOthers() throws IOException {
    var file = file("x".repeat(300) + "\n" + "http:\n".repeat(11));
    var further =
        IntStream.rangeClosed(2, 10)
            .mapToObj(n -> "%s, line %d: 'http:'%s\n".formatted(file, n, A_URL))
            .collect(Collectors.joining());
    assertRefused(
        () -> UrlFile.urls(file),
        "%s, line 1: '%s…'%s\n%sand 2 further lines"
            .formatted(file, "x".repeat(200), A_URL, further));
  }

  @Test
  void callsStandardInputByItsName() {
    var before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("\nexample.org\n".getBytes(StandardCharsets.UTF_8)));
      assertRefused(
          () -> UrlFile.urls(Path.of("-")), "standard input, line 2: 'example.org'" + A_URL);
      System.setIn(new ByteArrayInputStream(new byte[0]));
      assertRefused(
          () -> UrlFile.urls(Path.of("-")),
          "There is no URL in standard input; write one on each line.");
    } finally {
      System.setIn(before);
    }
  }
}
