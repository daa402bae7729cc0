package dev.sojourn.visit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.PageBody;
import dev.sojourn.visit.view.MemoryViewStore;
import dev.sojourn.visit.view.PageViews;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same visit with other states of the store of views.
class StoredViewsTest {
  private static final String SITE = "http://site.example";
  private static final RobotsTxt ROBOTS =
      RobotsTxt.parse("User-agent: *\nDisallow: /private/\n".getBytes(UTF_8));

  @TempDir Path root;
  private final MemoryViewStore store = new MemoryViewStore();

  @BeforeEach
  void layOutTheSite() throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.createDirectories(root.resolve("private"));
    Files.writeString(root.resolve("index.html"), "<title>home</title><a href=docs>docs</a>");
    Files.writeString(
        root.resolve("docs/index.html"),
        "<html lang=en><meta name=robots content=noindex><h1>Docs</h1>" + "word ".repeat(500));
    Files.writeString(
        root.resolve("feed.xml"),
        "<rss version='2.0'><channel><item><link>/docs/</link></item></channel></rss>");
    Files.writeString(root.resolve("notes.txt"), "no elements");
    Files.writeString(root.resolve("private/index.html"), "closed");
    var noise = new byte[5_000];
    new Random(1).nextBytes(noise);
    Files.write(root.resolve("image.png"), noise);
    Files.write(root.resolve("noise.html"), noise);
    Files.write(root.resolve("empty.html"), new byte[0]);
  }

  /// All that agent and journal see of a visit.
  private record Seen(List<String> replies, List<ParcelLine> lines, List<String> handed) {}

  @Test
  void aVisitIsTheSameWhateverTheStoreHolds() throws Exception {
    var without = visit(ViewStore.NONE);
    assertThat(visit(store)).as("cold").isEqualTo(without);
    int found = store.found();
    assertThat(visit(store)).as("warm").isEqualTo(without);
    assertThat(store.found()).isGreaterThan(found + 8);

    var random = new Random(20_260_502);
    List<UnaryOperator<byte[]>> damages =
        List.of(
            octets -> Arrays.copyOf(octets, octets.length / 2),
            octets -> Arrays.copyOf(octets, random.nextInt(octets.length)),
            octets -> Arrays.copyOf(octets, octets.length + 1),
            _ -> new byte[0],
            octets -> {
              random.nextBytes(octets);
              return octets;
            });
    for (var damage : damages) {
      store.damage(damage);
      assertThat(visit(store)).as("damaged").isEqualTo(without);
    }
    store.damage(octets -> octets);
    assertThat(visit(store)).as("repaired").isEqualTo(without);
    assertThat(without.lines()).hasSize(12);
    assertThat(without.lines().toString()).contains("feed.xml", "CLIENT_ERROR", "DISALLOWED");
  }

  private Seen visit(ViewStore views) throws Exception {
    var folder = DocumentRoot.open(root, DocumentRoot.USUAL_INDEX_FILES, 10_000);
    var handed = new ArrayList<String>();
    var replies = new ArrayList<String>();
    var server = server(folder, handed, new PageViews(new InProcessReader(), views));
    for (var path :
        List.of(
            "/",
            "/docs",
            "/docs/",
            "/feed.xml",
            "/notes.txt",
            "/private/",
            "/none",
            "/image.png",
            "/noise.html",
            "/empty.html",
            "/notes.txt?query",
            "/docs/index.html")) {
      var url = PageUrl.parse(SITE + path).orElseThrow();
      var reply = server.page(new PageRequest(url, Optional.empty(), OptionalInt.empty()));
      replies.add(shown(reply));
      // The parts of some pages, so that other pages have none.
      if (path.length() > 6) {
        for (var detail : PageDetail.values()) {
          replies.add(server.detail(detail).map(HexFormat.of()::formatHex).orElse("none"));
        }
      }
    }
    var end = new VisitEnd.Finished(new byte[0], Next.done());
    var result = server.result(end, VisitSpending.NONE);
    replies.add(result.tally().toString());
    return new Seen(replies, result.lastLines(), handed);
  }

  private static String shown(PageReply reply) {
    return reply instanceof PageReply.Content content
        ? content.url()
            + " "
            + content.digest()
            + " "
            + content.headers()
            + " "
            + HexFormat.of().formatHex(content.view().octets())
        : reply.toString();
  }

  private static PageServer server(DocumentRoot folder, List<String> handed, PageViews views) {
    ContentSource source =
        url ->
            folder.read(url) instanceof Content.Found found
                ? new Content.Found(url, 200, found.headers(), new Settled(found.content()))
                : folder.read(url);
    var journal =
        new VisitJournal() {
          @Override
          public void commit(VisitProgress progress) {}

          @Override
          public void end(VisitResult result) {}

          @Override
          public void handsOver(PageUrl url, int bytes) {
            handed.add(url + " " + bytes);
          }
        };
    return new PageServer(
        TestGates.of(Scope.site(SITE), "ExampleBot", ROBOTS),
        source,
        journal,
        VisitTally.NONE,
        () -> Instant.EPOCH,
        () -> 0,
        Optional.empty(),
        views);
  }

  /// A file that has a version at once.
  private record Settled(PageBody body) implements PageBody {
    @Override
    public int sizeBytes() {
      return body.sizeBytes();
    }

    @Override
    public Optional<String> version() {
      return Optional.of("1");
    }

    @Override
    public boolean isKept() {
      return body.isKept();
    }

    @Override
    public byte[] read() throws IOException {
      return body.read();
    }
  }
}
