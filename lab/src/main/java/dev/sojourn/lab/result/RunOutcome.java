package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The outcome of a run.
public enum RunOutcome {
  /// Everything was crawled in the way that the experiment requires.
  @JsonProperty("done")
  DONE,
  /// The crawl ended, but some of it was not read, or not in the required way.
  @JsonProperty("partial")
  PARTIAL,
  /// The run gave no usable figures.
  @JsonProperty("failed")
  FAILED
}
