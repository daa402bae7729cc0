package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The parts of one territory and the limits that they share, as small stories.
class PartSharesTest {
  private static final String SITE = "http://a.example";
  private static final Place HOST = new Place.Host("atp://h.example:1");

  private final SiteMachine machine = new SiteMachine(_ -> true, SITE::equals);
  private SiteState state = SiteState.begin(terms(0));

  private static CrawlTerms terms(long pages) {
    return new CrawlTerms(SITE, "k", new Allowance(pages, 1_000, 1_000, 60), 2, 9, 3);
  }

  private void happens(Event event) {
    state = machine.next(state, event);
  }

  /// The first part has `/`, the others `/p1/`, `/p2/` and so on.
  private void planned(long pages, int count) {
    state = SiteState.begin(terms(pages));
    var parts = new ArrayList<CrawlTerritory>();
    var others = new ArrayList<String>();
    for (int i = 1; i < count; i++) {
      others.add("/p" + i + "/");
      var scope = new Scope(SITE, List.of(others.getLast()), List.of());
      parts.add(new CrawlTerritory(i, scope, HOST, 1));
    }
    parts.addFirst(new CrawlTerritory(0, new Scope(SITE, List.of("/"), others), HOST, 1));
    happens(new Event.Planned(parts, false));
  }

  private void linked(String... paths) {
    for (var path : paths) {
      happens(new Event.Seeded(List.of(SITE + path)));
    }
  }

  private TerritoryState part(int number) {
    return state.territories().get(number);
  }

  private String agent(int number) {
    return part(number).visits().getLast().agentId();
  }

  private long pagesOf(int number) {
    return SiteCommands.task(state.terms(), part(number), part(number).visits().getLast())
        .allowance()
        .pages();
  }

  private static Tally pages(long count) {
    return new Tally(count, count, 0, count);
  }

  private void stopped(int number, long found) {
    happens(new Event.Accepted(agent(number)));
    var outcome = state.terms().allowance().stopped("pages").orElseThrow();
    happens(new Event.Ended(agent(number), outcome, pages(found)));
  }

  private void finished(int number, long found) {
    happens(new Event.Accepted(agent(number)));
    happens(new Event.Ended(agent(number), new Ending.Finished(List.of()), pages(found)));
  }

  private void parked(int number, long found) {
    happens(new Event.Accepted(agent(number)));
    happens(new Event.Parked(agent(number), pages(found)));
  }

  @Test
  void aPartThatItsShareStoppedGoesOnThoughAPageWasGone() {
    planned(10, 2);
    linked("/", "/p1/");
    finished(1, 2);
    assertThat(pagesOf(0)).isEqualTo(5);
    stopped(0, 4);
    assertThat(part(0).stage()).isEqualTo(new Stage.FetchingHome(1, false));
    happens(new Event.FetchedHome(agent(0)));
    assertThat(pagesOf(0)).isEqualTo(4);
  }

  @Test
  void aPartThatAHostStoppedByALimitOfItsOwnDoesNotGoOn() {
    planned(10, 2);
    linked("/");
    happens(new Event.Accepted(agent(0)));
    happens(new Event.Ended(agent(0), new Ending.Stopped("", "limits.cpu-time"), pages(4)));
    assertThat(part(0).stage()).isEqualTo(new Stage.Settled(Stage.Result.PART, "limits.cpu-time"));
  }

  @Test
  void aPartWhoseAgentHadStayedGoesOnWithWhatTheOthersLeft() {
    planned(10, 2);
    linked("/", "/p1/");
    parked(0, 5);
    happens(new Event.StayOver(agent(0)));
    linked("/more");
    assertThat(part(0).stage())
        .isEqualTo(new Stage.Settled(Stage.Result.PART, "stopped by --max-pages 10."));
    finished(1, 2);
    assertThat(part(0).stage()).isEqualTo(new Stage.FetchingHome(1, false));
  }

  /// A quarter of the limit was left unspent if a site lacks fifteen of the paths.
  @Test
  void partsThatNobodyLinksToHoldBackOnePageEach() {
    planned(64, 16);
    linked("/");
    assertThat(pagesOf(0)).isEqualTo(4);
    stopped(0, 4);
    happens(new Event.FetchedHome(agent(0)));
    assertThat(pagesOf(0)).isEqualTo(64 - 4 - 15);
  }

  @Test
  void anAgentThatIsLeftToStayAfterAllHasItsShareStillAndNoPartBeginsWithNothing() {
    planned(12, 4);
    linked("/");
    stopped(0, 3);
    happens(new Event.FetchedHome(agent(0)));
    assertThat(pagesOf(0)).isEqualTo(6);
    parked(0, 1);
    linked("/p1/");
    assertThat(pagesOf(1)).isEqualTo(1);
    linked("/more");
    assertThat(part(0).stage()).isEqualTo(new Stage.Holding());
    linked("/p2/");
    assertThat(pagesOf(2)).isEqualTo(1);
    happens(new Event.HoldOver(agent(0)));
    happens(new Event.Visited(agent(0), List.of(SITE + "/more")));
    assertThat(part(0).stage()).isEqualTo(new Stage.Staying());
    linked("/p3/");
    assertThat(pagesOf(3)).isEqualTo(1);
  }
}
