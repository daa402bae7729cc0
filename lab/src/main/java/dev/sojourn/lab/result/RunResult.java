package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/// The result of one run: one line of `runs.jsonl`.
///
/// @param run its number in the order of the runs, from 1
/// @param variant the number of its variant, from 1
/// @param repetition from 1
/// @param settings the settings that vary, in the order of the experiment file
/// @param seed of the generated site
/// @param started when, as ISO 8601 in UTC
/// @param outcome how it ended
/// @param reason why, if the outcome is not `done`; else empty
/// @param wallSeconds time from the start of the crawling process to its end; of all rounds
/// @param crawl the report of the dispatcher, summed over all rounds; pages of another crawler are
///   those that the web server sent
/// @param server the figures of the web servers
/// @param links the figures of the links, those of the web servers first
/// @param processes the figures of the system for processes
/// @param machine the other work of the machine meanwhile
/// @param rounds each crawl, if there were several; else empty
/// @param faults that were caused on purpose
/// @param commands the commands that were run, as one may type them
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

  /// {@return bytes over all links, both ways}
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

  /// {@return processor time in seconds of the processes that play a part}
  ///
  /// @param role `dispatcher`, `crawler`, `web server`, `lab`, or `host` for all hosts together
  public double cpuSeconds(String role) {
    return processes.stream()
        .filter(process -> plays(process, role))
        .mapToDouble(ProcessResult::cpuSeconds)
        .sum();
  }

  /// {@return largest resident memory in bytes of the processes that play a part, summed}
  ///
  /// @param role as of [#cpuSeconds]
  public long peakMemoryBytes(String role) {
    return processes.stream()
        .filter(process -> plays(process, role))
        .mapToLong(ProcessResult::peakMemoryBytes)
        .sum();
  }

  /// {@return whether a process plays a part}
  ///
  /// @param role as of [#cpuSeconds]
  boolean has(String role) {
    return processes.stream().anyMatch(process -> plays(process, role));
  }

  /// {@return whether a sample found the memory of each process that plays a part; true if none
  /// does}
  ///
  /// @param role as of [#cpuSeconds]
  boolean hasMemorySamples(String role) {
    return processes.stream()
        .filter(process -> plays(process, role))
        .allMatch(process -> process.peakMemoryBytes() != 0);
  }

  private static boolean plays(ProcessResult process, String role) {
    return process.role().equals(role) || process.role().startsWith(role + " ");
  }
}
