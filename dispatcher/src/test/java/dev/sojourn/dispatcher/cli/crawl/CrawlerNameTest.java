package dev.sojourn.dispatcher.cli.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CrawlerNameTest {
  private static final List<String> STRANGERS =
      List.of("http://localhost/", "https://example.org/");
  private static final List<String> OWN =
      List.of("http://localhost:8080/", "http://127.0.0.1/", "http://[::1]:1/");

  @TempDir Path directory;
  private final StringWriter asked = new StringWriter();

  private Path file() {
    return directory.resolve("contact");
  }

  private CrawlerName name(Optional<String> variable, String... words) {
    return CommandLine.populateCommand(new CrawlerName(file(), variable), words);
  }

  private CrawlerName name(String... words) {
    return name(Optional.empty(), words);
  }

  private void settle(CrawlerName name, List<String> starts, boolean canAsk, String typed) {
    name.settle(
        starts, canAsk, new BufferedReader(new StringReader(typed)), new PrintWriter(asked, true));
  }

  @Test
  void theUserAgentNamesTheContact() throws IOException {
    assertThat(name().userAgent()).isEqualTo("SojournBot/0.1");
    Files.writeString(file(), "https://kept.example/bot\n");
    assertThat(name().userAgent()).isEqualTo("SojournBot/0.1 (+https://kept.example/bot)");
    assertThat(name(Optional.of("bot@example.org")).userAgent())
        .isEqualTo("SojournBot/0.1 (+mailto:bot@example.org)");
    assertThat(
            name(Optional.of("bot@example.org"), "--contact", "https://example.org/").userAgent())
        .isEqualTo("SojournBot/0.1 (+https://example.org/)");
    assertThat(name("--user-agent", "Other/1").userAgent()).isEqualTo("Other/1");
  }

  @Test
  void aContactThatIsNoneIsRefusedWhereverItStands() throws IOException {
    assertThatThrownBy(() -> name("--contact", "me").userAgent())
        .isInstanceOf(CommandException.class);
    assertThatThrownBy(() -> name(Optional.of("a\r\nb")).userAgent())
        .isInstanceOf(CommandException.class);
    Files.writeString(file(), "me");
    assertThatThrownBy(() -> name().userAgent())
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(file().toString());
  }

  @Test
  void onATerminalItIsAskedForOnceAndKept() {
    var first = name();
    settle(first, STRANGERS, true, "bot@example.org\n");
    assertThat(first.userAgent()).isEqualTo("SojournBot/0.1 (+mailto:bot@example.org)");
    assertThat(first.remark(STRANGERS)).isEmpty();
    assertThat(asked.toString()).contains("Contact: ");

    asked.getBuffer().setLength(0);
    var second = name();
    settle(second, STRANGERS, true, "other@example.org\n");
    assertThat(second.userAgent()).isEqualTo(first.userAgent());
    assertThat(asked.toString()).isEmpty();
  }

  @Test
  void whoGaveNoneIsAskedNoMoreAndHearsNoRemark() {
    settle(name(), STRANGERS, true, "\n");
    asked.getBuffer().setLength(0);
    var second = name();
    settle(second, STRANGERS, true, "bot@example.org\n");
    assertThat(asked.toString()).isEmpty();
    assertThat(second.userAgent()).isEqualTo("SojournBot/0.1");
    assertThat(second.remark(STRANGERS)).isEmpty();
  }

  @Test
  void elsewhereARemarkSaysThatNoneIsNamed() {
    var name = name();
    settle(name, STRANGERS, false, "bot@example.org\n");
    assertThat(asked.toString()).isEmpty();
    assertThat(file()).doesNotExist();
    assertThat(name.remark(STRANGERS))
        .contains(
            "Requests name nobody whom a site could write to; give a page or a mail address of"
                + " yours with --contact or SOJOURN_CONTACT.");
  }

  @Test
  void aCrawlOfThisMachineNeedsNoContact() {
    var name = name();
    settle(name, OWN, true, "bot@example.org\n");
    assertThat(asked.toString()).isEmpty();
    assertThat(name.remark(OWN)).isEmpty();
  }
}
