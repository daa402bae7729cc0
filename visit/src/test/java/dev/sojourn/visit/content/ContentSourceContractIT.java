package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The promises that every content source keeps, whatever it reads.
class ContentSourceContractIT {
  private static final Map<SourceKind, SourceKind.OpenSource> SOURCES =
      new EnumMap<>(SourceKind.class);

  @TempDir static Path folder;

  @BeforeAll
  static void openASourceOfEachKindOnTheSamePages() throws IOException {
    var www = Files.createDirectory(folder.resolve("www"));
    Files.createDirectories(www.resolve("docs/api"));
    Files.createDirectories(www.resolve("closed"));
    Files.writeString(www.resolve("index.html"), "home");
    Files.writeString(www.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\n");
    Files.writeString(www.resolve("docs/index.html"), "docs");
    Files.writeString(www.resolve("docs/notes.txt"), "notes");
    Files.writeString(www.resolve("docs/page one.html"), "spaced");
    Files.writeString(www.resolve("docs/gr\u00fc\u00dfe.html"), "hallo");
    Files.writeString(www.resolve("closed/page.html"), "closed");
    Files.write(www.resolve("fits.html"), new byte[SourceKind.MAX_BYTES]);
    Files.write(www.resolve("large.html"), new byte[SourceKind.MAX_BYTES + 1]);
    for (var kind : SourceKind.values()) {
      SOURCES.put(kind, kind.open(www, Files.createDirectory(folder.resolve(kind.name()))));
    }
  }

  private static ContentSource pages(SourceKind kind) {
    return Objects.requireNonNull(SOURCES.get(kind)).pages();
  }

  @AfterAll
  static void close() throws IOException {
    for (var source : SOURCES.values()) {
      source.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPageComesWithItsUrlTypeAndBytes(SourceKind kind) throws Exception {
    var page = found(kind, "/docs/notes.txt");

    assertThat(page.url()).hasToString(SourceKind.SITE + "/docs/notes.txt");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.mediaType()).isEqualTo("text/plain");
    assertThat(page.header("content-length")).contains("5");
    assertThat(text(page)).isEqualTo("notes");
  }

  @ParameterizedTest
  @EnumSource
  void aDirectoryIsItsIndexPage(SourceKind kind) throws Exception {
    assertThat(text(found(kind, "/"))).isEqualTo("home");
    assertThat(text(found(kind, "/docs/"))).isEqualTo("docs");
  }

  @ParameterizedTest
  @EnumSource
  void aDirectoryWithoutItsSlashIsARedirectWithinTheSite(SourceKind kind) throws Exception {
    assertThat(read(kind, "/docs"))
        .isEqualTo(new Content.Redirect(url(SourceKind.SITE + "/docs/")));
  }

  @ParameterizedTest
  @EnumSource
  void robotsTxtComesThroughTheSource(SourceKind kind) throws Exception {
    assertThat(text(found(kind, "/robots.txt"))).contains("Disallow: /private/");
  }

  @ParameterizedTest
  @EnumSource
  void encodedNamesAreDecodedOnce(SourceKind kind) throws Exception {
    assertThat(text(found(kind, "/docs/page%20one.html"))).isEqualTo("spaced");
    assertThat(text(found(kind, "/docs/gr%C3%BC%C3%9Fe.html"))).isEqualTo("hallo");
  }

  @ParameterizedTest
  @EnumSource
  void aPageThatIsNotThereIsMissingWithItsStatus(SourceKind kind) throws Exception {
    for (var path : List.of("/none.html", "/docs/none/", "/docs/notes.txt/", "/docs/api/none")) {
      assertThat(read(kind, path))
          .isInstanceOfSatisfying(
              Content.Missing.class,
              missing -> {
                assertThat(missing.status()).as(path).isEqualTo(404);
                assertThat(missing.outcome()).isEqualTo(PageOutcome.CLIENT_ERROR);
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBodyOverTheLimitIsMissingAndNeverCutShort(SourceKind kind) throws Exception {
    assertThat(found(kind, "/fits.html").body()).hasSize(SourceKind.MAX_BYTES);
    assertThat(read(kind, "/large.html"))
        .isInstanceOfSatisfying(
            Content.Missing.class,
            missing -> {
              assertThat(missing.status()).isEqualTo(413);
              assertThat(missing.outcome()).isEqualTo(PageOutcome.TOO_LARGE);
            });
  }

  @ParameterizedTest
  @EnumSource
  void whatTheOperatorExcludesIsForbidden(SourceKind kind) throws Exception {
    assertThat(read(kind, "/closed/page.html"))
        .isInstanceOfSatisfying(
            Content.Missing.class,
            missing -> {
              assertThat(missing.status()).isEqualTo(403);
              assertThat(missing.reason()).contains("to no agent");
            });
  }

  @ParameterizedTest
  @EnumSource
  void aPageOfAnotherSiteIsNeverGiven(SourceKind kind) throws Exception {
    for (var other :
        List.of("https://site.example/", "http://site.example:81/", "http://169.254.169.254/")) {
      assertThat(pages(kind).read(url(other)))
          .isInstanceOfSatisfying(
              Content.Missing.class, missing -> assertThat(missing.status()).isEqualTo(404));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldsOfTheConfigurationJoinThoseOfTheSource(SourceKind kind) throws Exception {
    var fields = ResponseFields.of(List.of("/docs X-Robots-Tag: noindex", "/ X-All: yes"));
    var source = fields.addedTo(pages(kind));

    var docs = (Content.Found) source.read(url(SourceKind.SITE + "/docs/notes.txt"));
    assertThat(docs.header("x-robots-tag")).contains("noindex");
    assertThat(docs.header("x-all")).contains("yes");
    var home = (Content.Found) source.read(url(SourceKind.SITE + "/"));
    assertThat(home.header("x-robots-tag")).isEmpty();
    assertThat(home.header("x-all")).contains("yes");
  }

  @ParameterizedTest
  @EnumSource
  void manyVisitsReadAtOnce(SourceKind kind) throws Exception {
    try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          IntStream.range(0, 64)
              .mapToObj(i -> readers.submit(() -> text(found(kind, i % 2 == 0 ? "/" : "/docs/"))))
              .toList();
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isEqualTo(i % 2 == 0 ? "home" : "docs");
      }
    }
  }

  private static Content read(SourceKind kind, String path) throws Exception {
    return pages(kind).read(url(SourceKind.SITE + path));
  }

  private static Content.Found found(SourceKind kind, String path) throws Exception {
    var content = read(kind, path);
    assertThat(content).as(path).isInstanceOf(Content.Found.class);
    return (Content.Found) content;
  }

  private static PageUrl url(String text) {
    return PageUrl.parse(text).orElseThrow();
  }

  private static String text(Content.Found page) throws IOException {
    return new String(page.body(), StandardCharsets.UTF_8);
  }
}
