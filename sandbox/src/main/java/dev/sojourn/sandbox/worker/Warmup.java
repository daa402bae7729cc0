package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.page.PageView;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.SandboxWalls.State;
import dev.sojourn.sandbox.SandboxWalls.Wall;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import dev.sojourn.sandbox.worker.ahead.PagesAhead;
import dev.sojourn.sandbox.worker.meter.ThreadUse;
import dev.sojourn.sandbox.worker.page.PageContent;
import dev.sojourn.sandbox.worker.page.PageEncoding;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.warmup.JdkWarmup;
import dev.sojourn.sandbox.worker.warmup.StateWarmup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The warmup of a worker: it does everything that a visit does, once, before the first agent
/// arrives. Then the first visit is as fast as later ones, and the JVM has opened all files that it
/// needs.
final class Warmup {
  private static final String PAGE =
      "<!DOCTYPE html><html lang=en><head><title>A page</title><meta name=robots"
          + " content='noindex, unavailable_after: 25 Jun 2010 15:00:00 PST'><base href=/a/><link"
          + " rel=canonical href=a><meta http-equiv=refresh content='9; url=r'></head><body><h1>One"
          + " &amp; two</h1><p>Text <a href='b?c=d' rel='nofollow license'>link</a><iframe"
          + " src=f></iframe><script type=application/ld+json>{}</script></body></html>";

  private static final String LATE_HEAD =
      "\ufeff<head><!-- - --><script>//</script><div id=a b='c'></div><title>Late</title><meta"
          + " name=a content=b></head><body><template>t</template>";

  private static final String XHTML =
      "<?xml version='1.0'?><!DOCTYPE html><html"
          + " xmlns='http://www.w3.org/1999/xhtml'><head><!--c--><title/></head><body>w<![CDATA[ord]]>s&#32;&nbsp;<a"
          + " href='b'/></body></html>";

  private static final List<String> FEEDS =
      List.of(
          "<?xml version='1.0'?><!--c--><!DOCTYPE rss [<!ENTITY e 'x'>]><rss><channel><item><link/>"
              + "<title><![CDATA[a]]></title><guid>http://127.0.0.1/?a&amp;b</guid></item></channel>",
          "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:link href='b'/></a:entry>",
          "<rdf:RDF><item rdf:about='c'/></rdf:RDF>");

  private static final PageValidators HELD =
      new PageValidators(Optional.of("\"a\""), Optional.of("Wed, 25 Nov 2026 16:25:33 GMT"));

  private static final String LINKING_PAGE = "<a href=c>c</a>";

  private Warmup() {}

  /// Warms up. Returns the walls inside this process.
  static List<Wall> run() {
    readPage("text/html; charset=utf-8");
    readPage("text/html");
    readPage("");
    readPage("application/xhtml+xml");
    readOddPage();
    keepState();
    StateWarmup.run();
    askForKnown();
    readAhead();
    reportFinding();
    PageEncoding.warmUp();
    readParameters();
    WarmupAgent.run();
    linkRecords();
    initialise();
    JdkWarmup.run();
    ThreadUse.of(Thread.currentThread());
    return List.of(
        new Wall(
            "admission",
            State.IN_FORCE,
            "classes that name anything but the agent API and a list of java.base are refused"),
        new Wall(
            "metering",
            State.IN_FORCE,
            "polls in the agent's code stop it; calls of the JDK that run on are killed"),
        new Wall("loader", State.IN_FORCE, "loads the agent's own and listed classes only"));
  }

  /// Links the methods that compare and print records of the agent API. The JVM keeps the first
  /// result for all visits, even a failure by a full stack.
  private static void linkRecords() {
    var records = records();
    if (!records.equals(new ArrayList<>(records)) || records.toString().isEmpty()) {
      throw new IllegalStateException("the warmup of records went wrong");
    }
    var _ = records.hashCode();
    var _ = WakeConditions.at(Instant.EPOCH).orByMessage().orByChange().words();
  }

  private static List<Object> records() {
    var url = PageUrl.parse("http://127.0.0.1/a").orElseThrow();
    var stop = new Itinerary.Stop("http://127.0.0.1", List.of(url.toString()));
    var way = new Itinerary(List.of(new Itinerary.Leg(List.of(stop), true)));
    return List.of(
        url,
        Scope.site("http://127.0.0.1:8080"),
        new Link(url.toString(), "a", false),
        Directives.NONE,
        new Budget(Duration.ZERO, 1, 1, 1),
        Next.done(),
        Next.park(WakeConditions.byMessage()),
        Next.along(way),
        way.legs().getFirst(),
        way.legs().getFirst().stops().getFirst(),
        new VisitCause.Start(),
        new VisitCause.Arrival("a"),
        new VisitCause.Resumption(),
        new VisitCause.Combination(),
        new VisitCause.Wake(VisitCause.Waker.TIME),
        new PageChanges.Unreported("a"),
        new PageChanges.Reported(
            List.of(new PageChanges.PageChange(url.toString(), PageChanges.Kind.NEW)), true),
        Next.onward(List.of(url.toString())),
        new Fetched.Refused(url.toString(), "a"),
        new Fetched.Missing(url.toString(), 404, "a"),
        new Fetched.OutOfScope(url.toString()),
        new Fetched.Unchanged(url.toString()),
        new PagePrint(1, 2, 3),
        new Frontier().counts(),
        KnownPage.unread(url.toString()),
        new PageMeta("a", "b"),
        new LinkContext(url.toString(), "a", "a", "b", "c"),
        PageUsage.NONE,
        PageUrl.parse("http://[::1]:8080/%7e?b#c").orElseThrow(),
        PageUrl.parse("http://0x7f.1/").orElseThrow(),
        // Names beyond ASCII: with a joiner, from right to left, and already encoded.
        PageUrl.parse("http://\u00c4\u0915\u094d\u200d\u0937.xn--4ca/").orElseThrow(),
        PageUrl.parse("http://\u0628\u200c\u0628.xn--4dbc/").orElseThrow());
  }

  /// Initialises the classes that an agent could otherwise break for other visits.
  private static void initialise() {
    try (var in = Objects.requireNonNull(Warmup.class.getResourceAsStream("jdk-initialised.txt"))) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines().filter(line -> !line.startsWith("#")).forEach(Warmup::initialise);
      // Sigma is the only letter for which the JDK searches the end of the word.
      var _ = "ΟΔΟΣ".toLowerCase(Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void initialise(String name) {
    try {
      Class.forName(name, true, null);
    } catch (ClassNotFoundException _) {
      // Another version of the JDK may not have this class.
    }
  }

  /// Reads the class files of records and enums, with parts of the JDK that admission does not use.
  private static void readParameters() {
    record Greeting(Optional<String> text, int times, State state) {}
    // Only a public constructor declares parameters. Admission reads it from the class file.
    @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
    record Guest(Greeting greeting) {
      public Guest {}
    }
    try {
      var given = Map.of("text", "a", "times", "2", "state", "partial");
      var read = AgentParameters.of(Warmup::classFile, Guest.class.getName());
      if (read.check(given).size() != 3) {
        throw new IllegalStateException("the warmup of parameters went wrong");
      }
    } catch (UnfitParameterException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<byte[]> classFile(String name) {
    var path = "/" + name.replace('.', '/') + ".class";
    try (var in = Warmup.class.getResourceAsStream(path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void readPage(String type) {
    var page = page("http://127.0.0.1/a", type, PAGE);
    var frontier = new Frontier();
    frontier.addLinks(page);
    boolean asExpected =
        page.title().equals("A page")
            && page.headings().size() == 1
            && page.text().contains("link")
            && page.language().isPresent()
            && page.directives().noindex()
            && page.canonical().isPresent()
            && page.links().size() == 4
            && page.linkContexts().size() == 4
            && page.metas().size() == 1
            && page.structuredData().equals(List.of("{}"))
            && page.usage().licences().size() == 1
            && page.bytes().length == page.sizeBytes()
            && page.body().length() == page.sizeBytes()
            && frontier.isNew(page)
            && !frontier.isBetterUrl(page);
    if (!asExpected) {
      throw new IllegalStateException("the warmup went wrong: " + page.title());
    }
  }

  /// Reads pages that need otherwise unused parts of the parser.
  private static void readOddPage() {
    var late = page("http://127.0.0.1/a", "text/html", LATE_HEAD);
    var xhtml = page("http://127.0.0.1/a", "application/xhtml+xml", XHTML);
    boolean asExpected =
        late.metas().size() == 1
            && late.title().equals("Late")
            && xhtml.text().equals("words")
            && xhtml.links().size() == 1
            && late.shortened().isEmpty()
            && FEEDS.stream()
                .map(feed -> page("http://127.0.0.1/f", "text/xml", feed))
                .allMatch(feed -> feed.links().size() == 1 && feed.feeds().isEmpty());
    if (!asExpected) {
      throw new IllegalStateException("the warmup of odd pages went wrong");
    }
  }

  private static GuestPage page(String address, String type, String html) {
    var url = PageUrl.parse(address).orElseThrow();
    var content =
        new PageReply.Content(
            url, 200, Map.of("Content-Type", List.of(type)), html.getBytes(StandardCharsets.UTF_8));
    return new GuestPage(new PageContent(content), "warmup", new NoQuestions());
  }

  /// Ignores all calls, since pages of the warmup do not belong to a visit.
  private static final class NoQuestions implements GuestPage.Questions {
    @Override
    public void noindex(GuestPage page) {}

    @Override
    public void shortened(GuestPage page, Set<PageView> views) {}

    @Override
    public void check() {}

    @Override
    public PageUsage usage(String url) {
      return PageUsage.NONE;
    }
  }

  private static void keepState() {
    var codec = new StateCodec(List.of(), 1 << 16);
    var frontier = new Frontier();
    frontier.addLinks(page("http://127.0.0.1/a", "text/html", LINKING_PAGE));
    frontier.addLinks(page("http://127.0.0.1/b/", "text/html", LINKING_PAGE));
    var restored = codec.read(codec.write(frontier), Frontier.class);
    if (!restored.next().equals("http://127.0.0.1/c")
        || !restored.next().equals("http://127.0.0.1/b/c")
        || restored.hasNext()) {
      throw new IllegalStateException("the warmup of state went wrong");
    }
  }

  private static void askForKnown() {
    var page = page("http://127.0.0.1/a", "text/html", LINKING_PAGE);
    var print = page.known().print();
    var moved = new KnownPage("http://127.0.0.1/b", Optional.of(page.url()), print, HELD);
    var known = KnownPages.parse(KnownPages.of(List.of(page.known(), moved)).toBytes());
    var frontier = new Frontier();
    frontier.begin(new WarmupVisit(known));
    int upcoming = frontier.upcoming(2).size();
    frontier.addUnchanged(frontier.take());
    boolean isNew = frontier.isNew(page("http://127.0.0.1/c", "text/html", LINKING_PAGE));
    var codec = new StateCodec(List.of(), 1 << 16);
    var restored = codec.read(codec.write(frontier), Frontier.class);
    boolean asExpected =
        upcoming == 2
            && isNew
            && restored.hasNext()
            && moved.isStill(page)
            && page.lastModified().isEmpty()
            && !frontier.add("http://127.0.0.1/b");
    if (!asExpected) {
      throw new IllegalStateException("the warmup of known pages went wrong");
    }
  }

  private static void readAhead() {
    var url = PageUrl.parse("http://127.0.0.1/a").orElseThrow();
    var body = LINKING_PAGE.getBytes(StandardCharsets.UTF_8);
    var answer = new PageReply.Content(url, 200, Map.of(), body);
    try {
      PagesAhead.warmUp(answer);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void reportFinding() {
    record Sample(String text, Instant when, List<Integer> numbers) {}
    var sample = new Sample("é\n", Instant.parse("2026-01-01T00:00:00Z"), List.of(1));
    new FindingJson(1024).write(sample);
  }
}
