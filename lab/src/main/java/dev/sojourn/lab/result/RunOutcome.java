package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The outcome of a run.
public enum RunOutcome {
  /// All was crawled in the way that the experiment asked for.
  @JsonProperty("done")
  DONE,
  /// The crawl ended, but a part of it was not read, or not in the way that was asked for.
  @JsonProperty("partial")
  PARTIAL,
  /// The run gave no figures, or none that may be used.
  @JsonProperty("failed")
  FAILED
}
