package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Page;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

final class WalkedFrontiersTest {
  private static final String TRAP = "/a/a/a/a/a/a";

  private final WalkedFrontiers walked = new WalkedFrontiers();
  private final Frontier frontier = new Frontier();

  @Test
  void reportsWhatWasCountedSinceItReportedLast() {
    take(frontier, "http://h/1");
    frontier.add("http://h/1" + TRAP, page());
    assertThat(walked.take(false)).contains(counted(1, 1, 0));
    assertThat(walked.take(false)).isEmpty();

    frontier.add("http://h/2" + TRAP, page());
    frontier.add("http://h/3" + TRAP, page());
    assertThat(walked.take(true)).contains(counted(0, 2, 0));
    assertThat(walked.take(true)).isEmpty();
  }

  @Test
  void reportsNothingTwiceOfAFrontierThatCameWithItsCounters() {
    frontier.add("http://h/1" + TRAP, page());
    frontier.add("http://h/2");
    frontier.next();
    take(frontier, "http://h/3");
    assertThat(walked.take(false)).isEmpty();
  }

  @Test
  void reportsAtTheEndHowManyUrlsWait() {
    take(frontier, "http://h/1");
    frontier.add("http://h/2");
    assertThat(walked.take(false)).isEmpty();
    assertThat(walked.take(true)).contains(counted(1, 0, 1));
    assertThat(walked.take(true)).isEmpty();
  }

  @Test
  void reportsThatNoUrlWaitsAnyMore() {
    frontier.add("http://h/1");
    frontier.add("http://h/2");
    frontier.next();
    walked.walk(frontier);
    frontier.next();
    assertThat(walked.take(true)).contains(counted(1, 0, 0));
  }

  @Test
  void addsWhatTwoFrontiersCounted() {
    var other = new Frontier();
    take(frontier, "http://h/1");
    frontier.add("http://h/1" + TRAP, page());
    take(other, "http://h/1");
    other.add("http://h/2" + TRAP, page());
    take(frontier, "http://h/4");
    frontier.add("http://h/3" + TRAP, page());
    assertThat(walked.take(true)).contains(counted(3, 3, 0));
  }

  @Test
  void reportsWhatWasCountedBeforeTheFirstPageWasTaken() {
    frontier.add("http://h/1" + TRAP, page());
    take(frontier, "http://h/1");
    assertThat(walked.take(false)).contains(counted(1, 1, 0));
  }

  @Test
  void takesBackThatUrlsWaitInAFrontierThatAnotherOneFollows() {
    take(frontier, "http://h/1");
    frontier.add("http://h/2");
    assertThat(walked.take(true)).contains(counted(1, 0, 1));
    frontier.next();
    take(new Frontier(), "http://h/3");
    assertThat(walked.take(true)).contains(counted(2, 0, 0));
  }

  @Test
  void hasNothingToReportOfAVisitWithoutAFrontier() {
    assertThat(walked.take(true)).isEmpty();
  }

  private void take(Frontier from, String url) {
    from.add(url);
    walked.walk(from);
    while (from.hasNext()) {
      from.next();
    }
  }

  private static FrontierCounts counted(long handedOut, long links, long waiting) {
    return new FrontierCounts(handedOut, waiting, 0, 0, 0, 0, 0, 0, links, 0, 0, 0, 0, 0, 0, 0);
  }

  private static Page page() {
    return (Page)
        Proxy.newProxyInstance(
            Page.class.getClassLoader(), new Class<?>[] {Page.class}, (_, _, _) -> "http://h/");
  }
}
