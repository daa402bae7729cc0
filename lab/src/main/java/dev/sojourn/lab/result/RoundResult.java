package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

/// One crawl of a run that makes several crawls, one after the other, with the same servers.
///
/// @param wallSeconds time from the start of the crawling process to its end
/// @param pages pages that were read; 0 for another crawler, which does not report pages
/// @param hostMemoryBytes resident memory of all hosts when they are idle again; 0 if not measured
/// @param bytes over all links, in both directions
/// @param requests that the web servers answered
/// @param changes of the sites since the previous crawl
/// @param siteCpuSeconds processor time of the site's side; 0 in files of earlier versions
/// @param crawlerCpuSeconds processor time of the crawler's side; 0 in files of earlier versions
public record RoundResult(
    double wallSeconds,
    long pages,
    long hostMemoryBytes,
    long bytes,
    long requests,
    @JsonSetter(nulls = Nulls.AS_EMPTY) ChangeCounts changes,
    double siteCpuSeconds,
    double crawlerCpuSeconds) {

  /// {@return the same figures with another memory of hosts}
  ///
  /// @param memory resident memory of all hosts, in bytes
  public RoundResult withHostMemory(long memory) {
    return new RoundResult(
        wallSeconds, pages, memory, bytes, requests, changes, siteCpuSeconds, crawlerCpuSeconds);
  }
}
