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
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.TreeBuilder;
import dev.sojourn.agent.tree.TreeData;
import dev.sojourn.base.Digest;
import dev.sojourn.base.ThreadUse;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.SandboxWalls.State;
import dev.sojourn.sandbox.SandboxWalls.Wall;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
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
  private static final ParsedPage.Type HTML = new ParsedPage.Type("text/html", "UTF-8", true);

  private static final PageValidators HELD =
      new PageValidators(Optional.of("\"a\""), Optional.of("Wed, 25 Nov 2026 16:25:33 GMT"));

  private Warmup() {}

  /// Warms up. Returns the walls inside this process.
  static List<Wall> run() {
    readPage();
    keepState();
    StateWarmup.run();
    askForKnown();
    reportFinding();
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

  private static void readPage() {
    var page = page("http://127.0.0.1/a", whole());
    var frontier = new Frontier();
    frontier.addLinks(page);
    boolean asExpected =
        page.title().equals("A page")
            && page.headings().size() == 1
            && page.text().contains("é")
            && page.language().isPresent()
            && page.directives().noindex()
            && page.canonical().isPresent()
            && page.links().size() == 1
            && page.linkContexts().size() == 1
            && page.tree().select("a[href]").size() == 1
            && page.metas().size() == 1
            && page.structuredData().equals(List.of("{}"))
            && page.usage().licences().size() == 1
            && page.bytes().length == page.sizeBytes()
            && page.body().length() == page.sizeBytes()
            && page.shortened().contains(PagePart.TEXT)
            && frontier.isNew(page)
            && !frontier.isBetterUrl(page);
    if (!asExpected) {
      throw new IllegalStateException("the warmup went wrong: " + page.title());
    }
  }

  private static ParsedPage whole() {
    var robots = new PageMeta("robots", "noindex, unavailable_after: 25 Jun 2010 15:00:00 PST");
    return new ParsedPage(
        HTML,
        new ParsedPage.Texts("A page", List.of("One"), "é", "en", List.of("{}")),
        links("http://127.0.0.1/b"),
        new ParsedPage.Statements(
            List.of(robots), List.of(robots), "http://127.0.0.1/a", List.of("http://127.0.0.1/l")),
        1,
        Set.of(PagePart.TEXT),
        "");
  }

  private static ParsedPage.Links links(String url) {
    return new ParsedPage.Links(List.of(new Link(url, "c", false)), List.of(), 0, 0);
  }

  /// Returns a page that links to another page.
  private static GuestPage page(String address, String linked) {
    return page(
        address,
        new ParsedPage(
            HTML,
            ParsedPage.Texts.NONE,
            links(linked),
            ParsedPage.Statements.NONE,
            1,
            Set.of(),
            ""));
  }

  private static GuestPage page(String address, ParsedPage parsed) {
    var url = PageUrl.parse(address).orElseThrow();
    var fields = Map.of("Content-Type", List.of("text/html"));
    try {
      var view = PageView.of(PageView.of(parsed).octets());
      var content = new PageReply.Content(url, 200, fields, 1, Digest.of(new byte[1]), view);
      return new GuestPage(content, "warmup", new NoQuestions());
    } catch (MalformedViewException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Ignores all calls, since pages of the warmup do not belong to a visit.
  private static final class NoQuestions implements GuestPage.Questions {
    @Override
    public void noindex(GuestPage page) {}

    @Override
    public void shortened(GuestPage page, Set<PagePart> views) {}

    @Override
    public byte[] detail(GuestPage page, PageDetail detail) {
      var place = new LinkContext(page.url(), "a", "a", "b", "c");
      return detail == PageDetail.TREE
          ? TreeView.of(List.of(place), elements(), Set.of()).octets()
          : new byte[] {'a'};
    }

    @Override
    public PageUsage usage(String url) {
      return PageUsage.NONE;
    }
  }

  private static TreeData elements() {
    return new TreeBuilder("http://127.0.0.1/")
        .begin("a")
        .attribute("href", "b")
        .text("é", false)
        .end(false, false)
        .build();
  }

  private static void keepState() {
    var codec = new StateCodec(List.of(), 1 << 16);
    var frontier = new Frontier();
    frontier.addLinks(page("http://127.0.0.1/a", "http://127.0.0.1/c"));
    frontier.addLinks(page("http://127.0.0.1/b/", "http://127.0.0.1/b/c"));
    var restored = codec.read(codec.write(frontier), Frontier.class);
    if (!restored.next().equals("http://127.0.0.1/c")
        || !restored.next().equals("http://127.0.0.1/b/c")
        || restored.hasNext()) {
      throw new IllegalStateException("the warmup of state went wrong");
    }
  }

  private static void askForKnown() {
    var page = page("http://127.0.0.1/a", "http://127.0.0.1/c");
    var print = page.known().print();
    var moved = new KnownPage("http://127.0.0.1/b", Optional.of(page.url()), print, HELD);
    var known = KnownPages.parse(KnownPages.of(List.of(page.known(), moved)).toBytes());
    var frontier = new Frontier();
    frontier.begin(new WarmupVisit(known));
    int upcoming = frontier.upcoming(2).size();
    frontier.addUnchanged(frontier.take());
    boolean isNew = frontier.isNew(page("http://127.0.0.1/c", "http://127.0.0.1/d"));
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

  private static void reportFinding() {
    record Sample(String text, Instant when, List<Integer> numbers) {}
    var sample = new Sample("é\n", Instant.parse("2026-01-01T00:00:00Z"), List.of(1));
    new FindingJson(1024).write(sample);
  }
}
