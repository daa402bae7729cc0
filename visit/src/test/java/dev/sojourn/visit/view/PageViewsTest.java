package dev.sojourn.visit.view;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.base.Digest;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.visit.content.ChangedPageException;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.PageBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PageViewsTest {
  private static final String SITE = "http://site.example";
  private static final PageUrl URL = url(SITE, "/a");
  private static final String HTML = "<title>One</title><p>hello <a href=b>b</a>";

  private final MemoryViewStore store = new MemoryViewStore();
  private final AtomicInteger openings = new AtomicInteger();
  private final CountingReader reader = new CountingReader();
  private final PageViews views = new PageViews(reader, store);
  private final PageViews storeless = new PageViews(reader, ViewStore.NONE);

  /// The page at the URL; each read finds its present state.
  private String body = HTML;

  private Optional<String> version = Optional.of("1");
  private boolean isKept = true;
  private Map<String, List<String>> fields = Map.of("content-type", List.of("text/html"));

  /// A reader that counts.
  private static final class CountingReader implements ViewReader {
    private final ViewReader reader = new InProcessReader();
    private Optional<String> failure = Optional.empty();
    private int parsed;

    @Override
    public PageView view(Source source) throws InterruptedException {
      parsed++;
      var type = new ParsedPage.Type("text/html", "UTF-8", true);
      return failure.isPresent()
          ? PageView.of(ParsedPage.unparsed(type, 0, failure.get()))
          : reader.view(source);
    }

    @Override
    public TreeView tree(Source source) throws InterruptedException {
      parsed++;
      return failure.isPresent() ? TreeView.UNREAD : reader.tree(source);
    }

    @Override
    public byte[] text(Source source) throws InterruptedException {
      return reader.text(source);
    }
  }

  /// The body as it was at the answer.
  ///
  /// @param was its text
  private record Answered(String was, Optional<String> version, PageViewsTest test)
      implements PageBody {
    @Override
    public int sizeBytes() {
      return was.getBytes(UTF_8).length;
    }

    @Override
    public boolean isKept() {
      return test.isKept;
    }

    @Override
    public byte[] read() throws IOException {
      test.openings.incrementAndGet();
      if (!test.version.equals(version)) {
        throw new ChangedPageException(was);
      }
      return test.body.getBytes(UTF_8);
    }
  }

  private Content source(PageUrl url) {
    return new Content.Found(url, 200, fields, new Answered(body, version, this));
  }

  @Test
  void withoutAStoreEachReadOpensAndParsesThePage() throws Exception {
    var first = read(storeless);
    var second = read(storeless);

    assertThat(openings).hasValue(2);
    assertThat(reader.parsed).isEqualTo(2);
    assertThat(second.viewed().orElseThrow().toBytes())
        .isEqualTo(first.viewed().orElseThrow().toBytes());
    assertThat(first.viewed().orElseThrow().view().title()).isEqualTo("One");
    assertThat(first.viewed().orElseThrow().digest()).isEqualTo(digest(HTML));
    assertThat(first.viewed().orElseThrow().sizeBytes()).isEqualTo(HTML.length());
  }

  @Test
  void aPageWhoseVersionHoldsIsNeitherOpenedNorParsed() throws Exception {
    var first = read(views);
    var second = read(views);

    assertThat(openings).hasValue(1);
    assertThat(reader.parsed).isEqualTo(1);
    assertThat(second.viewed().orElseThrow().toBytes())
        .isEqualTo(first.viewed().orElseThrow().toBytes());
    assertThat(views.read(this::source, URL, PageValidators.NONE, true).getClass())
        .isEqualTo(Content.Found.class);
    assertThat(openings).hasValue(2);
  }

  @Test
  void aPageWithAnotherVersionIsReadAnew() throws Exception {
    var _ = read(views);
    change("<title>Two</title>");

    assertThat(read(views).viewed().orElseThrow().view().title()).isEqualTo("Two");
  }

  @Test
  void aPageWithoutAVersionIsOpenedAndFoundByItsDigest() throws Exception {
    version = Optional.empty();
    var _ = read(views);
    var _ = read(views);
    assertThat(openings).hasValue(2);
    assertThat(reader.parsed).isEqualTo(1);

    body = "<title>Two</title>";
    assertThat(read(views).viewed().orElseThrow().view().title()).isEqualTo("Two");
  }

  @Test
  void damagedViewsAreMadeAgain() throws Exception {
    var whole = read(views).viewed().orElseThrow().toBytes();
    var tree = detail(read(views), PageDetail.TREE);
    var damages = new ArrayList<UnaryOperator<byte[]>>();
    for (int length = 0; length < whole.length; length++) {
      int most = length;
      damages.add(octets -> Arrays.copyOf(octets, Math.min(most, octets.length - 1)));
    }
    damages.add(octets -> Arrays.copyOf(octets, octets.length + 1));
    damages.add(_ -> new byte[100]);
    damages.add(_ -> new byte[0]);
    // A negative size, another size, another format.
    damages.add(octets -> with(octets, whole, 32, -1));
    damages.add(octets -> with(octets, whole, 35, 1));
    damages.add(octets -> with(octets, whole, 36, 77));
    for (var damage : damages) {
      store.damage(damage);
      int parsed = reader.parsed;

      var page = read(views);
      assertThat(page.viewed().orElseThrow().toBytes()).isEqualTo(whole);
      assertThat(detail(page, PageDetail.TREE)).hasValue(tree.orElseThrow());
      assertThat(reader.parsed).isEqualTo(parsed + 2);
    }
  }

  /// Changes one octet of a page, and removes all octets of a tree.
  private static byte[] with(byte[] octets, byte[] page, int at, int value) {
    if (octets.length != page.length) {
      return new byte[0];
    }
    octets[at] = (byte) value;
    return octets;
  }

  @Test
  void viewsOfAnotherSiteOrPathAreNotTaken() throws Exception {
    var _ = read(views);
    for (var other :
        List.of(
            url("https://site.example", "/a"),
            url("http://site.example:8080", "/a"),
            url("http://else.example", "/a"),
            url(SITE, "/dir/a"),
            url(SITE, "/a?b"))) {
      int parsed = reader.parsed;
      var page = (Content.Found) views.read(this::source, other, PageValidators.NONE, false);

      assertThat(reader.parsed).isEqualTo(parsed + 1);
      assertThat(page.viewed().orElseThrow().view().links().getFirst().url())
          .isEqualTo(other.resolve("b").orElseThrow().toString());
    }
  }

  @Test
  void aFieldThatMattersMakesAnotherView() throws Exception {
    var _ = read(views);
    for (var field : List.of("Content-Type: text/plain", "Link: </l>; rel=next", "Refresh: 0;/r")) {
      int colon = field.indexOf(':');
      var more = new HashMap<>(fields);
      more.put(field.substring(0, colon).toLowerCase(), List.of(field.substring(colon + 2)));
      fields = more;
      int parsed = reader.parsed;

      var fresh = read(storeless).viewed().orElseThrow();
      assertThat(read(views).viewed().orElseThrow().toBytes()).isEqualTo(fresh.toBytes());
      assertThat(reader.parsed).isEqualTo(parsed + 2);
    }
    var more = new HashMap<>(fields);
    more.put("x-other", List.of("1"));
    fields = more;
    int parsed = reader.parsed;
    var _ = read(views);
    assertThat(reader.parsed).isEqualTo(parsed);
  }

  @Test
  void partsOfAPageAreThoseOfItsBody() throws Exception {
    fields = Map.of("content-type", List.of("text/html; charset=utf-8"));
    body = "<p>caf\u00e9 <a href=b>b</a>";
    var page = read(views);

    assertThat(new String(detail(page, PageDetail.BYTES).orElseThrow(), UTF_8)).isEqualTo(body);
    assertThat(new String(detail(page, PageDetail.TEXT).orElseThrow(), UTF_8)).isEqualTo(body);
    assertThat(TreeView.of(detail(page, PageDetail.TREE).orElseThrow()).linkContexts())
        .extracting(LinkContext::url)
        .containsExactly(SITE + "/b");

    fields = Map.of("content-type", List.of("text/html; charset=iso-8859-1"));
    var latin = new String(body.getBytes(UTF_8), ISO_8859_1);
    assertThat(new String(detail(read(views), PageDetail.TEXT).orElseThrow(), UTF_8))
        .isEqualTo(latin);
  }

  @Test
  void aTreeIsParsedOnceAndThenNotOpened() throws Exception {
    var page = read(views);
    var first = detail(page, PageDetail.TREE);
    openings.set(0);
    reader.parsed = 0;

    assertThat(detail(read(views), PageDetail.TREE)).hasValue(first.orElseThrow());
    assertThat(openings).hasValue(0);
    assertThat(reader.parsed).isZero();
    assertThat(storeless.detail(page, PageDetail.TREE)).hasValue(first.orElseThrow());
    assertThat(reader.parsed).isEqualTo(1);
  }

  @Test
  void aPageThatChangedSinceItsAnswerHasNoParts() throws Exception {
    for (var detail : PageDetail.values()) {
      version = Optional.of("1");
      body = HTML;
      var page = read(views);
      change("<title>Two</title>");
      assertThat(detail(page, detail)).as("%s, another version", detail).isEmpty();

      version = Optional.empty();
      var fresh = read(views);
      body = "<title>Six</title>";
      assertThat(detail(fresh, detail)).as("%s, the same version", detail).isEmpty();
    }
  }

  @Test
  void aPageThatIsOpenedHasItsBodyInMemoryAndTheViewOfThisBody() throws Exception {
    for (var each : List.of(views, storeless)) {
      version = Optional.of("1");
      body = HTML;
      openings.set(0);
      var page = (Content.Found) each.read(this::source, URL, PageValidators.NONE, true);
      change("<title>Two</title>");

      assertThat(openings).hasValue(1);
      assertThat(page.body()).asString().isEqualTo(HTML);
      assertThat(page.viewed().orElseThrow().digest()).isEqualTo(digest(HTML));
      assertThat(each.detail(page, PageDetail.BYTES).orElseThrow()).asString().isEqualTo(HTML);
      assertThat(openings).hasValue(1);
    }
    // A page that was viewed ahead is opened once too.
    openings.set(0);
    var ahead = read(views);
    var page = (Content.Found) views.read(_ -> ahead, URL, PageValidators.NONE, true);
    assertThat(openings).hasValue(2);
    assertThat(page.body()).asString().isEqualTo("<title>Two</title>");
  }

  /// A program wrote into a mapped file, without a new version.
  @Test
  void aStoredViewOfAnotherBodyIsReplacedAsSoonAsTheBodyIsRead() throws Exception {
    var old = read(views);
    body = HTML.replace("One", "Two");
    assertThat(read(views).viewed().orElseThrow().digest()).isEqualTo(digest(HTML));

    assertThat(detail(old, PageDetail.BYTES)).isEmpty();
    assertThat(read(views).viewed().orElseThrow().view().title()).isEqualTo("Two");

    body = HTML.replace("One", "Six");
    var page = (Content.Found) views.read(this::source, URL, PageValidators.NONE, true);
    assertThat(page.viewed().orElseThrow().view().title()).isEqualTo("Six");
    assertThat(read(views).viewed().orElseThrow().digest()).isEqualTo(digest(body));
  }

  @Test
  void aPageThatChangesWhileItIsReadIsReadAgainButNotForEver() throws Exception {
    var answers = new AtomicInteger();
    ContentSource once =
        url -> {
          var content = source(url);
          if (answers.incrementAndGet() == 1) {
            change("<title>Two</title>");
          }
          return content;
        };
    var page = (Content.Found) views.read(once, URL, PageValidators.NONE, false);
    assertThat(page.viewed().orElseThrow().view().title()).isEqualTo("Two");
    assertThat(answers).hasValue(2);

    answers.set(0);
    change("<title>Six</title>");
    ContentSource always =
        url -> {
          var content = source(url);
          change("<title>" + answers.incrementAndGet() + "</title>");
          return content;
        };
    assertThatThrownBy(() -> views.read(always, URL, PageValidators.NONE, false))
        .isInstanceOf(ChangedPageException.class);
    assertThat(answers).hasValue(3);
  }

  @Test
  void viewsThatMayNotBeKeptAreMadeEachTime() throws Exception {
    var kept = read(views);
    var _ = detail(kept, PageDetail.TREE);
    assertThat(store.size()).isEqualTo(2);
    isKept = false;
    for (var each : List.of(Optional.of("1"), Optional.of("2"), Optional.<String>empty())) {
      version = each;
      reader.parsed = 0;
      assertThat(detail(read(views), PageDetail.TREE)).isPresent();
      assertThat(reader.parsed).isEqualTo(2);
    }
    assertThat(store.size()).isEqualTo(2);
  }

  @Test
  void aPageThatCouldNotBeParsedIsTriedAgain() throws Exception {
    reader.failure = Optional.of("it ended its reader");
    var page = read(views);
    assertThat(page.viewed().orElseThrow().view().unparsed()).contains("it ended its reader");
    assertThat(TreeView.of(detail(page, PageDetail.TREE).orElseThrow()).shortened())
        .containsExactly(PagePart.MARKUP);
    assertThat(store.size()).isZero();

    reader.failure = Optional.empty();
    assertThat(read(views).viewed().orElseThrow().view().title()).isEqualTo("One");
  }

  @Test
  void answersWithoutAPagePassUnchanged() throws Exception {
    for (var answer :
        List.of(
            new Content.Missing(404, "none"),
            new Content.NotModified(Map.of()),
            new Content.Redirect(URL))) {
      assertThat(views.read(_ -> answer, URL, PageValidators.NONE, true)).isSameAs(answer);
      assertThat(views.over(_ -> answer).read(URL)).isSameAs(answer);
    }
  }

  @Test
  void aSourceWithViewsIsOtherwiseTheSource() throws Exception {
    var expected = new ArrayList<Object>();
    var changes = new PageChanges.Unreported("none");
    var source =
        new ContentSource() {
          @Override
          public Content read(PageUrl url) {
            return PageViewsTest.this.source(url);
          }

          @Override
          public Content read(PageUrl url, PageValidators held) {
            return new Content.NotModified(Map.of());
          }

          @Override
          public PageChanges changes(PageFilter filter) {
            return changes;
          }

          @Override
          public void expect(
              List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
            expected.addAll(List.of(urls, held, pages, bytes));
          }

          @Override
          public boolean isAwaited() {
            return true;
          }
        };
    var over = views.over(source);
    over.expect(List.of(URL), Map.of(URL, PageValidators.NONE), 3, 4);

    assertThat(over.read(URL, PageValidators.NONE)).isInstanceOf(Content.NotModified.class);
    assertThat(over.changes(_ -> true)).isSameAs(changes);
    assertThat(over.isAwaited()).isTrue();
    assertThat(expected).containsExactly(List.of(URL), Map.of(URL, PageValidators.NONE), 3L, 4L);
    assertThat(views.over(this::source).read(URL))
        .isInstanceOfSatisfying(Content.Found.class, page -> assertThat(page.viewed()).isPresent());
    assertThat(views.over(this::source).isAwaited()).isFalse();
  }

  private void change(String other) {
    body = other;
    version = Optional.of(version.orElse("") + "1");
  }

  private Content.Found read(PageViews from) throws Exception {
    return (Content.Found) from.read(this::source, URL, PageValidators.NONE, false);
  }

  private Optional<byte[]> detail(Content.Found page, PageDetail detail) throws Exception {
    return views.detail(page, detail);
  }

  private static Digest digest(String text) {
    return Digest.of(text.getBytes(UTF_8));
  }

  private static PageUrl url(String site, String path) {
    return PageUrl.parse(site + path).orElseThrow();
  }
}
