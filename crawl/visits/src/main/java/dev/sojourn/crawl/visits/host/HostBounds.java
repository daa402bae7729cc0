package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.visits.LineSums;
import dev.sojourn.sandbox.VisitLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The bounds of one visit at a host. A host that never ends a visit, or delivers without end,
/// would otherwise hold the crawl and fill its store. Confined to one thread.
///
/// A host can let a crawl wait in these ways, and each has its bound:
///
/// | the host | is given up after | by |
/// | --- | --- | --- |
/// | gives no answer, or 503 | the patience | `ParcelCollector` |
/// | says `waiting` or `leaving` | `--max-wait` in all, earlier runs included | [#delivery] |
/// | says `running` | twice the time of the visit, and the patience | [#delivery] |
/// | says now this and now that | the first of the two above | [#delivery] |
/// | says `parked`, and keeps the agent | the patience | `ParcelCollector` |
/// | says `withheld` | `--max-wait` | [ReleaseWait] |
/// | says that the visit is over, and delivers no line | the patience | [#delivery] |
/// | says that it is over, and delivers line by line | `--max-wait` | [#delivery] |
/// | delivers parcels without end | as many lines and bytes as a visit may write | [#parcel] |
///
/// The passport bounds all of them but the last three: no visit is under way when it has expired.
public final class HostBounds {
  /// Referrals and log lines that an agent may write, independent of its pages.
  private static final long OTHER_LINES = 200_000;

  /// The bytes that gzip may add to a page that it cannot make smaller. For each
  /// `BYTES_A_GZIP_BYTE` bytes it may add one more.
  private static final long GZIP_BYTES_A_PAGE = 32;

  private static final long BYTES_A_GZIP_BYTE = 1_000;

  /// The bytes that an agent may write, independent of its pages: as much as at home.
  private static final long OTHER_BYTES = VisitLimits.defaults().outputBytes();

  /// Referrals are kept apart from their parcels as well, and are all in memory when a crawl is
  /// resumed.
  private static final long REFERRAL_CHARS = 64L << 20;

  private static final String TOO_MANY_LINES = "it delivered more lines than the visit may write.";

  private final Allowance allowance;
  private final Duration patience;
  private final Instant latest;
  private final Duration longest;
  private final Duration maxWait;
  private Duration waited;
  private Duration ran = Duration.ZERO;
  private VisitState state = VisitState.WAITING;
  private Optional<Instant> heard = Optional.empty();
  private Optional<Instant> over = Optional.empty();
  private Optional<Instant> barren = Optional.empty();
  private boolean hasNews;
  private long findings;
  private long lines;
  private long bytes;
  private long referralChars;

  /// The bounds of a visit that has delivered nothing yet.
  ///
  /// @param allowance the limits of the passport
  /// @param patience how long the host may besides not have been heard of
  /// @param maxWait how long the agent may wait for its turn
  /// @param waited how much of that was spent in an earlier run of the crawl
  /// @param expires when the passport does; no host may begin a visit later
  public HostBounds(
      Allowance allowance, Duration patience, Duration maxWait, Duration waited, Instant expires) {
    this.allowance = allowance;
    this.maxWait = maxWait;
    this.waited = waited;
    this.patience = patience;
    this.latest = expires.plus(patience);
    // A host may have been restarted in the middle of the visit: its clock is not quite this one.
    this.longest = Duration.ofSeconds(allowance.seconds()).multipliedBy(2).plus(patience);
  }

  /// Begins with the next delivery.
  public void next() {
    hasNews = false;
  }

  /// {@return whether there was a parcel in this delivery that was not there before and has lines.
  /// An honest host packs none without, and a hostile one could send them for ever}
  public boolean hasNews() {
    return hasNews;
  }

  /// {@return how long the agent has waited for its turn, in all runs of the crawl}
  public Duration waited() {
    return waited;
  }

  /// Takes note of how the host says the visit stands.
  ///
  /// @param delivery of the host, whose parcels were noted before
  /// @param now the time
  /// @return its fault, or nothing
  public String delivery(Delivery delivery, Instant now) {
    spend(now);
    state = delivery.status().state();
    return state.isFinal() ? over(delivery, now) : underWay(now);
  }

  /// The time since the last answer counts for the state in that answer. So a host that changes its
  /// answers gains nothing by it, and a visit that rests for a day spends no time.
  private void spend(Instant now) {
    var since = Duration.between(heard.orElse(now), now);
    heard = Optional.of(now);
    switch (state) {
      case WAITING, LEAVING -> waited = waited.plus(since);
      case RUNNING -> ran = ran.plus(since);
      // The time of these states is counted from their beginning.
      case PARKED, FINISHED, DENIED, STOPPED, FAILED, KILLED, MOVED -> {}
    }
  }

  private String underWay(Instant now) {
    if (ran.compareTo(longest) > 0) {
      return "it says that the visit still runs, beyond the %d s that it may take."
          .formatted(allowance.seconds());
    }
    if (waited.compareTo(maxWait) > 0) {
      return "it let the agent wait for its turn for more than %d s (--max-wait)."
          .formatted(maxWait.toSeconds());
    }
    return now.isAfter(latest)
        ? "the passport has expired, and it still says that the visit is not over."
        : "";
  }

  /// A host may send parcels again that were kept before; those bring the visit no nearer its end.
  private String over(Delivery delivery, Instant now) {
    var end = over.orElse(now);
    over = Optional.of(end);
    if (delivery.isLast()) {
      return "";
    }
    if (Duration.between(end, now).compareTo(maxWait) > 0) {
      return "it says that the visit is over, and has not delivered all of it within %d s (--max-wait)."
          .formatted(maxWait.toSeconds());
    }
    if (hasNews) {
      barren = Optional.empty();
      return "";
    }
    var since = barren.orElse(now);
    barren = Optional.of(since);
    return Duration.between(since, now).compareTo(patience) > 0
        ? "it says that the visit is over, and does not deliver its last parcels."
        : "";
  }

  /// {@return the tally that a host reports of a visit, cut to the greatest that is possible}
  ///
  /// @param status as the host reports it
  public Tally plausible(VisitStatus status) {
    long pages = Math.min(status.pages(), allowance.pages());
    long pageBytes = Math.min(status.pageBytes(), allowance.bytes());
    // A tally is cut besides, so that sums of tallies stay far from an overflow.
    var most = new Tally(pages, pageBytes, 0, 0);
    long mostGzipBytes =
        most.pageBytes() + most.pageBytes() / BYTES_A_GZIP_BYTE + most.pages() * GZIP_BYTES_A_PAGE;
    return new Tally(
        pages,
        pageBytes,
        Math.min(status.gzipBytes(), mostGzipBytes),
        Math.min(status.findings(), allowance.findings()));
  }

  /// Takes note of the head of a parcel, before it is unpacked.
  ///
  /// @param parcel that was not there before
  /// @return its fault, or nothing
  public String parcel(Parcel parcel) {
    bytes += Math.max(parcel.rawBytes(), parcel.body().size());
    if (bytes / 2 > allowance.bytes() + OTHER_BYTES) {
      return "it delivered more bytes than the visit may write.";
    }
    // A parcel without lines takes room as well.
    lines += parcel.lines() + 1L;
    return lines / 2 > allowance.findings() + allowance.pages() + OTHER_LINES ? TOO_MANY_LINES : "";
  }

  /// Takes note of the lines of a parcel.
  ///
  /// @param sums of them
  /// @return their fault, or nothing
  public String lines(LineSums sums) {
    hasNews |= sums.all() > 0;
    findings += sums.findings();
    referralChars += sums.referralChars();
    if (findings > allowance.findings()) {
      return "it delivered more than the %s that the visit may report."
          .formatted(Messages.count(allowance.findings(), "finding"));
    }
    if (sums.longestFindingChars() > VisitLimits.MAX_FINDING_BYTES) {
      return "it delivered a finding that is larger than any may be.";
    }
    return referralChars > REFERRAL_CHARS ? TOO_MANY_LINES : "";
  }
}
