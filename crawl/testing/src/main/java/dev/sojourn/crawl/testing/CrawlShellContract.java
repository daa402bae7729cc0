package dev.sojourn.crawl.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The contract of a shell. The tests of each implementation extend this class.
@Timeout(120)
public abstract class CrawlShellContract {
  /// The first site of the crawl.
  protected static final CrawlTerms FIRST = terms("http://a.example", "k0");

  /// The second site of the crawl.
  protected static final CrawlTerms SECOND = terms("http://b.example", "k1");

  /// The visit that starts when the first site is planned.
  private static final String VISIT = "k0t0v0";

  private static final String LINKED = "http://b.example/linked";

  /// The directory for the data of a shell.
  @TempDir protected Path directory;

  private final List<OpenShell> opened = new ArrayList<>();
  private final List<Command> commands = new CopyOnWriteArrayList<>();
  private OpenShell open;
  private CrawlShell shell;

  /// Creates the suite, for a subclass that provides a shell.
  protected CrawlShellContract() {}

  /// A shell under test, with further data that the tests need.
  public interface OpenShell extends AutoCloseable {
    /// {@return the shell}
    CrawlShell shell();

    /// {@return a site of the crawl}
    ///
    /// @param number of the site, from 0
    SiteView site(int number);

    /// Resumes each site of the crawl.
    ///
    /// @param begins receives each command
    /// @throws IOException if the events cannot be stored
    void resume(BiConsumer<SiteView, Command> begins) throws IOException;

    /// {@return the events of a site that would survive a crash at this moment}
    ///
    /// @param site its number
    /// @throws IOException if the events cannot be read
    List<Event> durable(int site) throws IOException;

    /// {@return the sentences about pages of a site that were left out}
    ///
    /// @param site its number
    /// @throws IOException if the sentences cannot be read
    List<String> leftOut(int site) throws IOException;

    /// {@return the bytes that were counted for a visit}
    ///
    /// @param agentId of the visit
    /// @throws IOException if the count cannot be read
    long countedBytes(String agentId) throws IOException;

    @Override
    void close() throws IOException;
  }

  /// Begins a crawl of the sites [#FIRST] and [#SECOND] in [#directory]. The start URL of each is
  /// its root.
  ///
  /// @throws IOException if the crawl cannot be stored
  protected abstract void begin() throws IOException;

  /// {@return the shell of the crawl in [#directory], with all stored events. An earlier shell that
  /// was not closed counts as killed}
  ///
  /// @throws IOException if the crawl cannot be read
  protected abstract OpenShell open() throws IOException;

  private static CrawlTerms terms(String origin, String prefix) {
    return new CrawlTerms(origin, prefix, new Allowance(10, 1_000, 10, 60), 1, 4, 10);
  }

  @BeforeEach
  void openIt() throws IOException {
    begin();
    reopen();
  }

  @AfterEach
  void closeAll() throws IOException {
    for (var each : opened) {
      each.close();
    }
  }

  /// Opens the shell again without closing the earlier one, to imitate SIGKILL.
  private void reopen() throws IOException {
    open = open();
    opened.add(open);
    shell = open.shell();
  }

  private static Plan everything(String origin) {
    var absent = RobotsOutcome.of(RobotsOutcome.Kind.ABSENT, Bytes.EMPTY, "There is none.");
    return Plan.of(origin, absent, new Reach(false));
  }

  /// Starts the visit to the first site, and the reading of the second site.
  private void beginTheVisit() throws IOException {
    open.resume((_, command) -> commands.add(command));
    shell.planned(open.site(0), everything(FIRST.origin()), false);
  }

  private static Parcel parcel(long number, ParcelLine... lines) {
    return Parcel.pack(VISIT, number, List.of(lines));
  }

  private static ParcelLine finding(int number) {
    return new ParcelLine.Finding("{\"number\":" + number + "}");
  }

  private ParcelContent read(Parcel parcel) {
    var content = shell.content(open.site(0), parcel);
    assertThat(parcel.read(ParcelLimits.DEFAULT, content)).isEmpty();
    return content;
  }

  private void handOver(Parcel parcel) throws IOException {
    try (var content = read(parcel)) {
      shell.parcel(open.site(0), content);
    }
  }

  private void checkpoint(Parcel parcel, SavedAgent agent) throws IOException {
    try (var content = read(parcel)) {
      shell.checkpoint(open.site(0), content, agent);
    }
  }

  private static SavedAgent agent(String state, long pages) {
    return new SavedAgent(
        Bytes.utf8(state), new Tally(pages, 2, 3, 4), Duration.ofMillis(pages * 7));
  }

  private List<Parcel> parcels() throws IOException {
    var parcels = new ArrayList<Parcel>();
    shell.parcels(VISIT, parcels::add);
    return parcels;
  }

  @Test
  void anEventIsDurableBeforeItsCommandBegins() throws Exception {
    var atCommand = new CopyOnWriteArrayList<List<Event>>();
    open.resume(
        (site, command) -> {
          if (command instanceof Command.VisitAtHome) {
            atCommand.add(durable(site.number()));
          }
        });
    assertThat(atCommand).isEmpty();
    shell.planned(open.site(0), everything(FIRST.origin()), false);
    assertThat(atCommand).hasSize(1);
    assertThat(atCommand.getFirst()).last().isInstanceOf(Event.Planned.class);
  }

  private List<Event> durable(int site) {
    try {
      return open.durable(site);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatFollowsFromAnEventIsSeenWhenItIsRecorded() throws IOException {
    beginTheVisit();
    assertThat(open.site(0).state().isPlanned()).isTrue();
    assertThat(open.site(0).plan()).isPresent();
    assertThat(commands).hasAtLeastOneElementOfType(Command.VisitAtHome.class);
    assertThat(open.site(1).plan()).isEmpty();
  }

  @Test
  void aSiteWhoseRulesAreUnknownIsNotPlannedInThisRun() throws IOException {
    open.resume((_, command) -> commands.add(command));
    shell.unreachable(open.site(0), "It does not answer.");
    assertThat(open.site(0).state().isUnreachable()).isTrue();
    assertThat(open.durable(0)).last().isEqualTo(new Event.SiteUnreachable());
    assertThat(open.site(0).plan()).isEmpty();
  }

  @Test
  void aParcelTwiceIsOne() throws IOException {
    beginTheVisit();
    var first = parcel(1, finding(1), new ParcelLine.Referral(LINKED));
    handOver(first);
    var after = open.site(0).state();
    var events = open.durable(0);
    handOver(first);
    handOver(parcel(1, finding(2), new ParcelLine.Referral("http://b.example/forged")));
    assertThat(parcels()).containsExactly(first);
    assertThat(shell.lastParcel(VISIT)).isEqualTo(1);
    assertThat(open.durable(0)).isEqualTo(events);
    assertThat(open.site(0).state()).isEqualTo(after);
  }

  @Test
  void theReferralsOfAParcelAreKeptWithItAndHandedToTheirSite() throws IOException {
    beginTheVisit();
    handOver(parcel(1, new ParcelLine.Referral(LINKED)));
    assertThat(open.durable(0)).contains(new Event.Referred(VISIT, List.of(LINKED)));
    assertThat(commands)
        .anyMatch(c -> c instanceof Command.Forward(_, var urls) && urls.contains(LINKED));
  }

  @Test
  void parcelsAndTheirLinesComeInTheOrderOfTheirNumbers() throws IOException {
    beginTheVisit();
    var all = new ArrayList<Parcel>();
    for (int i = 1; i <= 23; i++) {
      all.add(parcel(i, finding(2 * i), finding(2 * i + 1)));
      handOver(all.getLast());
    }
    assertThat(parcels()).isEqualTo(all);
    var lines = new ArrayList<ParcelLine>();
    shell.lines(VISIT, EnumSet.of(LineKind.FINDING), lines::add);
    assertThat(lines).hasSize(46).startsWith(finding(2), finding(3)).endsWith(finding(47));
    shell.parcels("k0t0v1", p -> assertThat(p).isNull());
    assertThat(shell.lastParcel("k0t0v1")).isZero();
  }

  @Test
  void aCheckpointKeepsStateAndFindingsTogether() throws IOException {
    beginTheVisit();
    checkpoint(parcel(1, finding(1), new ParcelLine.Referral(LINKED)), agent("one", 1));
    assertThat(shell.saved(VISIT)).contains(agent("one", 1));
    assertThat(parcels()).hasSize(1);
    reopen();
    assertThat(shell.saved(VISIT)).contains(agent("one", 1));
    assertThat(parcels()).hasSize(1);
    assertThat(open.durable(0)).contains(new Event.Referred(VISIT, List.of(LINKED)));
  }

  @Test
  void aCheckpointWithoutFindingsMovesTheStateOn() throws IOException {
    beginTheVisit();
    checkpoint(parcel(1, finding(1)), agent("one", 1));
    checkpoint(parcel(2), agent("two", 2));
    assertThat(shell.saved(VISIT)).contains(agent("two", 2));
    assertThat(shell.lastParcel(VISIT)).isEqualTo(1);
  }

  @Test
  void theEventsOfOneSiteStayInTheirOrder() throws Exception {
    beginTheVisit();
    int writers = 8;
    int each = 40;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Boolean>>();
      for (int writer = 0; writer < writers; writer++) {
        var agentId = "k%dt%dv0".formatted(writer % 2, writer);
        var site = open.site(writer % 2);
        work.add(() -> waits(site, agentId, each));
      }
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isTrue();
      }
    }
    for (int writer = 0; writer < writers; writer++) {
      assertThat(waited(open.durable(writer % 2), "k%dt%dv0".formatted(writer % 2, writer)))
          .hasSize(each)
          .isSorted();
    }
  }

  private boolean waits(SiteView site, String agentId, int times) throws IOException {
    for (int i = 1; i <= times; i++) {
      shell.record(site, new Event.Waited(agentId, i));
    }
    return true;
  }

  private static List<Long> waited(List<Event> events, String agentId) {
    return events.stream()
        .filter(Event.Waited.class::isInstance)
        .map(Event.Waited.class::cast)
        .filter(waited -> waited.agentId().equals(agentId))
        .map(Event.Waited::seconds)
        .toList();
  }

  @Test
  void thePackageGivenIsThePackageKept() throws IOException {
    assertThat(shell.sentPackage(VISIT)).isEmpty();
    assertThat(shell.packageOf(VISIT, Bytes.utf8("one"))).isEqualTo(Bytes.utf8("one"));
    assertThat(shell.packageOf(VISIT, Bytes.utf8("two"))).isEqualTo(Bytes.utf8("one"));
    reopen();
    assertThat(shell.sentPackage(VISIT)).contains(Bytes.utf8("one"));
    assertThat(shell.packageOf(VISIT, Bytes.utf8("three"))).isEqualTo(Bytes.utf8("one"));
  }

  @Test
  void bytesOfAVisitAddUp() throws IOException {
    shell.count(VISIT, 5);
    shell.count(VISIT, 0);
    shell.count("k1t0v0", 100);
    reopen();
    shell.count(VISIT, 7);
    assertThat(open.countedBytes(VISIT)).isEqualTo(12);
  }

  @Test
  void aPageThatWasLeftOutIsListedWithItsLastSentence() throws IOException {
    assertThat(open.leftOut(0)).isEmpty();
    var page = PageUrl.parse("http://a.example/large").orElseThrow();
    shell.leaveOut(open.site(0), page, "It was left out.");
    shell.leaveOut(open.site(0), page, "It was left out agaín.");
    reopen();
    assertThat(open.leftOut(0)).containsExactly("It was left out agaín.");
    assertThat(open.leftOut(1)).isEmpty();
  }

  @Test
  void afterACrashAllIsAsItWas() throws IOException {
    beginTheVisit();
    checkpoint(
        parcel(1, finding(1), new ParcelLine.Referral("http://a.example/b")), agent("one", 1));
    handOver(parcel(2, finding(2)));
    shell.save("k1t0v0", agent("home", 3));
    shell.record(open.site(0), new Event.Waited(VISIT, 20));
    var before = open;
    var kept = parcels();

    reopen();

    for (int number = 0; number < 2; number++) {
      var site = open.site(number);
      assertThat(site.state()).isEqualTo(before.site(number).state());
      assertThat(site.plan().map(Plan::territories))
          .isEqualTo(before.site(number).plan().map(Plan::territories));
      assertThat(open.durable(number)).isEqualTo(before.durable(number));
    }
    assertThat(parcels()).isEqualTo(kept);
    assertThat(shell.lastParcel(VISIT)).isEqualTo(2);
    assertThat(shell.saved(VISIT)).contains(agent("one", 1));
    assertThat(shell.saved("k1t0v0")).contains(agent("home", 3));
  }

  @Test
  void aCommandThatWasUnderWayAtACrashBeginsAgain() throws IOException {
    beginTheVisit();
    var underWay = commands.stream().filter(Command.VisitAtHome.class::isInstance).toList();
    commands.clear();
    reopen();
    open.resume((_, command) -> commands.add(command));
    assertThat(underWay).hasSize(1);
    assertThat(commands).containsAll(underWay).contains(new Command.ReadRobots(SECOND.origin()));
  }

  @Test
  void aCommandWhoseEventWasRecordedDoesNotBeginAgain() throws IOException {
    beginTheVisit();
    shell.record(open.site(0), new Event.Ended(VISIT, new Ending.Finished(List.of()), Tally.NONE));
    commands.clear();
    reopen();
    open.resume((_, command) -> commands.add(command));
    assertThat(commands).noneMatch(Command.VisitAtHome.class::isInstance);
  }
}
