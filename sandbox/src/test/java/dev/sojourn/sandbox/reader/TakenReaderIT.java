package dev.sojourn.sandbox.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.FakeWorker;
import dev.sojourn.sandbox.ReadPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Readers in the hands of the author of a page.
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class TakenReaderIT {
  private static final ViewReader.Source PAGE =
      TestSources.html("http://site.example/", "<p>words");

  @TempDir private Path home;
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no reply of a reader         | hex 000000052000000000
          that of a worker             | started
          a view of 2 GiB              | hex 7fffffff5b00000000
          a view of less than nothing  | hex ffffffff5b00000000
          a view of another format     | hex 000000065b0000000009
          an empty view                | hex 000000055b00000000
          half a reply                 | hex 000000ff5b00;close
          more than too slow           | hex 000000065c0000000000
          no text                      | hex 0000000a5d0000000000000001ff
          nothing                      | close
          """)
  void isReplacedAndItsPageIsUnreadWhenItSends(String name, String words) throws Exception {
    var script = new ArrayList<>(List.of("ready", "order"));
    script.addAll(List.of(words.split(";")));
    var records = Collections.synchronizedList(new ArrayList<LogRecord>());
    var log = Logger.getLogger(ReaderLane.class.getName());
    var handler = new Records(records);
    log.addHandler(handler);
    log.setLevel(Level.ALL); // Else only one line a minute.
    try (var readers = taken(script.toArray(String[]::new))) {
      assertThat(readers.reader().view(PAGE).unparsed()).as(name).contains("it ended its reader");
      assertThat(starts()).as("one of each lane").hasSize(2);
      assertThat(readers.reader().tree(PAGE)).isSameAs(TreeView.UNREAD);
      assertThat(starts()).as("its site is suspect").hasSize(4);
      assertThat(readers.pids()).isEmpty();
    } finally {
      log.removeHandler(handler);
      log.setLevel(null);
    }
    assertThat(records).as("one line for each").hasSize(4);
    assertThat(records).extracting(LogRecord::getThrown).containsOnlyNulls();
  }

  @Test
  void cannotMakeALongOrColourfulReason() throws Exception {
    var reason = "\u001b[2J" + "x".repeat(8_000) + "\n";
    try (var readers = taken("ready", "order", "unread " + reason)) {
      assertThat(readers.reader().view(PAGE).unparsed())
          .hasValueSatisfying(said -> assertThat(said).matches("\\[2Jx{196}"));
      assertThat(readers.reader().view(PAGE).mediaType()).isEqualTo("text/html");
    }
  }

  /// As an attacker that computes for himself.
  @Test
  void isEndedWhenItTakesMuchMoreTimeThanItsOrderAllows() throws Exception {
    var java = FakeWorker.busyHome(home, "ready", "order");
    try (var readers = OpenReaders.ofHome(directory, java, new ReaderPool.Times(1, 1))) {
      assertThat(readers.reader().view(PAGE).unparsed()).contains("it ended its reader");
      assertThat(starts()).hasSize(2);
    }
  }

  /// A reader in the hands of one page knows what it likes of the next.
  @Test
  void canLieAboutAPageOnlyInAViewThatIsOne() throws Exception {
    var forged = ReadPage.of(PAGE.url(), PAGE.fields(), "<title>Lies</title>");
    var octets = forged.view().octets();
    var hex = new StringBuilder("%08x5b00000000".formatted(octets.length + 5));
    for (byte octet : octets) {
      hex.append("%02x".formatted(octet));
    }
    try (var readers = taken("ready", "order", "hex " + hex, "order", "hex " + hex)) {
      assertThat(readers.reader().view(PAGE).title()).isEqualTo("Lies");
      assertThat(readers.reader().tree(PAGE)).isSameAs(TreeView.UNREAD);
    }
  }

  private OpenReaders taken(String... script) throws Exception {
    return OpenReaders.ofHome(
        directory, FakeWorker.home(home, script), new ReaderPool.Times(1_000, 1_000));
  }

  private List<String> starts() throws Exception {
    return Files.readAllLines(home.resolve("started"));
  }

  /// Keeps what is logged.
  private static final class Records extends Handler {
    private final List<LogRecord> records;

    Records(List<LogRecord> records) {
      this.records = records;
    }

    @Override
    public void publish(LogRecord entry) {
      records.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
