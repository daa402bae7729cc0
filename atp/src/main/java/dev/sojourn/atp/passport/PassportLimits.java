package dev.sojourn.atp.passport;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The limits that an owner requests for a visit. The host may grant less.
///
/// @param time wall-clock time of the visit, in whole milliseconds
/// @param pages pages that may be fetched
/// @param pageBytes bytes of page bodies that may be read
/// @param findings findings that may be reported
/// @param further the other limits that the owner requests; for the rest, the host's usual limits
///   apply
public record PassportLimits(
    Duration time, long pages, long pageBytes, long findings, Map<Further, Long> further) {

  /// The limits that an owner may omit. If both the owner and the host set a limit, the smaller
  /// applies.
  public enum Further {
    /// Processor time.
    CPU_MILLISECONDS("cpu-milliseconds"),
    /// Heap that is allocated over the life of the visit.
    ALLOCATED_BYTES("allocated-bytes"),
    /// Findings, referrals, log lines and answers in total.
    OUTPUT_BYTES("output-bytes"),
    /// The agent's state.
    STATE_BYTES("state-bytes"),
    /// URLs of other territories that the agent refers to the dispatcher.
    REFERRALS("referrals"),
    /// Lines written.
    LOG_LINES("log-lines"),
    /// Messages of the owner that are answered.
    MESSAGES("messages"),
    /// Time between two checkpoints; for this limit, the larger value applies.
    CHECKPOINT_MILLISECONDS("checkpoint-milliseconds"),
    /// Time from the agent's arrival during which it may stay at the host, parked or awake. Without
    /// this limit the agent may not park, whatever the host grants.
    STAY_MILLISECONDS("stay-milliseconds");
    private final String member;

    Further(String member) {
      this.member = member;
    }

    /// {@return the name in a passport}
    public String member() {
      return member;
    }
  }

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a limit is negative, or a further limit is not positive
  public PassportLimits {
    further = Map.copyOf(further);
    if (time.isNegative() || pages < 0 || pageBytes < 0 || findings < 0) {
      throw new IllegalArgumentException(
          "limits: "
              + time
              + ", "
              + pages
              + ", "
              + pageBytes
              + ", "
              + findings
              + " (expected: nothing negative)");
    }
    further.forEach(
        (name, value) -> {
          if (value < 1) {
            throw new IllegalArgumentException(
                "limits." + name.member() + ": " + value + " (expected: more than 0)");
          }
        });
  }

  /// Creates limits without further ones.
  ///
  /// @param time wall-clock time of the visit
  /// @param pages pages that may be fetched
  /// @param pageBytes bytes of page bodies that may be read
  /// @param findings findings that may be reported
  public PassportLimits(Duration time, long pages, long pageBytes, long findings) {
    this(time, pages, pageBytes, findings, Map.of());
  }

  /// {@return how long the agent may stay at its host; empty if it may not park}
  public Optional<Duration> stay() {
    return Optional.ofNullable(further.get(Further.STAY_MILLISECONDS)).map(Duration::ofMillis);
  }

  /// {@return the smaller of the requested and the allowed limit}
  ///
  /// @param name the limit
  /// @param allowed the host's limit
  public long atMost(Further name, long allowed) {
    return Math.min(further.getOrDefault(name, allowed), allowed);
  }
}
