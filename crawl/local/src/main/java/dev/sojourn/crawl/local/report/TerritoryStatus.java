package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;

/// The status of a territory: one value for the display, the summary, its JSON and the exit code.
/// The constants for territories that are over stand in the order of gravity.
public enum TerritoryStatus {
  /// No start URL turned up yet.
  WAITING("waiting", "waiting for a link to it", Phase.IDLE),
  /// Its agent is on its way to a host.
  SENDING("sending", "sending the agent", Phase.AT_WORK),
  /// The next attempt to send its agent has to wait.
  PAUSING("pausing", "waiting to send the agent again", Phase.AT_WORK),
  /// Its agent is visiting.
  VISITING("visiting", "reading pages", Phase.AT_WORK),
  /// Its agent is at its host and would go on.
  HOLDING("holding", "waiting for further links to it", Phase.AT_WORK),
  /// Its agent is on its way back.
  FETCHING_HOME("fetching home", "bringing the agent back", Phase.AT_WORK),
  /// Its agent stays at its host.
  STAYING("staying", "waiting for changes", Phase.OVER),
  /// No link ever led to a page of it.
  UNTOUCHED("untouched", "no link led to it", Phase.OVER),
  /// All was visited that could be reached.
  COMPLETE("complete", "complete", Phase.OVER),
  /// Its visits are over, and no page of its site was read, though robots.txt allows them: its
  /// start page is missing, is for others, or leads to another site.
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

  /// {@return the status as programs read it}
  @JsonValue
  public String word() {
    return word;
  }

  /// {@return the status as people read it}
  public String shown() {
    return shown;
  }

  /// {@return whether something happens in the territory}
  public boolean isAtWork() {
    return phase == Phase.AT_WORK;
  }

  /// {@return whether nothing will happen unless links turn up or pages change}
  public boolean isOver() {
    return phase == Phase.OVER;
  }

  /// {@return whether nothing is missing of it, so that a crawl of such territories is complete; an
  /// agent that stays has visited all before}
  public boolean isWhole() {
    return this == COMPLETE || this == UNTOUCHED || this == WAITING || this == STAYING;
  }

  /// {@return the status of a territory some of whose pages could not be read}
  ///
  /// @param failed how many
  public TerritoryStatus withFailures(long failed) {
    return failed > 0 && (this == COMPLETE || this == NOTHING_READ) ? IN_PART : this;
  }
}
