package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.text.Messages;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The explanation of a trial, page by page: why each page was read or refused, its cost, and the
/// result of the agent. The pages of the folder that the agent never requested come last.
///
/// @param steps the steps in the order of the requests
record TrialExplanation(List<Step> steps) {
  private static final String NOT_ASKED = "not-asked";

  /// A page of the trial.
  ///
  /// @param url the URL of the page
  /// @param outcome a word of the crawl log, or `not-asked`
  /// @param why the reason, a sentence or a part of a sentence
  /// @param bytes the size of the body; 0 if there was none
  /// @param took the time until its answer
  /// @param work the time from the answer to the request for the next page; empty for the last page
  /// @param findings the number of findings that the agent reported in that time
  /// @param referrals the number of referrals that the agent made in that time
  record Step(
      String url,
      String outcome,
      String why,
      long bytes,
      Duration took,
      Optional<Duration> work,
      int findings,
      int referrals) {}

  /// Copies the list.
  TrialExplanation {
    steps = List.copyOf(steps);
  }

  /// {@return the explanation of a visit}
  ///
  /// @param kept the lines of the visit, in order
  /// @param folder the pages of the folder, each with the reason why the agent may not see it;
  ///   empty if the agent may
  static TrialExplanation of(List<ParcelLine> kept, Map<String, String> folder) {
    var steps = new ArrayList<Step>();
    var asked = new HashSet<String>();
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i) instanceof ParcelLine.Page(var page)) {
        var next = nextPage(kept, i + 1);
        steps.add(step(page, kept.subList(i + 1, next), begun(kept, next)));
        asked.add(page.url());
        page.end().ifPresent(asked::add);
      }
    }
    folder.forEach(
        (url, objection) -> {
          if (!isAsked(url, asked)) {
            steps.add(notAsked(url, objection));
          }
        });
    return new TrialExplanation(steps);
  }

  private static int nextPage(List<ParcelLine> kept, int from) {
    int next = from;
    while (next < kept.size() && !(kept.get(next) instanceof ParcelLine.Page)) {
      next++;
    }
    return next;
  }

  /// The time at which the agent requested a page.
  private static Optional<Instant> begun(List<ParcelLine> kept, int index) {
    return index < kept.size() && kept.get(index) instanceof ParcelLine.Page(var page)
        ? Optional.of(page.at().minus(page.took()))
        : Optional.empty();
  }

  private static Step step(PageRecord page, List<ParcelLine> until, Optional<Instant> next) {
    return new Step(
        page.url(),
        page.outcome().word(),
        why(page),
        page.body().map(PageRecord.Body::bytes).orElse(0L),
        page.took(),
        // Both times are cut to milliseconds, so the difference may be negative.
        next.map(time -> Duration.between(page.at(), time))
            .map(work -> work.isNegative() ? Duration.ZERO : work),
        count(until, ParcelLine.Finding.class),
        count(until, ParcelLine.Referral.class));
  }

  private static int count(List<ParcelLine> lines, Class<? extends ParcelLine> kind) {
    return (int) lines.stream().filter(kind::isInstance).count();
  }

  private static String why(PageRecord page) {
    var found =
        page.foundOn()
            .map(from -> "linked from " + from)
            .orElse(page.depth().orElse(-1) == 0 ? "a page to begin with" : "asked for by its URL");
    var end = page.end().map(url -> "; it redirects to " + url).orElse("");
    var noindex =
        page.body().filter(PageRecord.Body::isNoindex).map(_ -> "; asks not to be indexed");
    var reason = page.outcome() == PageOutcome.FETCHED || page.reason().isEmpty();
    return found + end + noindex.orElse("") + (reason ? "" : "; " + page.reason());
  }

  /// Whether the agent requested a page by one of its URLs. An index file has two URLs.
  private static boolean isAsked(String url, Set<String> asked) {
    return asked.contains(url)
        || (url.endsWith("/")
            && (asked.contains(url + "index.html") || asked.contains(url + "index.htm")));
  }

  private static Step notAsked(String url, String objection) {
    var why =
        objection.isEmpty() ? "the agent knows no link to it, or does not want it" : objection;
    return new Step(url, NOT_ASKED, why, 0, Duration.ZERO, Optional.empty(), 0, 0);
  }

  /// The steps as JSON objects.
  List<Map<String, Object>> json() {
    var objects = new ArrayList<Map<String, Object>>();
    for (var step : steps) {
      var object = new LinkedHashMap<String, Object>();
      object.put("url", step.url());
      object.put("outcome", step.outcome());
      object.put("why", step.why());
      object.put("bytes", step.bytes());
      object.put("tookMillis", step.took().toMillis());
      object.put("workMillis", step.work().map(Duration::toMillis).orElse(null));
      object.put("findings", step.findings());
      object.put("referrals", step.referrals());
      objects.add(object);
    }
    return objects;
  }

  void print(PrintWriter out) {
    for (var step : steps) {
      out.println(String.format(Locale.ROOT, "%-12s %s", step.outcome(), step.url()));
      out.println("             " + step.why());
      if (!step.outcome().equals(NOT_ASKED)) {
        out.println("             " + cost(step));
      }
    }
    out.flush();
  }

  private static String cost(Step step) {
    return String.format(
        Locale.ROOT,
        "%,d bytes in %,d ms%s; %s, %s",
        step.bytes(),
        step.took().toMillis(),
        step.work()
            .map(work -> String.format(Locale.ROOT, ", then %,d ms of work", work.toMillis()))
            .orElse(""),
        Messages.count(step.findings(), "finding"),
        Messages.count(step.referrals(), "referral"));
  }
}
