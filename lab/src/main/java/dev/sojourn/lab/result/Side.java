package dev.sojourn.lab.result;

import java.util.List;

/// A side of a crawl. Each process of a run has one, except the lab itself.
public enum Side {
  /// The site: its hosts with their workers, and its web servers.
  SITE("host", "web server"),
  /// The crawler: the dispatcher with its workers, or a crawler of others.
  CRAWLER("dispatcher", "crawler");

  private final String role;
  private final String otherRole;

  Side(String role, String otherRole) {
    this.role = role;
    this.otherRole = otherRole;
  }

  /// {@return whether a process is on this side}
  ///
  /// @param process with its descendants
  public boolean has(ProcessResult process) {
    return process.plays(role) || process.plays(otherRole);
  }

  /// {@return processor time of this side in seconds}
  ///
  /// @param processes of a run
  public double cpuSeconds(List<ProcessResult> processes) {
    return processes.stream().filter(this::has).mapToDouble(ProcessResult::cpuSeconds).sum();
  }
}
