package dev.sojourn.atp.parcel;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.base.Bytes;
import java.util.List;

/// One line of a parcel: a report or request of an agent. Lines keep the order in which the agent
/// made them.
public sealed interface ParcelLine {
  /// {@return the line in the form that a parcel contains: a JSON object, without the line feed}
  default String asLine() {
    return ParcelLines.write(List.of(this)).asUtf8().strip();
  }

  /// A finding of the agent.
  ///
  /// @param octets a JSON object on one line, in UTF-8; its maker has checked it
  record Finding(Bytes octets) implements ParcelLine {
    /// Creates a finding.
    ///
    /// @param json a JSON object on one line
    public Finding(String json) {
      this(Bytes.utf8(json));
    }

    /// {@return the object as text}
    public String json() {
      return octets.asUtf8();
    }
  }

  /// A URL that the dispatcher decides about.
  ///
  /// @param url absolute
  record Referral(String url) implements ParcelLine {}

  /// Referrals that were dropped, since the visit reached its limit of referrals.
  ///
  /// @param count how many, 1 to 2⁵⁰
  record Dropped(long count) implements ParcelLine {
    /// The largest count.
    public static final long MOST = 1L << 50;

    /// Checks the range.
    ///
    /// @throws IllegalArgumentException if the count is out of range
    public Dropped {
      if (count < 1 || count > MOST) {
        throw new IllegalArgumentException("count: " + count + " (expected: 1 to " + MOST + ")");
      }
    }
  }

  /// The pages and links that the agent's frontier counted.
  ///
  /// @param counts the counts since the last such line, and the URLs that wait now; the URLs that
  ///   were handed out are not sent
  record Counted(FrontierCounts counts) implements ParcelLine {
    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if a count is out of range
    public Counted {
      for (long each : counts.all()) {
        if (each < 0 || each > FrontierCounts.MOST) {
          throw new IllegalArgumentException(
              "counts: " + each + " (expected: 0 to " + FrontierCounts.MOST + ")");
        }
      }
    }
  }

  /// A page that the agent requested, as its host reports it.
  ///
  /// @param asked the page record
  record Page(PageRecord asked) implements ParcelLine {
    /// {@return the line as a JSON object in UTF-8, without white space}
    public byte[] toJson() {
      return ParcelLines.page(asked);
    }
  }

  /// A log line for human readers.
  ///
  /// @param text one line
  record Log(String text) implements ParcelLine {}
}
