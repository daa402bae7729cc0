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

/// The limits for one visit at a host. Without them, a host that never ends a visit or delivers
/// without end would block the crawl and fill its store. Confined to one thread.
///
/// A host can make a crawl wait in the following ways. Each has a limit:
///
/// | the host | is given up after | by |
/// | --- | --- | --- |
/// | gives no answer, or 503 | the patience | `ParcelCollector` |
/// | says `waiting` or `leaving` | `--max-wait` in all, earlier runs included | [#delivery] |
/// | says `running` | twice the time of the visit, and the patience | [#delivery] |
/// | alternates between these states | the first of both limits to be reached | [#delivery] |
/// | says `parked`, and keeps the agent | the patience | `ParcelCollector` |
/// | says `withheld` | `--max-wait` | [ReleaseWait] |
/// | says that the visit is over, and delivers no line | the patience | [#delivery] |
/// | says that the visit is over, and delivers line by line | `--max-wait` | [#delivery] |
/// | delivers parcels without end | the lines and bytes that a visit may write | [#parcel] |
///
/// The passport limits all of them but the last three: no visit is under way after it expired.
public final class HostBounds {
  /// The number of referrals and log lines that an agent may write, independent of its pages.
  private static final long OTHER_LINES = 200_000;

  /// The bytes that gzip may add to a page that it cannot compress. One more byte may be added for
  /// each `BYTES_A_GZIP_BYTE` bytes.
  private static final long GZIP_BYTES_A_PAGE = 32;

  private static final long BYTES_A_GZIP_BYTE = 1_000;

  /// The bytes that an agent may write independent of its pages: the same as at home.
  private static final long OTHER_BYTES = VisitLimits.defaults().outputBytes();

  /// Referrals are also stored outside their parcels, and are all in memory when a crawl is
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

  /// Creates the limits for a visit that has delivered nothing yet.
  ///
  /// @param allowance the limits of the passport
  /// @param patience how long the host may be silent
  /// @param maxWait how long the agent may wait for its turn
  /// @param waited how long it has waited in earlier runs of the crawl
  /// @param expires when the passport expires; no host may begin a visit later
  public HostBounds(
      Allowance allowance, Duration patience, Duration maxWait, Duration waited, Instant expires) {
    this.allowance = allowance;
    this.maxWait = maxWait;
    this.waited = waited;
    this.patience = patience;
    this.latest = expires.plus(patience);
    // The clock of the host may differ from this one, for example if the host restarted during the
    // visit.
    this.longest = Duration.ofSeconds(allowance.seconds()).multipliedBy(2).plus(patience);
  }

  /// Prepares for the next delivery.
  public void next() {
    hasNews = false;
  }

  /// {@return whether this delivery had a new parcel with lines. An honest host sends no parcel
  /// without lines; a hostile host could send them for ever}
  public boolean hasNews() {
    return hasNews;
  }

  /// {@return how long the agent has waited for its turn, in all runs of the crawl}
  public Duration waited() {
    return waited;
  }

  /// Checks the status that a host reports.
  ///
  /// @param delivery of the host; its parcels were checked before
  /// @param now the present time
  /// @return the fault of the host; empty if there is none
  public String delivery(Delivery delivery, Instant now) {
    spend(now);
    state = delivery.status().state();
    return state.isFinal() ? over(delivery, now) : underWay(now);
  }

  /// Adds the time since the last answer to the state in that answer. So a host gains nothing by
  /// changing its answers, and a visit that rests for a day spends no time.
  private void spend(Instant now) {
    var since = Duration.between(heard.orElse(now), now);
    heard = Optional.of(now);
    switch (state) {
      case WAITING, LEAVING -> waited = waited.plus(since);
      case RUNNING -> ran = ran.plus(since);
      // The time of these states is measured from their start.
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

  /// Checks a host whose visit is over. A host may send stored parcels again; they are no progress.
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

  /// {@return the tally that a host reports for a visit, capped at the possible maximum}
  ///
  /// @param status as the host reports it
  public Tally plausible(VisitStatus status) {
    long pages = Math.min(status.pages(), allowance.pages());
    long pageBytes = Math.min(status.pageBytes(), allowance.bytes());
    // A tally also caps its numbers, so that sums of tallies cannot overflow.
    var most = new Tally(pages, pageBytes, 0, 0);
    long mostGzipBytes =
        most.pageBytes() + most.pageBytes() / BYTES_A_GZIP_BYTE + most.pages() * GZIP_BYTES_A_PAGE;
    return new Tally(
        pages,
        pageBytes,
        Math.min(status.gzipBytes(), mostGzipBytes),
        Math.min(status.findings(), allowance.findings()));
  }

  /// Checks the head of a parcel before unpacking.
  ///
  /// @param parcel a new parcel
  /// @return its fault; empty if there is none
  public String parcel(Parcel parcel) {
    bytes += Math.max(parcel.rawBytes(), parcel.body().size());
    if (bytes / 2 > allowance.bytes() + OTHER_BYTES) {
      return "it delivered more bytes than the visit may write.";
    }
    // A parcel without lines needs memory too.
    lines += parcel.lines() + 1L;
    return lines / 2 > allowance.findings() + allowance.pages() + OTHER_LINES ? TOO_MANY_LINES : "";
  }

  /// Checks the lines of a parcel.
  ///
  /// @param sums the totals of the lines
  /// @return their fault; empty if there is none
  public String lines(LineSums sums) {
    hasNews |= sums.all() > 0;
    findings += sums.findings();
    referralChars += sums.referralChars();
    if (findings > allowance.findings()) {
      return "it delivered more than the %s that the visit may report."
          .formatted(Messages.count(allowance.findings(), "finding"));
    }
    if (sums.longestFindingBytes() > VisitLimits.MAX_FINDING_BYTES) {
      return "it delivered a finding that is larger than any may be.";
    }
    return referralChars > REFERRAL_CHARS ? TOO_MANY_LINES : "";
  }
}
