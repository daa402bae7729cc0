package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MessagesTest {
  @Test
  void aFailureOfFilesBecomesAClauseThatNamesThem() {
    assertThat(Messages.clause(new NoSuchFileException("/a"))).isEqualTo("there is no file /a");
    assertThat(Messages.clause(new AccessDeniedException("/a")))
        .isEqualTo("there is no permission for /a");
    assertThat(Messages.clause(new NotDirectoryException("/a"))).isEqualTo("/a is no directory");
    assertThat(Messages.clause(new FileSystemException("/a", null, "Read-only file system")))
        .isEqualTo("/a cannot be used: Read-only file system");
    assertThat(Messages.clause(new IOException("The disk is full."))).isEqualTo("The disk is full");
    assertThat(Messages.clause(new MalformedInputException(1))).isEqualTo("it is no text in UTF-8");
  }

  @Test
  void theNameOfAClassIsNeverShown() {
    assertThat(Messages.clause(new EOFException())).isEqualTo("no reason is given");
    assertThat(Messages.clause(new FileSystemException("/a")))
        .isEqualTo("/a cannot be used: no reason is given");
  }

  @Test
  void anExpectationLosesItsBrackets() {
    assertThat(Messages.expectation("x: (expected: 32 bytes)")).isEqualTo("x should be 32 bytes");
    assertThat(Messages.expectation("(expected: a JSON object)"))
        .isEqualTo("it should be a JSON object");
    assertThat(Messages.expectation("a.b: (expected: this member)")).isEqualTo("a.b is missing");
    assertThat(Messages.expectation("b: (expected: no such member)"))
        .isEqualTo("b should not be there");
    assertThat(Messages.expectation("something else")).isEqualTo("something else");
  }

  @Test
  void oneIsNoPlural() {
    assertThat(Messages.count(1, "page")).isEqualTo("1 page");
    assertThat(Messages.count(0, "page")).isEqualTo("0 pages");
    assertThat(Messages.count(2_000, "page")).isEqualTo("2,000 pages");
  }

  @Test
  void aPathCanBeTypedAsItIsShown() {
    assertThat(Messages.typed(Path.of("/tmp/my-crawl.1"))).isEqualTo("/tmp/my-crawl.1");
    assertThat(Messages.typed(Path.of("it's mine"))).isEqualTo("'it'\\''s mine'");
  }
}
