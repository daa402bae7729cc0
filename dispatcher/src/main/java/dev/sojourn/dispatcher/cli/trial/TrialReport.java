package dev.sojourn.dispatcher.cli.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.atp.parcel.FrontierCountsJson;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.LeftOutLinks;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The report on a trial, for people and for programs.
///
/// @param outcome the outcome, in the word that a host uses
/// @param exitCode the exit code of the command
/// @param reason one sentence; empty if there is nothing to explain
/// @param result the result of the visit
/// @param kept the lines that its owner would get
record TrialReport(
    String outcome, ExitCode exitCode, String reason, VisitResult result, List<ParcelLine> kept) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static TrialReport of(VisitResult result, VisitLimits limits, List<ParcelLine> kept) {
    var outcome = result.outcome();
    var reason =
        outcome instanceof VisitOutcome.Stopped stop ? spent(stop, limits) : outcome.reason();
    var exitCode =
        switch (outcome) {
          case VisitOutcome.Finished _, VisitOutcome.Along _, VisitOutcome.Parked _ ->
              ExitCode.DONE;
          case VisitOutcome.Denied _ -> ExitCode.REFUSED;
          case VisitOutcome.Stopped _ -> ExitCode.PARTIAL;
          case VisitOutcome.WorkerLost _, VisitOutcome.Failed _, VisitOutcome.Recalled _ ->
              ExitCode.FAILED;
        };
    return new TrialReport(outcome.state().word(), exitCode, reason, result, kept);
  }

  private static String spent(VisitOutcome.Stopped stopped, VisitLimits limits) {
    return stopped
        .heap()
        .map(
            noted ->
                noted + " (no limit of --limits: keep less at once; at a host it is limits.heap)")
        .or(
            () ->
                stopped
                    .limit()
                    .flatMap(
                        limit ->
                            LimitWords.amount(limit, limits)
                                .map(all -> "all of its " + all + " spent" + more(limit, limits))))
        .orElse(stopped.reason());
  }

  private static String more(String limit, VisitLimits limits) {
    return limits.isMost(limit)
        ? " (the most that there is: let the agent need less)"
        : " (--limits " + limit + "=N allows more)";
  }

  private List<String> others() {
    return result.outcome() instanceof VisitOutcome.Denied denied ? denied.others() : List.of();
  }

  private Optional<String> limit() {
    return result.outcome() instanceof VisitOutcome.Stopped stopped
        ? stopped.limit()
        : Optional.empty();
  }

  /// The report as one JSON object.
  Map<String, Object> json() {
    var object = new LinkedHashMap<String, Object>();
    object.put("outcome", outcome);
    object.put("wall", result.outcome().wall().map(WallName::word).orElse(null));
    object.put("reason", reason.isEmpty() ? null : reason);
    object.put("alsoRefused", others());
    object.put("limit", limit().orElse(null));
    object.put("where", where());
    object.put("findings", findings().size());
    object.put("pages", result.tally().pages());
    object.put("pageBytes", result.tally().pageBytes());
    object.put("cpuMillis", result.tally().spending().cpu().toMillis());
    object.put("allocatedBytes", result.tally().spending().allocatedBytes());
    object.put("wallMillis", result.tally().time().toMillis());
    object.put("reported", findings().stream().map(TrialReport::tree).toList());
    object.put("referrals", only(ParcelLine.Referral.class, ParcelLine.Referral::url));
    object.put("frontier", FrontierCountsJson.members(frontier()));
    object.put("log", only(ParcelLine.Log.class, ParcelLine.Log::text));
    return object;
  }

  private Object where() {
    var where = result.outcome().place();
    if (!where.isKnown()) {
      return JSON.nullNode();
    }
    var object = new LinkedHashMap<String, Object>();
    object.put("class", where.className());
    object.put("method", where.method().isEmpty() ? null : where.method());
    object.put("line", where.line() > 0 ? where.line() : null);
    return object;
  }

  /// Prints findings to `out` and everything else to `err`.
  void print(PrintWriter out, PrintWriter err) {
    findings().forEach(json -> out.println(ForeignText.inJson(json)));
    out.flush();
    only(ParcelLine.Log.class, ParcelLine.Log::text).forEach(line -> err.println("log: " + line));
    var end = result.outcome();
    err.println(
        switch (end) {
          case VisitOutcome.Finished _ -> "The agent finished.";
          case VisitOutcome.Along _ -> "The agent would go on along its itinerary.";
          case VisitOutcome.Parked _ -> "The agent parked, " + reason + ".";
          case VisitOutcome.Denied _ -> "The agent was not let in: " + reason;
          case VisitOutcome.Stopped _ -> "The agent was stopped: " + reason;
          case VisitOutcome.WorkerLost _ -> "The agent's worker was killed: " + reason;
          case VisitOutcome.Failed _ -> "The agent failed: " + reason;
          case VisitOutcome.Recalled _ -> "The visit was ended: " + reason;
        });
    others().forEach(other -> err.println("  also: " + other));
    end.wall().ifPresent(wall -> err.println("  wall       " + wall.word()));
    if (end.place().isKnown()) {
      err.println("  where      " + end.place());
    }
    err.println(
        String.format(
            Locale.ROOT,
            "  spent      %s (%,d bytes), %,d ms of processor time, %,d bytes allocated",
            Messages.count(result.tally().pages(), "page"),
            result.tally().pageBytes(),
            result.tally().spending().cpu().toMillis(),
            result.tally().spending().allocatedBytes()));
    err.println(
        String.format(
            Locale.ROOT,
            "  brought    %s, %s",
            Messages.count(findings().size(), "finding"),
            Messages.count(
                only(ParcelLine.Referral.class, ParcelLine.Referral::url).size(), "referral")));
    LeftOutLinks.remark("The agent", frontier())
        .ifPresent(noted -> err.println("  left out   " + noted));
    err.flush();
  }

  private FrontierCounts frontier() {
    return kept.stream()
        .filter(ParcelLine.Counted.class::isInstance)
        .map(line -> ((ParcelLine.Counted) line).counts())
        .reduce(FrontierCounts.NONE, FrontierCounts::plus);
  }

  private List<String> findings() {
    return only(ParcelLine.Finding.class, ParcelLine.Finding::json);
  }

  private <L extends ParcelLine> List<String> only(
      Class<L> kind, java.util.function.Function<L, String> text) {
    var found = new ArrayList<String>();
    for (var line : kept) {
      if (kind.isInstance(line)) {
        found.add(text.apply(kind.cast(line)));
      }
    }
    return found;
  }

  /// Findings were checked to be JSON before they came here.
  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
