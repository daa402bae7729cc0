package dev.sojourn.app.fault;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;

/// One visit, as its owner sees it. The owner asks again until an answer comes, and checks that
/// each answer agrees with those before.
final class CampaignVisit {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration WAIT = Duration.ofSeconds(2);

  /// On a busy machine a daemon takes a minute to start, and two that end may follow each other.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String UNKNOWN = "agent-unknown";

  private final HostClient host;
  private final AgentPackage agent;
  private final String id;
  private final long mostPages;
  private final Set<String> site;
  private final CampaignLog log;
  private final List<String> urls = new ArrayList<>();
  private Optional<VisitStatus> end = Optional.empty();
  private long parcels;

  /// @param mostPages that the passport grants
  /// @param site the URLs of all its pages
  CampaignVisit(
      HostClient host,
      AgentPackage agent,
      String id,
      long mostPages,
      Set<String> site,
      CampaignLog log) {
    this.host = host;
    this.agent = agent;
    this.id = id;
    this.mostPages = mostPages;
    this.site = site;
    this.log = log;
  }

  /// Makes the visit.
  ///
  /// @param isSentTwice whether its agent is sent once more when it is there
  /// @param isGivenUp whether its owner gives it up in the end, and sends it then once more
  void run(boolean isSentTwice, boolean isGivenUp) {
    if (!isTakenIn() || (isSentTwice && !isTakenIn())) {
      log.breach(id + " was not taken in");
      return;
    }
    boolean isOver = comes(this::isCollected);
    if (end.isEmpty()) {
      log.breach(id + (isOver ? " was acknowledged, and is lost" : " does not end"));
      return;
    }
    look(end.get());
    // It came once; if it comes a second time, the audit log has two arrivals.
    if (isGivenUp && !(comes(this::isGone) && isTakenIn())) {
      log.breach(id + " cannot be given up");
    }
    log.count(CampaignLog.VISITS);
  }

  /// Sends the agent until the host says that it has it.
  private boolean isTakenIn() {
    return comes(this::isAccepted);
  }

  private boolean isAccepted() throws InterruptedException {
    return switch (host.dispatch(agent, false)) {
      case DispatchOutcome.Accepted _ -> true;
      case DispatchOutcome.Refused refused -> counted("refused " + refused.problem().code());
      case DispatchOutcome.Barred barred -> counted("barred " + barred.reason());
      case DispatchOutcome.Unreachable _ -> counted("unreachable");
    };
  }

  private boolean counted(String what) {
    log.count(what);
    return false;
  }

  /// Collects until the visit is over, or its agent is lost.
  private boolean isCollected() throws InterruptedException {
    return switch (host.collect(id, parcels, WAIT)) {
      case Answer.Given<Delivery>(var delivery, var _) -> {
        delivery.parcels().forEach(this::take);
        if (delivery.isLast()) {
          end = Optional.of(delivery.status());
        }
        yield delivery.isLast();
      }
      case Answer.Refused<Delivery>(var problem, var _) -> {
        log.count("refused " + problem.code());
        yield problem.code().equals(UNKNOWN);
      }
      case Answer.Unreachable<Delivery> _ -> counted("unreachable");
    };
  }

  private boolean isGone() throws InterruptedException {
    return switch (host.dispose(id)) {
      case Answer.Given<Boolean> _ -> true;
      case Answer.Refused<Boolean>(var problem, var _) -> problem.code().equals(UNKNOWN);
      case Answer.Unreachable<Boolean> _ -> false;
    };
  }

  /// Asks again and again; returns whether the answer came in time.
  private static boolean comes(Callable<Boolean> answer) {
    try {
      await().pollDelay(Duration.ZERO).pollInterval(PAUSE).atMost(PATIENCE).until(answer);
      return true;
    } catch (ConditionTimeoutException _) {
      return false;
    }
  }

  private void take(Parcel parcel) {
    if (parcel.number() != parcels + 1) {
      log.breach(id + " gave parcel " + parcel.number() + " behind " + parcels);
    }
    parcels = parcel.number();
    if (!(parcel.unpack(ParcelLimits.DEFAULT) instanceof ParcelReading.Lines lines)) {
      log.breach(id + " gave a damaged parcel");
      return;
    }
    for (var line : lines.toList()) {
      if (line instanceof ParcelLine.Finding finding) {
        urls.add(url(finding.json()));
      }
    }
  }

  private static String url(String json) {
    try {
      return JSON.readTree(json).path("url").asText();
    } catch (JsonProcessingException e) {
      return e.getMessage();
    }
  }

  private void look(VisitStatus status) {
    log.count("ended " + status.state().word());
    if (status.state() != VisitState.FINISHED) {
      log.count("reason: " + status.reason());
    }
    var once = new HashSet<>(urls);
    if (once.size() != urls.size()) {
      log.breach(id + " has findings twice: " + urls);
    }
    if (!site.containsAll(once)) {
      log.breach(id + " has findings from nowhere: " + urls);
    }
    if (status.findings() != urls.size()) {
      log.breach(id + " reported " + status.findings() + " findings, and gave " + urls.size());
    }
    if (status.pages() > mostPages) {
      log.breach(id + " read " + status.pages() + " pages of " + mostPages);
    }
    if (status.state() == VisitState.FINISHED && urls.size() != site.size()) {
      log.breach(id + " finished with " + urls.size() + " findings of " + site.size());
    }
  }
}
