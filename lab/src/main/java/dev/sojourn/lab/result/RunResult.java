package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/// The result of one run: one line of `runs.jsonl`.
///
/// @param run its number in the order of the runs, from 1
/// @param variant the number of its variant, from 1
/// @param repetition from 1
/// @param settings the varied settings, in the order of the experiment file
/// @param seed of the generated site
/// @param started start time, as ISO 8601 in UTC
/// @param outcome of the run
/// @param reason the reason if the outcome is not `done`; otherwise empty
/// @param wallSeconds time from the start of the crawling process to its end, summed over all
///   rounds
/// @param crawl the report of the dispatcher, summed over all rounds; for another crawler, the
///   pages are those that the web server sent
/// @param server the figures of the web servers
/// @param links the figures of the links; those of the web servers come first
/// @param processes the figures of the system for processes
/// @param machine the other work of the machine during the run
/// @param rounds each crawl if there were several; otherwise empty
/// @param faults that were caused on purpose
/// @param commands the command lines, in the form in which a user may type them
public record RunResult(
    int run,
    int variant,
    int repetition,
    List<Setting> settings,
    long seed,
    String started,
    RunOutcome outcome,
    String reason,
    double wallSeconds,
    CrawlResult crawl,
    ServerResult server,
    List<LinkResult> links,
    List<ProcessResult> processes,
    @JsonSetter(nulls = Nulls.AS_EMPTY) MachineUse machine,
    List<RoundResult> rounds,
    List<FaultResult> faults,
    List<String> commands) {

  /// Copies the lists.
  public RunResult {
    settings = List.copyOf(settings);
    links = List.copyOf(links);
    processes = List.copyOf(processes);
    rounds = List.copyOf(rounds);
    faults = List.copyOf(faults);
    commands = List.copyOf(commands);
  }

  /// {@return bytes over all links, in both directions}
  public long linkBytes() {
    return bytesToServers() + bytesFromServers();
  }

  /// {@return bytes over all links to web servers and hosts}
  public long bytesToServers() {
    return links.stream().mapToLong(LinkResult::bytesToServer).sum();
  }

  /// {@return bytes over all links from web servers and hosts}
  public long bytesFromServers() {
    return links.stream().mapToLong(LinkResult::bytesFromServer).sum();
  }

  /// {@return processor time in seconds of the processes with a role}
  ///
  /// @param role `dispatcher`, `crawler`, `web server`, `lab`, or `host` for all hosts together
  public double cpuSeconds(String role) {
    return processes.stream()
        .filter(process -> process.plays(role))
        .mapToDouble(ProcessResult::cpuSeconds)
        .sum();
  }

  /// {@return processor time in seconds of a side}
  ///
  /// @param side either
  double cpuSeconds(Side side) {
    return side.cpuSeconds(processes);
  }

  /// {@return sum of the largest resident memory in bytes of the processes with a role}
  ///
  /// @param role as in [#cpuSeconds]
  public long peakMemoryBytes(String role) {
    return processes.stream()
        .filter(process -> process.plays(role))
        .mapToLong(ProcessResult::peakMemoryBytes)
        .sum();
  }

  /// {@return whether a process has a role}
  ///
  /// @param role as in [#cpuSeconds]
  boolean has(String role) {
    return processes.stream().anyMatch(process -> process.plays(role));
  }

  /// {@return whether a sample found the memory of each process with a role; true if no process has
  /// it}
  ///
  /// @param role as in [#cpuSeconds]
  boolean hasMemorySamples(String role) {
    return processes.stream()
        .filter(process -> process.plays(role))
        .allMatch(process -> process.peakMemoryBytes() != 0);
  }
}
