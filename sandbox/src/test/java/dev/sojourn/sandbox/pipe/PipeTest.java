package dev.sojourn.sandbox.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.ReadPage;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.WallName;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PipeTest {
  private static final PageUrl URL = PageUrl.parse("http://x/").orElseThrow();
  private static final PageValidators HELD =
      new PageValidators(Optional.of("\"1\""), Optional.of("a date"));

  private static final VisitLimits LIMITS =
      new VisitLimits(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          3,
          4,
          5,
          6,
          7,
          8,
          9,
          10,
          11,
          12,
          Duration.ofMillis(13));

  @Test
  void writesAFindingAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    new Pipe(channel).send(new FromWorker.Finding(258, new byte[] {'{', '}'}));
    assertThat(channel.hex())
        .isEqualTo(
            "0000000b" // 11 bytes follow
                + "44" // finding
                + "00000102" // visit 258
                + "00000002" // 2 bytes
                + "7b7d"); // {}
  }

  @Test
  void writesAPageAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    var fields = Map.of("Content-Type", List.of("text/plain"));
    var page = ReadPage.of(URL, fields, new byte[] {9});
    new Pipe(channel).send(new ToWorker.Page(1, page));
    assertThat(channel.hex())
        .isEqualTo(
            "000000ff" // 255 bytes follow
                + "02" // content
                + "00000001" // visit 1
                + "00000009687474703a2f2f782f" // url "http://x/"
                + "000000c8" // status 200
                + "00000001" // one field
                + "0000000c436f6e74656e742d54797065" // name "Content-Type"
                + "00000001" // one value
                + "0000000a746578742f706c61696e" // "text/plain"
                + "00000001" // a body of one byte
                + "00000040" // its digest
                + HexFormat.of().formatHex(page.digest().hex().getBytes(StandardCharsets.UTF_8))
                + "00000077" // a view of 119 bytes
                + HexFormat.of().formatHex(page.view().octets()));
    assertThat(new Pipe(channel).readToWorker())
        .isInstanceOfSatisfying(
            ToWorker.Page.class,
            read ->
                assertThat(read).usingRecursiveComparison().isEqualTo(new ToWorker.Page(1, page)));
  }

  @Test
  void missesAPageWhoseViewIsNone() throws Exception {
    var channel = new MemoryChannel();
    var page = ReadPage.of(URL, Map.of(), new byte[0]);
    new Pipe(channel).send(new ToWorker.Page(1, page));
    var forged = HexFormat.of().parseHex(channel.hex());
    forged[forged.length - 1] = 1; // The count of the last list, which is empty.

    var again = new MemoryChannel();
    again.write(ByteBuffer.wrap(forged));
    assertThat(new Pipe(again).readToWorker())
        .isEqualTo(
            new ToWorker.Page(
                1, new PageReply.Missing(0, "Its view is malformed: a view that ends too early.")));
  }

  @Test
  void writesAPartOfAPageAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    var pipe = new Pipe(channel);
    pipe.send(new FromWorker.DetailWanted(2, PageDetail.TREE));
    pipe.send(new ToWorker.Detail(2, Optional.of(new byte[] {9})));
    pipe.send(new ToWorker.Detail(2, Optional.empty()));
    assertThat(channel.hex())
        .isEqualTo(
            "00000009" // 9 bytes follow
                + "52" // a wanted part
                + "00000002" // of visit 2
                + "00000002" // the tree
                + "00000006" // 6 bytes follow
                + "0c" // a part
                + "00000002" // visit 2
                + "09" // all of it
                + "00000005" // 5 bytes follow
                + "0d" // the page has changed
                + "00000002"); // visit 2
    assertThat(pipe.readFromWorker()).isEqualTo(new FromWorker.DetailWanted(2, PageDetail.TREE));
    assertThat(pipe.readToWorker())
        .usingRecursiveComparison()
        .isEqualTo(new ToWorker.Detail(2, Optional.of(new byte[] {9})));
    assertThat(pipe.readToWorker()).isEqualTo(new ToWorker.Detail(2, Optional.empty()));
  }

  @Test
  void refusesAPartOfAPageThatThereIsNot() {
    var channel = new MemoryChannel();
    channel.write(ByteBuffer.wrap(HexFormat.of().parseHex("00000009520000000200000003")));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> new Pipe(channel).readFromWorker())
        .withMessage("part of a page: 3");
  }

  @Test
  void writesAWantedPageAsItsFieldsInOrder() throws Exception {
    var channel = new MemoryChannel();
    new Pipe(channel).send(wanted(7, List.of()));
    assertThat(channel.hex())
        .isEqualTo(
            "0000002a" // length
                + "43" // a wanted page
                + "00000007" // of visit 7
                + "0000000a"
                + "687474703a2f2f782f61" // "http://x/a"
                + "00000009"
                + "687474703a2f2f782f" // found on "http://x/"
                + "00000003" // at depth 3
                + "00" // nothing known of it
                + "00" // without validators of other pages
                + "00000000"); // and of no other pages
  }

  @Test
  void readsBackWhateverAWorkerSays() throws Exception {
    var said =
        List.of(
            new FromWorker.Ready(
                List.of(new SandboxWalls.Wall("n", SandboxWalls.State.PARTIAL, "d"))),
            new FromWorker.Started(1),
            new FromWorker.PageWanted(2, "http://x/é"),
            wanted(2, List.of()),
            wanted(2, List.of("http://x/b", "http://x/c")),
            new FromWorker.PageWanted(
                2,
                "http://x/a",
                "",
                -1,
                List.of("http://x/b", "http://x/c"),
                Optional.of(
                    new KnownPage(
                        "http://x/a",
                        Optional.of("http://x/end"),
                        Optional.of(new PagePrint(-1, 2, -3)),
                        HELD)),
                List.of(PageValidators.NONE, HELD)),
            new FromWorker.Noindex(2),
            new FromWorker.Shortened(2, Set.of(PagePart.TITLE, PagePart.STRUCTURED_DATA)),
            new FromWorker.ChangesWanted(2),
            new FromWorker.UsageWanted(2, "http://x/é"),
            new FromWorker.Dropped(2, 1L << 40),
            new FromWorker.LinksCounted(
                2, new FrontierCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1L << 40, 12, 13, 14, 15, 16)),
            new FromWorker.Referral(3, "http://y/"),
            new FromWorker.LogLine(4, "line"),
            new FromWorker.Stopping(5, "cpu", "r", new CodePlace("a.B", "c", 7)),
            new FromWorker.Reply(5, 3, true, "answer"),
            new FromWorker.Spent(9, 1, 1L << 40),
            new FromWorker.End(
                6,
                new VisitEnd.Denied(
                    WallName.LOADER, "r", new CodePlace("a.B", "", 0), List.of("s", "t"))),
            new FromWorker.End(7, new VisitEnd.Stopped("pages", "r", CodePlace.UNKNOWN)),
            new FromWorker.End(8, new VisitEnd.Failed("r", new CodePlace("a.B", "c", 7))));
    var channel = new MemoryChannel();
    var pipe = new Pipe(channel);
    for (var message : said) {
      pipe.send(message);
    }
    pipe.send(
        new FromWorker.End(
            9, new VisitEnd.Finished(new byte[100_000], Next.onward(List.of("http://z/")))));
    for (var message : said) {
      assertThat(pipe.readFromWorker()).isEqualTo(message);
    }
    var finished = finished(pipe);
    assertThat(finished.state()).hasSize(100_000);
    assertThat(finished.next()).isEqualTo(Next.onward(List.of("http://z/")));
    assertThatExceptionOfType(EOFException.class).isThrownBy(pipe::readFromWorker);
  }

  @Test
  void readsBackUntilWhenAnAgentStays() throws Exception {
    var time = Instant.parse("2026-05-01T10:00:00.123Z");
    for (var until :
        List.of(
            WakeConditions.at(time),
            WakeConditions.byMessage(),
            WakeConditions.byChange().orAt(time).orByMessage())) {
      var channel = new MemoryChannel();
      var pipe = new Pipe(channel);
      pipe.send(new FromWorker.End(9, new VisitEnd.Finished(new byte[] {1}, Next.park(until))));
      assertThat(finished(pipe).next()).isEqualTo(Next.park(until));
    }
    // A time that no number of milliseconds is.
    var pipe = new Pipe(new MemoryChannel());
    pipe.send(
        new FromWorker.End(
            9, new VisitEnd.Finished(new byte[0], Next.park(WakeConditions.at(Instant.MAX)))));
    assertThat(finished(pipe).next())
        .isEqualTo(Next.park(WakeConditions.at(Instant.ofEpochMilli(Long.MAX_VALUE))));
  }

  @Test
  void writesUntilWhenAnAgentStaysAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    new Pipe(channel)
        .send(
            new FromWorker.End(
                1, new VisitEnd.Finished(new byte[] {7}, Next.park(WakeConditions.byChange()))));
    assertThat(channel.hex())
        .isEqualTo(
            "0000001a" // 26 bytes follow
                + "49" // finished
                + "00000001" // visit 1
                + "0000000107" // state
                + "01" // it stays
                + "00" // without a time
                + "0000000000000000"
                + "00" // no message wakes it
                + "01" // a change does
                + "00000000"); // and it goes nowhere
  }

  /// It would be parked for ever.
  @Test
  void refusesAnAgentThatNothingCanWake() {
    var channel = new MemoryChannel();
    channel.write(
        ByteBuffer.wrap(
            HexFormat.of().parseHex("0000001949000000010000000001000000000000000000000000000000")));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> new Pipe(channel).readFromWorker())
        .withMessage("an agent that nothing can wake");
  }

  @Test
  void readsBackChangesAndCauses() throws Exception {
    var channel = new MemoryChannel();
    var pipe = new Pipe(channel);
    var noted =
        new PageChanges.Reported(
            List.of(
                new PageChanges.PageChange("http://x/a", PageChanges.Kind.NEW),
                new PageChanges.PageChange("http://x/é", PageChanges.Kind.CHANGED),
                new PageChanges.PageChange("http://x/c", PageChanges.Kind.GONE)),
            false);
    for (var changes : List.of(noted, new PageChanges.Unreported("a reason"))) {
      pipe.send(new ToWorker.Changes(3, changes));
      assertThat(pipe.readToWorker()).isEqualTo(new ToWorker.Changes(3, changes));
    }
    for (var cause :
        List.of(
            new VisitCause.Start(),
            new VisitCause.Arrival("a key"),
            new VisitCause.Resumption(),
            new VisitCause.Combination(),
            new VisitCause.Wake(VisitCause.Waker.CHANGE))) {
      pipe.send(order(cause));
      assertThat(((ToWorker.Begin) pipe.readToWorker()).inputs().cause()).isEqualTo(cause);
    }
  }

  @Test
  void writesStatementsAboutUsesAsTheseBytes() throws Exception {
    var channel = new MemoryChannel();
    var usage =
        new PageUsage(Map.of("search", true), Map.of("ai-train", false), List.of("http://x/l"));
    new Pipe(channel).send(new ToWorker.Usage(1, usage));
    assertThat(channel.hex())
        .isEqualTo(
            "0000003f" // 63 bytes follow
                + "0b" // statements about uses
                + "00000001" // visit 1
                + "00000001" // one of Content-Usage
                + "00000006736561726368" // "search"
                + "0000000179" // is permitted
                + "00000001" // one of Content-Signal
                + "0000000861692d747261696e" // "ai-train"
                + "000000016e" // is not
                + "00000001" // one licence
                + "0000000a687474703a2f2f782f6c"); // "http://x/l"
    assertThat(new Pipe(channel).readToWorker()).isEqualTo(new ToWorker.Usage(1, usage));
  }

  @Test
  void refusesAPermissionThatIsNeitherYesNorNo() {
    var channel = new MemoryChannel();
    channel.write(
        ByteBuffer.wrap(
            HexFormat.of()
                .parseHex("0000001b0b0000000100000001000000016100000001780000000000000000")));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> new Pipe(channel).readToWorker())
        .withMessage("permission: x");
  }

  @Test
  void readsBackTheWayOfAnAgent() throws Exception {
    var stop = new Itinerary.Stop("http://y", List.of("http://y/a"));
    var way = new Itinerary(List.of(new Itinerary.Leg(List.of(stop), false)));
    var pipe = new Pipe(new MemoryChannel());
    pipe.send(new FromWorker.End(9, new VisitEnd.Finished(new byte[] {1}, Next.along(way))));
    assertThat(finished(pipe).next()).isEqualTo(Next.along(way));
  }

  private static VisitEnd.Finished finished(Pipe pipe) throws IOException {
    return (VisitEnd.Finished) ((FromWorker.End) pipe.readFromWorker()).end();
  }

  private static FromWorker.PageWanted wanted(int visit, List<String> next) {
    return new FromWorker.PageWanted(
        visit, "http://x/a", "http://x/", 3, next, Optional.empty(), List.of());
  }

  private static ToWorker.Begin order(VisitCause cause) {
    return order(cause, List.of());
  }

  private static ToWorker.Begin order(VisitCause cause, List<AgentPart> parts) {
    return new ToWorker.Begin(
        1,
        new VisitOrder.Code("digest", new byte[] {1}, "a.B"),
        Optional.empty(),
        new VisitOrder.Inputs(
            "Bot",
            List.of("http://x/"),
            new Scope("http://x", List.of("/a/"), List.of("/a/b/")),
            ScopeRules.NONE,
            -1,
            Map.of(),
            cause,
            Itinerary.NONE,
            parts),
        LIMITS,
        128,
        false,
        List.of());
  }

  @Test
  void readsBackAnOrder() throws Exception {
    var order =
        new ToWorker.Begin(
            1,
            new VisitOrder.Code("digest", new byte[] {1}, "a.B"),
            Optional.empty(),
            new VisitOrder.Inputs(
                "Bot",
                List.of("http://x/"),
                new Scope("http://x", List.of("/a/"), List.of("/a/b/")),
                new ScopeRules(List.of("/a/*$"), List.of("regex:x"), List.of("http://x/")),
                -1,
                Map.of("words", "robots exclusion", "best", "10"),
                new VisitCause.Start(),
                new Itinerary(
                    List.of(
                        new Itinerary.Leg(
                            List.of(
                                new Itinerary.Stop("http://y", List.of("http://y/a")),
                                new Itinerary.Stop("http://z", List.of())),
                            true))),
                List.of()),
            LIMITS,
            128,
            true,
            List.of(new ToWorker.Message(1, 1, "hello"), new ToWorker.Message(1, 2, "")));
    var channel = new MemoryChannel();
    var pipe = new Pipe(channel);
    pipe.send(order);
    assertThat(pipe.readToWorker()).usingRecursiveComparison().isEqualTo(order);
  }

  @Test
  void readsBackAgentsThatAreToBeCombined() throws Exception {
    var parts =
        List.of(
            new AgentPart(new Scope("http://x", List.of("/"), List.of("/a/")), new byte[] {1, 2}),
            new AgentPart(Scope.site("http://y"), new byte[0]));
    var order = order(new VisitCause.Combination(), parts);
    var pipe = new Pipe(new MemoryChannel());
    pipe.send(order);
    assertThat(pipe.readToWorker()).usingRecursiveComparison().isEqualTo(order);
  }

  @Test
  void refusesALengthBeforeItAllocatesIt() {
    var channel = new MemoryChannel();
    channel.write(ByteBuffer.wrap(HexFormat.of().parseHex("7fffffff4400000001")));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> new Pipe(channel).readFromWorker())
        .withMessage("message of 2147483642 bytes (expected: at most 1048580)");
  }

  @Test
  void takesNoMoreUrlsToGoOnToThanAnHonestWorkerNames() throws Exception {
    var most = Collections.nCopies(1_000, "u".repeat(1_000));
    assertThat(finished(most)).isEqualTo(Next.onward(most));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> finished(Collections.nCopies(1_001, "")))
        .withMessage("1001 texts of 4004 bytes (expected: at most 1000 of 1048576)");
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> finished(List.of("u".repeat(17_000_000))))
        .withMessage("1 texts of 17000004 bytes (expected: at most 1000 of 1048576)");
  }

  @Test
  void takesNoMorePagesAheadThanTheFieldMayHave() throws Exception {
    var most = Collections.nCopies(128, "u".repeat(252));
    assertThat(ahead(most)).isEqualTo(most);
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> ahead(Collections.nCopies(129, "")))
        .withMessage("129 texts of 516 bytes (expected: at most 128 of 32768)");
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> ahead(List.of("u".repeat(40_000))))
        .withMessage("1 texts of 40004 bytes (expected: at most 128 of 32768)");
  }

  private static List<String> ahead(List<String> urls) throws Exception {
    var pipe = new Pipe(new MemoryChannel());
    pipe.send(wanted(9, urls));
    return ((FromWorker.PageWanted) pipe.readFromWorker()).next();
  }

  private static Next finished(List<String> urls) throws Exception {
    var pipe = new Pipe(new MemoryChannel());
    pipe.send(new FromWorker.End(9, new VisitEnd.Finished(new byte[0], Next.onward(urls))));
    return finished(pipe).next();
  }
}
