package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;

/// The status of a territory, used by the display, the summary, its JSON and the exit code. The
/// constants for finished territories are in order of severity.
public enum TerritoryStatus {
  /// No start URL has arrived yet.
  WAITING("waiting", "waiting for a link to it", Phase.IDLE),
  /// Its agent is on its way to a host.
  SENDING("sending", "sending the agent", Phase.AT_WORK),
  /// The next attempt to send its agent has to wait.
  PAUSING("pausing", "waiting to send the agent again", Phase.AT_WORK),
  /// Its agent is visiting.
  VISITING("visiting", "reading pages", Phase.AT_WORK),
  /// Its agent waits at its host for more links before it continues.
  HOLDING("holding", "waiting for further links to it", Phase.AT_WORK),
  /// Its agent is on its way back.
  FETCHING_HOME("fetching home", "bringing the agent back", Phase.AT_WORK),
  /// Its agent stays at its host.
  STAYING("staying", "waiting for changes", Phase.OVER),
  /// No link led to any of its pages.
  UNTOUCHED("untouched", "no link led to it", Phase.OVER),
  /// All reachable pages were visited.
  COMPLETE("complete", "complete", Phase.OVER),
  /// Its visits are over, but no page of its site was read although robots.txt allows them. The
  /// start page is missing, is refused, or leads to another site.
  NOTHING_READ("nothing read", "nothing read", Phase.OVER),
  /// A limit or a host stopped the visit, or pages could not be read.
  IN_PART("in part", "in part", Phase.OVER),
  /// The visit failed.
  FAILED("failed", "failed", Phase.OVER);

  private enum Phase {
    IDLE,
    AT_WORK,
    OVER
  }

  private final String word;
  private final String shown;
  private final Phase phase;

  TerritoryStatus(String word, String shown, Phase phase) {
    this.word = word;
    this.shown = shown;
    this.phase = phase;
  }

  /// {@return the word in JSON}
  @JsonValue
  public String word() {
    return word;
  }

  /// {@return the words for people}
  public String shown() {
    return shown;
  }

  /// {@return whether work is under way in the territory}
  public boolean isAtWork() {
    return phase == Phase.AT_WORK;
  }

  /// {@return whether the territory rests until links arrive or pages change}
  public boolean isOver() {
    return phase == Phase.OVER;
  }

  /// {@return whether nothing is missing, so that a crawl of such territories is complete. A
  /// staying agent has visited all pages}
  public boolean isWhole() {
    return this == COMPLETE || this == UNTOUCHED || this == WAITING || this == STAYING;
  }

  /// {@return the status after some of the territory's pages could not be read}
  ///
  /// @param failed the number of such pages
  public TerritoryStatus withFailures(long failed) {
    return failed > 0 && (this == COMPLETE || this == NOTHING_READ) ? IN_PART : this;
  }
}
