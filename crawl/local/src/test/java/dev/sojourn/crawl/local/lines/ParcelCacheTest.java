package dev.sojourn.crawl.local.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts the open files of the whole process")
class ParcelCacheTest {
  private static final ParcelCache.Bounds WIDE = new ParcelCache.Bounds(1 << 20, 1 << 20, 0);

  @TempDir Path directory;
  private final List<ParcelCache> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(ParcelCache::close);
  }

  private Path spool() {
    return directory.resolve("findings.spool");
  }

  private ParcelCache lines(ParcelCache.Bounds bounds) {
    var lines = ParcelCache.of(spool(), bounds, true);
    opened.add(lines);
    return lines;
  }

  private static Parcel parcel(String agent, long number, String... findings) {
    return Parcel.pack(
        agent,
        number,
        List.of(findings).stream().<ParcelLine>map(ParcelLine.Finding::new).toList());
  }

  /// As a run takes a parcel: it is read, offered, stored, and let go.
  private static Parcel arrives(
      ParcelCache lines, boolean isNew, Parcel parcel, String... findings) {
    try (var fresh = lines.of(parcel)) {
      for (var text : findings) {
        var finding = new ParcelLine.Finding(text);
        fresh.finding(finding);
        fresh.logged(finding);
      }
      lines.offer(fresh);
      lines.settle(fresh, isNew);
    }
    return parcel;
  }

  private static Parcel arrives(ParcelCache lines, String agent, long number, String... findings) {
    return arrives(lines, true, parcel(agent, number, findings), findings);
  }

  private static Optional<String> written(ParcelCache lines, String agent, long last, long count)
      throws IOException {
    var out = new ByteArrayOutputStream();
    boolean is = lines.writeFindings(agent, last, count, out);
    assertThat(is || out.size() == 0).as("nothing is written by halves").isTrue();
    return is ? Optional.of(out.toString(StandardCharsets.UTF_8)) : Optional.empty();
  }

  private static Optional<List<String>> taken(ParcelCache lines, Parcel parcel) {
    var texts = new ArrayList<String>();
    boolean is = lines.take(parcel, line -> texts.add(((ParcelLine.Finding) line).json()));
    assertThat(is || texts.isEmpty()).isTrue();
    return is ? Optional.of(texts) : Optional.empty();
  }

  @Test
  void findingsOfVisitsThatCameInTurnsAreWrittenVisitByVisit() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}", "{\"n\":\"ä€\uD83D\uDE00\"}");
    arrives(lines, "b", 1, "{\"n\":3}");
    arrives(lines, "a", 2);
    arrives(lines, "a", 3, "{\"n\":4}");
    assertThat(written(lines, "a", 3, 3))
        .contains("{\"n\":1}\n{\"n\":\"ä€\uD83D\uDE00\"}\n{\"n\":4}\n");
    assertThat(written(lines, "b", 1, 1)).contains("{\"n\":3}\n");
    assertThat(written(lines, "c", 0, 0)).isEmpty();
  }

  @Test
  void findingsLargerThanTheBufferAreWrittenWhole() throws IOException {
    var lines = lines(new ParcelCache.Bounds(8 << 20, 1 << 20, 0));
    var large = "{\"text\":\"" + "x".repeat(300_000) + "\"}";
    var exact = "{\"text\":\"" + "y".repeat(128 * 1024 - 11) + "\"}";
    arrives(lines, "a", 1, large, exact, "{}");
    assertThat(written(lines, "a", 1, 3)).contains(large + "\n" + exact + "\n{}\n");
  }

  @Test
  void aVisitThatAnEarlierRunBeganIsLeftToTheStore() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 3, "{\"n\":3}");
    arrives(lines, "a", 4, "{\"n\":4}");
    assertThat(written(lines, "a", 4, 2)).isEmpty();
    assertThat(lines.readLogged("a", 4, _ -> {})).isFalse();
  }

  @Test
  void aVisitOfWhichTheStoreHasMoreOrOtherFindingsIsLeftToTheStore() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(written(lines, "a", 2, 1)).isEmpty();
    assertThat(written(lines, "a", 1, 2)).isEmpty();
    assertThat(lines.readLogged("a", 2, _ -> {})).isFalse();
    arrives(lines, "a", 3, "{\"n\":3}");
    assertThat(written(lines, "a", 3, 2)).isEmpty();
  }

  @Test
  void aParcelThatTheStoreHadAlreadyCountsOnce() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    var again = parcel("a", 1, "{\"n\":1}");
    arrives(lines, false, again, "{\"n\":1}");
    assertThat(written(lines, "a", 1, 1)).contains("{\"n\":1}\n");
    assertThat(taken(lines, again)).as("the first is waiting still").isPresent();
    assertThat(taken(lines, again)).as("once").isEmpty();
  }

  @Test
  void whatTheStoreRefusedIsGivenToNobody() throws IOException {
    var lines = lines(WIDE);
    var refused = parcel("a", 1, "{\"n\":1}");
    arrives(lines, false, refused, "{\"n\":1}");
    assertThat(taken(lines, refused)).isEmpty();
    assertThat(written(lines, "a", 1, 1)).isEmpty();
    assertThat(lines.takenBytes()).containsExactly(0L, 0L, 0L);
  }

  @Test
  void anotherParcelOfTheSameNumberIsReadFromTheStore() {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(taken(lines, parcel("a", 1, "{\"n\":2}"))).isEmpty();
    assertThat(lines.takenBytes().get(1)).isZero();
  }

  @Test
  void anIndexThatLagsFarBehindHoldsNoMoreThanItsBudgetAndGetsTheOldest() {
    long budget = 10_000;
    var lines = lines(new ParcelCache.Bounds(budget, 1 << 20, 0));
    var parcels = new ArrayList<Parcel>();
    for (int i = 1; i <= 200; i++) {
      parcels.add(arrives(lines, "a", i, "{\"n\":" + i + ",\"text\":\"" + "x".repeat(900) + "\"}"));
      assertThat(lines.takenBytes()).allMatch(bytes -> bytes <= budget);
    }
    long handed = parcels.stream().takeWhile(parcel -> taken(lines, parcel).isPresent()).count();
    assertThat(handed).isBetween(5L, 11L);
    assertThat(parcels.stream().filter(parcel -> taken(lines, parcel).isPresent())).isEmpty();
    assertThat(lines.takenBytes().get(1)).isZero();
    assertThat(taken(lines, arrives(lines, "a", 201, "{}"))).as("room again").isPresent();
  }

  @Test
  void aParcelTooLargeForTheMemoryIsLeftOutWholeAndSoIsItsVisit() throws IOException {
    var lines = lines(new ParcelCache.Bounds(2_000, 1 << 20, 0));
    arrives(lines, "a", 1, "{\"n\":1}");
    var large = "{\"text\":\"" + "x".repeat(3_000) + "\"}";
    assertThat(taken(lines, arrives(lines, "a", 2, "{\"n\":2}", large, "{\"n\":3}"))).isEmpty();
    assertThat(lines.takenBytes().getFirst()).isZero();
    assertThat(written(lines, "a", 2, 4)).isEmpty();
    assertThat(lines.readLogged("a", 2, _ -> {})).isFalse();
  }

  @Test
  void linesForTheLogThatNeedMoreMemoryThanThereIsAreLetGoAndTheFindingsStay() throws IOException {
    var lines = lines(new ParcelCache.Bounds(2_000, 1 << 20, 0));
    var all = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      arrives(lines, "a", i, "{\"n\":" + i + "}");
      all.append("{\"n\":").append(i).append("}\n");
    }
    assertThat(lines.readLogged("a", 40, _ -> {})).isFalse();
    assertThat(written(lines, "a", 40, 40)).contains(all.toString());
    arrives(lines, "b", 1, "{\"n\":1}");
    assertThat(lines.readLogged("b", 1, _ -> {})).as("another visit has room").isTrue();
  }

  @Test
  void aSpoolThatIsFullTakesNoMoreAndKeepsWhatItHas() throws IOException {
    var lines = lines(new ParcelCache.Bounds(1 << 20, 20, 0));
    arrives(lines, "a", 1, "{\"n\":1}");
    arrives(lines, "b", 1, "{\"n\":1}", "{\"n\":2}");
    assertThat(written(lines, "a", 1, 1)).contains("{\"n\":1}\n");
    assertThat(written(lines, "b", 1, 2)).isEmpty();
  }

  @Test
  void aSpoolLeavesTheDiskToThoseWhoCannotDoWithout() throws IOException {
    var lines = lines(new ParcelCache.Bounds(1 << 20, 1 << 20, Long.MAX_VALUE));
    var parcel = arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(written(lines, "a", 1, 1)).isEmpty();
    assertThat(directory).isEmptyDirectory();
    assertThat(taken(lines, parcel)).isPresent();
  }

  @Test
  void aSpoolHasNoNameThatAnybodyCouldOpen() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(directory).isEmptyDirectory();
    assertThat(written(lines, "a", 1, 1)).isPresent();
  }

  @Test
  void aSpoolThatLiesThereIsNotBelieved() throws IOException {
    Files.writeString(spool(), "{\"n\":\"forged\"}\n");
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(written(lines, "a", 1, 1)).contains("{\"n\":1}\n");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aLinkThatLiesInWaitUnderTheNameIsNotFollowed() throws IOException {
    var target = Files.writeString(directory.resolve("target"), "precious");
    Files.createSymbolicLink(spool(), target);
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(written(lines, "a", 1, 1)).contains("{\"n\":1}\n");
    assertThat(target).hasContent("precious");
  }

  @Test
  void whereTheDiskRefusesASpoolTheStoreIsReadAndTheIndexHasItsLines() throws IOException {
    Files.createDirectories(spool().resolve("in the way"));
    var lines = lines(WIDE);
    var parcel = arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(written(lines, "a", 1, 1)).isEmpty();
    assertThat(taken(lines, parcel)).isPresent();
    assertThat(lines.readLogged("a", 1, _ -> {})).isTrue();
  }

  /// By the file's number in this process, which is the only way to a file without a name.
  @EnabledOnOs(OS.LINUX)
  @Test
  void aSpoolThatWasCutMeanwhileIsNotBelieved() throws IOException {
    var lines = lines(WIDE);
    arrives(lines, "a", 1, "{\"n\":1}");
    cut(spool().toString());
    assertThat(written(lines, "a", 1, 1)).isEmpty();
  }

  private static void cut(String name) throws IOException {
    int cut = 0;
    try (var files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (var file : files) {
        if (Files.isSymbolicLink(file)
            && Files.readSymbolicLink(file).toString().startsWith(name)) {
          try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(3);
            cut++;
          }
        }
      }
    }
    assertThat(cut).isEqualTo(1);
  }

  @Test
  void aRunThatReadsAllFromTheStoreGathersNothing() throws IOException {
    var lines = ParcelCache.none();
    var parcel = arrives(lines, "a", 1, "{\"n\":1}");
    assertThat(taken(lines, parcel)).isEmpty();
    assertThat(written(lines, "a", 1, 1)).isEmpty();
    assertThat(lines.readLogged("a", 1, _ -> {})).isFalse();
  }
}
