package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Agents that stay at their hosts, as the state machine of their site sees them.
class StayingAgentTest {
  private static final String SITE = "http://a.example";
  private static final String HOST = "atp://h.example:1";
  private static final Tally TALLY = new Tally(2, 20, 10, 2);

  private final SiteMachine machine = new SiteMachine(_ -> true, SITE::equals);
  private SiteState state =
      SiteState.begin(new CrawlTerms(SITE, "k", new Allowance(10, 1000, 10, 60), 2, 4, 3));
  private List<Command> commands = new ArrayList<>();
  private String agent = "";

  private void happens(Event event) {
    var next = machine.next(state, event);
    commands = SiteCommands.since(state, next);
    state = next;
  }

  private TerritoryState territory() {
    return state.territories().getFirst();
  }

  @BeforeEach
  void visit() {
    happens(new Event.Seeded(List.of(SITE + "/")));
    var territory = new CrawlTerritory(0, Scope.site(SITE), new Place.Host(HOST));
    happens(new Event.Planned(List.of(territory), false));
    agent = territory().visits().getLast().agentId();
    happens(new Event.Accepted(agent));
  }

  private void stays() {
    happens(new Event.Parked(agent, TALLY));
    happens(new Event.Concluded());
  }

  @Test
  void isFollowedOnAndLeftAtItsHostWhenAllIsVisited() {
    stays();
    assertThat(commands).isEmpty();
    assertThat(SiteCommands.of(state)).singleElement().isInstanceOf(Command.Follow.class);
    assertThat(state.isQuiet()).isTrue();
    assertThat(state.isOver()).isFalse();
    assertThat(territory().tally()).isEqualTo(TALLY);
  }

  @Test
  void isFollowedAgainAfterACrash() {
    stays();
    happens(new Event.Interrupted());
    assertThat(SiteCommands.of(state)).isEmpty();
    happens(new Event.Resumed());
    assertThat(commands).singleElement().isInstanceOf(Command.Follow.class);
  }

  @Test
  void isTakenAwayForTheNextRound() {
    stays();
    happens(new Event.StayOver(agent));
    assertThat(commands).containsExactly(new Command.Dispose(agent, HOST, false));
    happens(new Event.Disposed(agent));
    assertThat(state.isOver()).isTrue();
  }

  @Test
  void keepsItsFindingsHoweverItsStayEnds() {
    var before = stayed();
    for (var end :
        List.of(
            new Event.Ended(agent, new Ending.Stopped("", "Its stay is over."), TALLY),
            new Event.Ended(agent, new Ending.Recalled("Banned."), TALLY),
            new Event.Ended(agent, new Ending.Failed("It threw."), TALLY),
            new Event.Lost(agent, "The host is gone.", TALLY))) {
      state = before;
      happens(end);
      assertThat(territory().stage())
          .isInstanceOfSatisfying(
              Stage.Settled.class,
              settled -> {
                assertThat(settled.result()).isEqualTo(Stage.Result.COMPLETE);
                assertThat(settled.reason()).isNotEmpty();
              });
      assertThat(state.superseded()).isEmpty();
      assertThat(territory().visits()).hasSize(1);
    }
  }

  private SiteState stayed() {
    stays();
    return state;
  }

  @Test
  void staysWhereAnotherTerritoryRefersToPagesThatItWasAt() {
    stays();
    happens(new Event.Seeded(List.of(SITE + "/more")));
    happens(new Event.Visited(agent, List.of(SITE + "/more")));
    assertThat(territory().stage()).isInstanceOf(Stage.Staying.class);
    assertThat(commands).singleElement().isInstanceOf(Command.Follow.class);
  }

  @Test
  void isFetchedAndSentOnWhereAnotherTerritoryRefersToNewPages() {
    stays();
    happens(new Event.Seeded(List.of(SITE + "/more")));
    assertThat(commands).containsExactly(new Command.FetchHome(agent, HOST, 1));
    happens(new Event.FetchedHome(agent));
    assertThat(commands).contains(new Command.Dispose(agent, HOST, false)).hasSize(2);
    assertThat(territory().visits().getLast().basis()).isEqualTo(agent);
  }

  @Test
  void staysWhereNoFurtherVisitIsAllowed() {
    stays();
    happens(new Event.Parked(agent, new Tally(10, 20, 10, 2)));
    happens(new Event.Seeded(List.of(SITE + "/more")));
    assertThat(territory().stage()).isEqualTo(new Stage.Staying());
    assertThat(state.isQuiet()).isTrue();
  }

  @Test
  void goesOnWithAHigherLimitWhereItsStayEndedBeforeALinkCame() {
    stays();
    happens(new Event.Parked(agent, new Tally(10, 20, 10, 2)));
    happens(new Event.Ended(agent, new Ending.Stopped("", "Its stay is over."), TALLY));
    happens(new Event.Seeded(List.of(SITE + "/more")));
    assertThat(territory().stage())
        .isEqualTo(new Stage.Settled(Stage.Result.PART, "stopped by --max-pages 10."));
    happens(new Event.Raised(new Allowance(15, 1000, 10, 60), 2));
    assertThat(commands).containsExactly(new Command.FetchHome(agent, HOST, 1));
  }

  @Test
  void aLateWordOfAnAgentThatWasTakenAwayChangesNothing() {
    stays();
    happens(new Event.StayOver(agent));
    var before = state;
    happens(new Event.Parked(agent, TALLY));
    happens(new Event.Lost(agent, "unknown", TALLY));
    assertThat(state).isEqualTo(before);
  }
}
