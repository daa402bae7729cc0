package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Single transitions of the state machine, as small stories.
class SiteMachineTest {
  private static final String SITE = "http://a.example";
  private static final String OTHER = "http://b.example";
  private static final Place HOST = new Place.Host("atp://h.example:1");

  private final SiteMachine machine =
      new SiteMachine(url -> !url.path().startsWith("/no"), List.of(SITE, OTHER)::contains);
  private SiteState state =
      SiteState.begin(new CrawlTerms(SITE, "k", new Allowance(10, 1000, 10, 60), 2, 4, 3));
  private List<Command> commands = new ArrayList<>();

  private void happens(Event event) {
    var next = machine.next(state, event);
    commands = SiteCommands.since(state, next);
    state = next;
  }

  private void plannedWithHost() {
    happens(new Event.Planned(List.of(new CrawlTerritory(0, Scope.site(SITE), HOST)), false));
  }

  private VisitTask task() {
    return switch (commands.getLast()) {
      case Command.Dispatch(var task, _) -> task;
      case Command.Follow(var task, _) -> task;
      case Command.VisitAtHome(var task) -> task;
      default -> throw new AssertionError("no task: " + commands);
    };
  }

  private TerritoryState territory() {
    return state.territories().getFirst();
  }

  private void visiting() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Accepted(task().agentId()));
  }

  private void finished(String agentId) {
    happens(new Event.Ended(agentId, new Ending.Finished(List.of()), new Tally(2, 20, 10, 2)));
  }

  @Test
  void readsRobotsTxtFirst() {
    assertThat(SiteCommands.of(state)).containsExactly(new Command.ReadRobots(SITE));
  }

  @Test
  void keepsUrlsUntilThePlanIsThere() {
    happens(new Event.Seeded(List.of(SITE + "/x", SITE + "/no", OTHER + "/y")));
    assertThat(commands).isEmpty();
    plannedWithHost();
    assertThat(task().starts()).containsExactly(SITE + "/x");
    assertThat(task().place()).isEqualTo(HOST);
  }

  @Test
  void sendsNoAgentWhereNothingIsToBeVisited() {
    plannedWithHost();
    assertThat(commands).isEmpty();
    assertThat(state.isQuiet()).isTrue();
    happens(new Event.Concluded());
    assertThat(state.isOver()).isTrue();
  }

  @Test
  void givesAVisitNoMoreStartUrlsThanItMayHave() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/1", SITE + "/2", SITE + "/3", SITE + "/4")));
    assertThat(task().starts()).hasSize(3);
    happens(new Event.Accepted(task().agentId()));
    finished(task().agentId());
    assertThat(commands).first().isInstanceOf(Command.FetchHome.class);
  }

  @Test
  void fetchesAFinishedAgentHomeWhenThereIsMoreToDo() {
    visiting();
    var first = task().agentId();
    finished(first);
    assertThat(commands).isEmpty();
    happens(new Event.Referred("elsewhere", List.of(SITE + "/more")));
    assertThat(commands).containsExactly(new Command.FetchHome(first, "atp://h.example:1", 1));
    happens(new Event.FetchedHome(first));
    assertThat(commands)
        .contains(new Command.Dispose(first, "atp://h.example:1", false))
        .hasSize(2);
    assertThat(task().basis()).isEqualTo(first);
    assertThat(task().hop()).isEqualTo(1);
    assertThat(task().starts()).containsExactly(SITE + "/more");
    assertThat(task().allowance().pages()).isEqualTo(8);
  }

  private static final Place OTHER_HOST = new Place.Host("atp://h.example:2");

  private final List<String> ids = new ArrayList<>();

  /// Two territories at two hosts, `/` and `/b/`, each with its agent under way.
  private void twoUnderWay() {
    happens(
        new Event.Planned(
            List.of(
                new CrawlTerritory(0, new Scope(SITE, List.of("/"), List.of("/b/")), HOST),
                new CrawlTerritory(1, new Scope(SITE, List.of("/b/"), List.of()), OTHER_HOST)),
            false));
    for (var path : List.of("/", "/b/")) {
      happens(new Event.Seeded(List.of(SITE + path)));
      ids.add(task().agentId());
      happens(new Event.Accepted(ids.getLast()));
    }
  }

  @Test
  void holdsAnAgentWhileAnotherMayReferToItsTerritory() {
    twoUnderWay();
    finished(ids.getLast());
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/1")));
    assertThat(commands).containsExactly(new Command.Hold(ids.getLast(), 1));
    assertThat(state.isQuiet()).isFalse();
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/2")));
    assertThat(commands).isEmpty();

    finished(ids.getFirst());
    assertThat(commands)
        .containsExactly(new Command.FetchHome(ids.getLast(), "atp://h.example:2", 1));
    happens(new Event.FetchedHome(ids.getLast()));
    assertThat(task().starts()).containsExactly(SITE + "/b/1", SITE + "/b/2");
  }

  private void waitsForTwoPages() {
    twoUnderWay();
    finished(ids.getLast());
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/1", SITE + "/b/2")));
    finished(ids.getFirst());
  }

  @Test
  void anAgentThatWasAtAllThatWaitsForItIsLeftWhereItIs() {
    waitsForTwoPages();
    happens(new Event.Visited(ids.getLast(), List.of(SITE + "/b/2")));
    assertThat(SiteCommands.of(state))
        .contains(new Command.FetchHome(ids.getLast(), "atp://h.example:2", 1));
    happens(new Event.Visited(ids.getLast(), List.of(SITE + "/b/1", SITE + "/b/9")));
    assertThat(state.isQuiet()).isTrue();
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/1")));
    assertThat(commands).isEmpty();
  }

  @Test
  void aVisitInPlaceOfALostOneIsGivenWhatThatHadFoundByItself() {
    waitsForTwoPages();
    happens(new Event.Visited(ids.getLast(), List.of(SITE + "/b/2")));
    happens(new Event.FetchFailed(ids.getLast(), 1, true, "gone"));
    assertThat(task().starts()).containsExactly(SITE + "/b/", SITE + "/b/2", SITE + "/b/1");
  }

  @Test
  void aHostThatNeverEndsItsVisitHoldsNobodyForEver() {
    twoUnderWay();
    finished(ids.getLast());
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/1")));
    var held = state;
    happens(new Event.HoldOver(ids.getLast()));
    assertThat(commands)
        .containsExactly(new Command.FetchHome(ids.getLast(), "atp://h.example:2", 1));
    happens(new Event.HoldOver(ids.getLast()));
    assertThat(commands).isEmpty();
    assertThat(SiteCommands.of(held)).contains(new Command.Hold(ids.getLast(), 1));
  }

  @Test
  void twoThatReferToEachOtherDoNotWaitForEachOther() {
    twoUnderWay();
    happens(new Event.Referred(ids.getFirst(), List.of(SITE + "/b/1")));
    happens(new Event.Referred(ids.getLast(), List.of(SITE + "/1")));
    finished(ids.getFirst());
    assertThat(commands).containsExactly(new Command.Hold(ids.getFirst(), 1));
    finished(ids.getLast());
    assertThat(commands)
        .containsExactly(
            new Command.FetchHome(ids.getFirst(), "atp://h.example:1", 1),
            new Command.FetchHome(ids.getLast(), "atp://h.example:2", 1));
  }

  @Test
  void doesNotVisitAgainWhatWasGivenBefore() {
    visiting();
    finished(task().agentId());
    happens(new Event.Referred("elsewhere", List.of(SITE + "/", SITE + "/#part")));
    assertThat(commands).isEmpty();
  }

  @Test
  void handsUrlsOfOtherSitesOverUntilTheyHaveThem() {
    visiting();
    happens(new Event.Referred("x", List.of(OTHER + "/y", "http://c.example/z", "mailto:nobody")));
    assertThat(commands).containsExactly(new Command.Forward(0, List.of(OTHER + "/y")));
    assertThat(SiteCommands.of(state)).contains(commands.getFirst());
    happens(new Event.Forwarded(0));
    assertThat(SiteCommands.of(state)).noneMatch(c -> c instanceof Command.Forward);
  }

  @Test
  void visitsFromHomeWhatAHostRefuses() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Refused(task().agentId(), "Not trusted."));
    assertThat(task().place()).isEqualTo(new Place.Home());
    assertThat(task().starts()).containsExactly(SITE + "/");
    assertThat(territory().fellBack()).isEqualTo("Not trusted.");
  }

  @Test
  void triesAHostAgainBeforeItIsGivenUp() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    var agentId = task().agentId();
    happens(new Event.Unreachable(agentId, 1, "Away."));
    assertThat(commands).containsExactly(new Command.Pause(agentId, 1));
    happens(new Event.RetryDue(agentId, 1));
    assertThat(commands).first().isInstanceOf(Command.Dispatch.class);
    happens(new Event.Unreachable(agentId, 2, "Away."));
    assertThat(commands).first().isInstanceOf(Command.VisitAtHome.class);
  }

  @Test
  void voidsALostVisitOnceItsWorkIsDoneAgain() {
    visiting();
    var lost = task().agentId();
    happens(new Event.Lost(lost, "Silent.", new Tally(1, 1, 1, 1)));
    assertThat(state.superseded()).isEmpty();
    finished(task().agentId());
    assertThat(state.superseded()).containsExactly(lost);
    assertThat(territory().tally().pages()).isEqualTo(2);
  }

  @Test
  void goesOnFromTheLastStateAtHomeWhenAFollowUpIsLost() {
    visiting();
    var first = task().agentId();
    finished(first);
    happens(new Event.Seeded(List.of(SITE + "/more")));
    happens(new Event.FetchedHome(first));
    happens(new Event.Accepted(task().agentId()));
    happens(new Event.Lost(task().agentId(), "Silent.", Tally.NONE));
    assertThat(task().basis()).isEqualTo(first);
    assertThat(task().starts()).containsExactly(SITE + "/more");
  }

  @Test
  void settlesInPartWhatALimitStopped() {
    visiting();
    happens(new Event.Ended(task().agentId(), new Ending.Stopped("", "Pages."), Tally.NONE));
    assertThat(territory().stage()).isEqualTo(new Stage.Settled(Stage.Result.PART, "Pages."));
    happens(new Event.Seeded(List.of(SITE + "/more")));
    assertThat(commands).isEmpty();
    assertThat(territory().unsentSeeds()).isEqualTo(1);
  }

  @Test
  void disposesOfParkedAgentsAtTheEnd() {
    visiting();
    var agentId = task().agentId();
    finished(agentId);
    happens(new Event.Concluded());
    assertThat(commands).containsExactly(new Command.Dispose(agentId, "atp://h.example:1", false));
    assertThat(state.isOver()).isFalse();
    happens(new Event.Disposed(agentId));
    assertThat(state.isOver()).isTrue();
  }

  @Test
  void wantsNothingWhileItRestsAndEverythingWhenItGoesOn() {
    visiting();
    var wanted = SiteCommands.of(state);
    happens(new Event.Interrupted());
    assertThat(SiteCommands.of(state)).isEmpty();
    happens(new Event.Resumed());
    assertThat(SiteCommands.of(state)).isEqualTo(wanted);
  }

  @Test
  void keepsUrlsOfASiteThatCannotBeReachedUntilItIsResumed() {
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.SiteUnreachable());
    assertThat(state.isQuiet()).isTrue();
    assertThat(SiteCommands.of(state)).isEmpty();
    happens(new Event.Concluded());
    happens(new Event.Seeded(List.of(SITE + "/late")));
    happens(new Event.Resumed());
    assertThat(SiteCommands.of(state)).containsExactly(new Command.ReadRobots(SITE));
    plannedWithHost();
    assertThat(task().starts()).containsExactly(SITE + "/", SITE + "/late");
  }

  /// A site of the crawl that could not be reached is read at last, and refers to this one.
  @Test
  void goesOnWhereAUrlTurnsUpAfterTheCrawlWasOver() {
    plannedWithHost();
    happens(new Event.Concluded());
    assertThat(state.isOver()).isTrue();
    happens(new Event.Seeded(List.of(SITE + "/no")));
    assertThat(state.isOver()).isTrue();
    happens(new Event.Seeded(List.of(SITE + "/late")));
    assertThat(state.isConcluded()).isFalse();
    assertThat(task().starts()).containsExactly(SITE + "/late");
  }

  @Test
  void fetchesWhatTurnedUpFromHomeWhenTheAgentIsAtItsHostNoMore() {
    visiting();
    var first = task().agentId();
    finished(first);
    happens(new Event.Concluded());
    happens(new Event.Disposed(first));
    happens(new Event.Seeded(List.of(SITE + "/late")));
    assertThat(commands).containsExactly(new Command.FetchHome(first, "atp://h.example:1", 1));
    happens(new Event.FetchFailed(first, 1, true, "Unknown."));
    assertThat(task().place()).isEqualTo(new Place.Home());
    assertThat(task().starts()).containsExactly(SITE + "/", SITE + "/late");
  }

  @Test
  void aVisitAtHomeThatFailedGoesOnWhenItIsResumed() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Refused(task().agentId(), "Not trusted."));
    var failed = task();
    happens(new Event.Ended(failed.agentId(), new Ending.Failed("Gone."), Tally.NONE));
    happens(new Event.Concluded());
    happens(new Event.Resumed());
    assertThat(commands).containsExactly(new Command.VisitAtHome(failed));
    finished(failed.agentId());
    assertThat(state.superseded()).doesNotContain(failed.agentId());
  }

  private static Event.Raised raised(long pages) {
    return new Event.Raised(new Allowance(pages, 1000, 10, 60), 2);
  }

  @Test
  void anAgentThatALimitStoppedAtItsHostGoesOnThereFromItsStateWhenTheLimitIsRaised() {
    visiting();
    var first = task().agentId();
    happens(new Event.Ended(first, new Ending.Stopped("", "Pages."), new Tally(10, 20, 10, 2)));
    happens(new Event.Concluded());
    assertThat(commands).containsExactly(new Command.Dispose(first, "atp://h.example:1", true));
    happens(new Event.Disposed(first));
    happens(raised(15));
    happens(new Event.Resumed());
    assertThat(SiteCommands.of(state))
        .containsExactly(new Command.FetchHome(first, "atp://h.example:1", 1));
    happens(new Event.FetchedHome(first));
    assertThat(task().basis()).isEqualTo(first);
    assertThat(task().place()).isEqualTo(HOST);
    assertThat(task().starts()).containsExactly(SITE + "/");
    assertThat(task().allowance().pages()).isEqualTo(5);
  }

  @Test
  void aVisitAtHomeThatALimitStoppedGoesOnWhenALimitIsRaised() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Refused(task().agentId(), "Not trusted."));
    var visit = task().agentId();
    happens(new Event.Ended(visit, new Ending.Stopped("", "Pages."), new Tally(10, 20, 10, 2)));
    happens(new Event.Raised(state.terms().allowance(), 5));
    assertThat(state.isQuiet()).isTrue();
    happens(raised(15));
    assertThat(task().agentId()).isEqualTo(visit);
    assertThat(task().allowance().pages()).isEqualTo(15);
  }

  @Test
  void noAgentIsSentToReadNothingWhereAnotherLimitIsRaised() {
    visiting();
    var visit = task().agentId();
    happens(new Event.Ended(visit, new Ending.Stopped("", "Pages."), new Tally(10, 20, 10, 2)));
    happens(new Event.Raised(new Allowance(10, 1000, 99, 60), 2));
    happens(new Event.FetchedHome(visit));
    assertThat(state.isQuiet()).isTrue();
    assertThat(territory().stage())
        .isEqualTo(new Stage.Settled(Stage.Result.PART, "stopped by --max-pages 10."));
  }

  @Test
  void whatAnOperatorEndedIsNotVisitedAgainWhateverIsRaised() {
    visiting();
    var visit = task().agentId();
    happens(new Event.Ended(visit, new Ending.Recalled("No."), new Tally(10, 20, 10, 2)));
    happens(new Event.Raised(new Allowance(99, 9999, 99, 600), 2));
    assertThat(commands).isEmpty();
    assertThat(state.isQuiet()).isTrue();
  }

  /// Events of earlier versions: there a visit that failed was begun anew.
  @Test
  void triesAVisitAtHomeAgainThatFailedWhenItIsResumed() {
    plannedWithHost();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Refused(task().agentId(), "Not trusted."));
    var failed = task().agentId();
    happens(new Event.Ended(failed, new Ending.Failed("Gone."), Tally.NONE));
    happens(new Event.Concluded());
    assertThat(state.isOver()).isTrue();
    happens(CoreJson.event("{\"event\":\"Resumed\"}"));
    assertThat(task().place()).isEqualTo(new Place.Home());
    assertThat(task().starts()).containsExactly(SITE + "/");
    finished(task().agentId());
    assertThat(state.superseded()).contains(failed);
  }

  @Test
  void ignoresEventsThatComeTwiceOrTooLate() {
    visiting();
    var agentId = task().agentId();
    finished(agentId);
    var settled = state;
    for (var late :
        List.of(
            new Event.Accepted(agentId),
            new Event.Refused(agentId, "Late."),
            new Event.Unreachable(agentId, 1, "Late."),
            new Event.RetryDue(agentId, 1),
            new Event.Lost(agentId, "Late.", Tally.NONE),
            new Event.HoldOver(agentId),
            new Event.FetchedHome(agentId),
            new Event.FetchFailed(agentId, 1, true, "Late."),
            new Event.Ended(agentId, new Ending.Failed("Late."), Tally.NONE),
            new Event.Ended("nobody", new Ending.Failed("Late."), Tally.NONE),
            new Event.Disposed("nobody"))) {
      happens(late);
      assertThat(state).as("%s", late).isEqualTo(settled);
      assertThat(commands).isEmpty();
    }
  }
}
