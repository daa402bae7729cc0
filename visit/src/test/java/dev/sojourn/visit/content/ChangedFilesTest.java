package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.base.Digest;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.visit.view.CountedBody;
import dev.sojourn.visit.view.MemoryViewStore;
import dev.sojourn.visit.view.PageViews;
import dev.sojourn.visit.view.PlainReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files that change between two reads of their pages.
@Timeout(300)
class ChangedFilesTest {
  private static final String SITE = "http://site.example";
  private static final int CHANGES = 10_000;
  private static final int PAGES = 24;

  /// A clock by which a version is settled after 20 ms, two ticks of the slowest kernel's clock.
  private static final InstantSource QUICK =
      InstantSource.offset(InstantSource.system(), Duration.ofMillis(1_980));

  private static final InstantSource NEXT_DAY =
      InstantSource.offset(InstantSource.system(), Duration.ofDays(1));

  @TempDir Path temporary;
  private Optional<Path> elsewhere = Optional.empty();
  private final AtomicInteger openings = new AtomicInteger();
  private final PageViews views = new PageViews(new PlainReader(), new MemoryViewStore());

  @AfterEach
  void removeWhatIsElsewhere() throws IOException {
    if (elsewhere.isPresent()) {
      try (var paths = Files.walk(elsewhere.get())) {
        for (var path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /// The files of a site under change. Entries whose names begin with a dot are not served.
  private static final class Changing {
    private final Path root;
    private final Random random;
    private int written;

    Changing(Path root, Random random) throws IOException {
      this.root = root;
      this.random = random;
      Files.createDirectory(root.resolve("targets"));
      Files.createDirectory(root.resolve(".spare"));
      for (int i = 0; i < PAGES; i++) {
        Files.write(page(i), content());
        Files.write(target(i), content());
        Files.write(spare(i), content());
      }
    }

    Path page(int number) {
      return root.resolve(name(number));
    }

    static String name(int number) {
      return "p" + number + ".html";
    }

    Path target(int number) {
      return root.resolve("targets/t" + number + ".html");
    }

    Path spare(int number) {
      return root.resolve(".spare/s" + number);
    }

    private int any() {
      return random.nextInt(PAGES);
    }

    /// Returns an octet sequence that no file had before; all have one size.
    private byte[] content() {
      return "%08d".formatted(written++).getBytes(StandardCharsets.UTF_8);
    }

    private void overwrite(Path file, StandardOpenOption... more) throws IOException {
      try (var channel = FileChannel.open(file, Set.of(more))) {
        channel.write(ByteBuffer.wrap(content()));
      }
    }

    private Path moved(Path from, Path to) throws IOException {
      return Files.move(
          from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Changes one page, or the file that it leads to.
    void change(int number) throws IOException {
      var page = page(number);
      var spare = spare(any());
      switch (random.nextInt(14)) {
        case 0 -> overwrite(page, StandardOpenOption.WRITE);
        case 1 -> overwrite(page, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        case 2 -> {
          Files.write(spare, content());
          moved(spare, page);
          Files.write(spare, content());
        }
        case 3 -> {
          Files.delete(page);
          Files.createLink(page, spare);
        }
        case 4 -> {
          var time = Files.getLastModifiedTime(page);
          overwrite(page, StandardOpenOption.WRITE);
          Files.setLastModifiedTime(page, time);
        }
        case 5 -> Files.setLastModifiedTime(page, FileTime.fromMillis(random.nextInt()));
        case 6 -> {
          Files.write(page, new byte[random.nextInt(8)]);
          overwrite(page, StandardOpenOption.WRITE);
        }
        case 7 -> {
          Files.delete(page);
          Files.createSymbolicLink(page, Path.of("targets/t" + any() + ".html"));
        }
        case 8 -> {
          Files.delete(page);
          moved(spare, page);
          Files.write(spare, content());
        }
        case 9 -> overwrite(target(any()), StandardOpenOption.WRITE);
        case 10 -> overwrite(spare, StandardOpenOption.WRITE);
        case 11 -> swap(page, page(any()));
        case 12 -> swap(page, spare);
        default ->
            Files.setPosixFilePermissions(
                page,
                PosixFilePermissions.fromString(random.nextBoolean() ? "rw-r--r--" : "rw-------"));
      }
    }

    private void swap(Path one, Path other) throws IOException {
      if (!one.equals(other) && !Files.isSymbolicLink(one) && !Files.isSymbolicLink(other)) {
        var third = moved(one, root.resolve(".spare/third"));
        moved(other, one);
        // Two names of one file are not moved onto each other.
        Files.deleteIfExists(other);
        moved(third, other);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"here, 0", "here, 1980", "/dev/shm, 1980"})
  void aChangedFileIsNeverAnsweredByItsVersion(String place, long earlierMillis) throws Exception {
    var root = root(place);
    var random = new Random(20_260_501);
    var changing = new Changing(root, random);
    var clock = InstantSource.offset(InstantSource.system(), Duration.ofMillis(earlierMillis));
    var source = CountedBody.over(root(root).withClock(clock), openings);
    int reads = 0;
    int unopened = 0;
    for (int change = 0; change < CHANGES; change++) {
      int number = changing.any();
      changing.change(number);
      for (int i = random.nextInt(3); i >= 0; i--, reads++) {
        int read = random.nextBoolean() ? number : changing.any();
        unopened += check(source, root, read, random.nextInt(8)) ? 0 : 1;
      }
    }
    if (earlierMillis > 0) {
      assumeTrue(isTimed(root));
      assertThat(unopened).isGreaterThan(reads / 100);
    }
  }

  /// Compares a page with what its file holds now.
  ///
  /// @return whether its answer opened the file
  private boolean check(ContentSource source, Path root, int number, int how) throws Exception {
    var name = Changing.name(number);
    openings.set(0);
    var page = (Content.Found) views.read(source, url("/" + name), PageValidators.NONE, how == 0);
    boolean isOpened = openings.get() > 0;

    var present = Files.readAllBytes(root.resolve(name));
    var viewed = page.viewed().orElseThrow();
    assertThat(viewed.digest()).as(name).isEqualTo(Digest.of(present));
    assertThat(viewed.view().text()).isEqualTo(new String(present, StandardCharsets.UTF_8));
    if (how <= 1) {
      assertThat(views.detail(page, PageDetail.BYTES)).hasValue(present);
    }
    return isOpened;
  }

  /// Each content is younger than the one before.
  @Test
  void aPageThatIsReplacedMeanwhileIsNoOlderThanItsRequest() throws Exception {
    var root = root("here");
    var page = root.resolve("page.html");
    Files.writeString(page, title(0));
    var source = root(root).withClock(QUICK);
    var last = new AtomicInteger();
    int answered = 0;
    try (var writer = Executors.newSingleThreadExecutor()) {
      var written =
          writer.submit(
              () -> {
                for (int i = 1; i <= 5_000; i++) {
                  var next = Files.writeString(root.resolve(".next"), title(i));
                  Files.move(next, page, StandardCopyOption.ATOMIC_MOVE);
                  last.set(i);
                }
                return true;
              });
      while (!written.isDone()) {
        int before = last.get();
        try {
          var read = views.read(source, url("/page.html"), PageValidators.NONE, false);
          var viewed = ((Content.Found) read).viewed().orElseThrow();
          int found = Integer.parseInt(viewed.view().text());
          assertThat(found).isBetween(before, last.get() + 1);
          assertThat(viewed.digest())
              .isEqualTo(Digest.of(title(found).getBytes(StandardCharsets.UTF_8)));
          answered++;
        } catch (ChangedPageException _) {
          // It changed three times during one request.
        }
      }
      assertThat(written.get()).isTrue();
    }
    assertThat(answered).isPositive();
    assertThat(last).hasValue(5_000);
  }

  private static String title(int number) {
    return "%08d".formatted(number);
  }

  @Test
  void aSettledFileIsAnsweredWithoutOpening() throws Exception {
    var root = root("here");
    assumeTrue(isTimed(root));
    Files.writeString(root.resolve("page.html"), title(1));
    var source = CountedBody.over(root(root).withClock(NEXT_DAY), openings);
    for (int i = 0; i < 10; i++) {
      var page = views.read(source, url("/page.html"), PageValidators.NONE, false);
      assertThat(((Content.Found) page).viewed().orElseThrow().view().text()).isEqualTo("00000001");
    }
    assertThat(openings).hasValue(1);
  }

  /// The query is ignored, so an agent could fill the store with views of one file.
  @Test
  void aFileBelowAQueryHasAVersionButItsViewsAreNotKept() throws Exception {
    var root = root("here");
    assumeTrue(isTimed(root));
    Files.writeString(root.resolve("page.html"), title(1));
    var source = root(root).withClock(NEXT_DAY);
    var asked = (Content.Found) source.read(url("/page.html?1"));

    assertThat(asked.content().isKept()).isFalse();
    assertThat(asked.content().version()).isEqualTo(found(source).content().version()).isPresent();
    assertThat(found(source).content().isKept()).isTrue();
  }

  @Test
  void aFreshFileHasNoVersion() throws Exception {
    var root = root("here");
    assumeTrue(isTimed(root));
    var page = Files.writeString(root.resolve("page.html"), title(1));
    // An old time of modification makes no old file.
    Files.setLastModifiedTime(page, FileTime.fromMillis(0));
    var changed = ((FileTime) Files.getAttribute(page, "unix:ctime")).toInstant();

    assertThat(version(root, changed.minusSeconds(9))).isEmpty();
    assertThat(version(root, changed)).isEmpty();
    assertThat(version(root, changed.plusSeconds(2))).isEmpty();
    assertThat(version(root, changed.plusSeconds(3))).isPresent();
    // A time of modification in the future may come again.
    Files.setLastModifiedTime(page, FileTime.from(changed.plusSeconds(60)));
    assertThat(version(root, changed.plusSeconds(30))).isEmpty();
  }

  private static Optional<String> version(Path root, Instant now) throws IOException {
    return found(root(root).withClock(() -> now)).content().version();
  }

  /// The times of such a file are those of the request; of NFS, those that the client knows.
  @Test
  void filesOfOtherFileSystemsHaveNoVersion() throws Exception {
    var kernel = Path.of("/proc/sys/kernel");
    assumeTrue(Files.isReadable(kernel.resolve("ostype")));
    var source = DocumentRoot.open(kernel, List.of(), 1_000).withClock(NEXT_DAY);

    var page = (Content.Found) source.read(url("/ostype"));

    assertThat(page.content().version()).isEmpty();
  }

  @Test
  void aFileThatChangesAfterItsAnswerHasNoBody() throws Exception {
    var root = root("here");
    var outside = Files.createDirectories(temporary.resolve("outside/dir"));
    var page = Files.createDirectory(root.resolve("dir")).resolve("page.html");
    List<Change> changes =
        List.of(
            () -> Files.writeString(page, title(2)),
            () -> Files.delete(page),
            () -> Files.setLastModifiedTime(page, FileTime.fromMillis(0)),
            () ->
                Files.move(
                    Files.writeString(root.resolve(".x"), title(2)),
                    page,
                    StandardCopyOption.REPLACE_EXISTING),
            () -> {
              Files.move(page, outside.resolve("page.html"));
              Files.createSymbolicLink(page, outside.resolve("page.html"));
            },
            () -> {
              Files.delete(page);
              Files.createDirectory(page);
            },
            () -> {
              // The same file, but by way of a link that leads out of the root.
              Files.move(page, outside.resolve("page.html"));
              Files.delete(page.getParent());
              Files.createSymbolicLink(page.getParent(), outside);
            });
    for (var change : changes) {
      Files.deleteIfExists(outside.resolve("page.html"));
      if (Files.isDirectory(page, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(page);
      }
      Files.deleteIfExists(page);
      Files.writeString(page, title(1));
      var answered = (Content.Found) root(root).read(url("/dir/page.html"));
      assertThat(answered.body()).asString().isEqualTo(title(1));
      change.make();
      assertThatThrownBy(answered::body).isInstanceOf(ChangedPageException.class);
    }
  }

  /// A change of files.
  private interface Change {
    void make() throws IOException;
  }

  private Path root(String place) throws IOException {
    if (place.equals("here")) {
      return Files.createDirectory(temporary.resolve("www"));
    }
    assumeTrue(Files.isWritable(Path.of(place)));
    var made = Files.createTempDirectory(Path.of(place), "changed-files");
    elsewhere = Optional.of(made);
    return made;
  }

  private static DocumentRoot root(Path root) throws IOException {
    return DocumentRoot.open(root, List.of(), 1_000);
  }

  private static boolean isTimed(Path root) throws IOException {
    return Set.of("ext4", "xfs", "btrfs", "tmpfs").contains(Files.getFileStore(root).type());
  }

  private static Content.Found found(DocumentRoot source) throws IOException {
    return (Content.Found) source.read(url("/page.html"));
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}
