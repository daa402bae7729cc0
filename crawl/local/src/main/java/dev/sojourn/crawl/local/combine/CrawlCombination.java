package dev.sojourn.crawl.local.combine;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.local.report.CombinationState;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CombinationSummary.MissingAgent;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.combine.CombinationParts;
import dev.sojourn.visit.combine.CombinationProgress;
import dev.sojourn.visit.combine.CombinationRunner;
import dev.sojourn.visit.combine.CombiningAgent;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The combination of the agents of a crawl. Once all visits are over, another copy of the agent
/// receives the states that came home. Confined to one thread, except for [#isPart].
public final class CrawlCombination {
  private static final int DIGEST_CHARS = 16;
  private static final int MAX_REASON_CHARS = 500;

  private final CrawlStore store;
  private final CrawlHeader header;
  private final Bytes code;
  private final boolean isWanted;

  /// Checks whether the agent of a crawl combines.
  ///
  /// @param store of the crawl
  /// @param header of the crawl
  /// @param code the agent's jar
  public CrawlCombination(CrawlStore store, CrawlHeader header, Bytes code) {
    this.store = store;
    this.header = header;
    this.code = code;
    this.isWanted = CombinationCheck.combines(code.toArray(), header.entryClass());
  }

  /// Fetches the agents whose state did not come home with their visits.
  @FunctionalInterface
  public interface Returns {
    /// Tries again to fetch an agent with its state, and stores the state.
    ///
    /// @param visit that it made
    /// @param host the URL of the host
    /// @return why it could not be fetched, one sentence; empty if its state is stored
    /// @throws IOException if the state cannot be stored
    /// @throws InterruptedException if the thread was interrupted
    Optional<String> fetch(LastVisit visit, String host) throws IOException, InterruptedException;
  }

  /// {@return whether the state of an agent has to come home before its host deletes it}
  ///
  /// @param site of the visit
  /// @param agentId of its visit
  public boolean isPart(SiteState site, String agentId) {
    return isWanted && LastVisit.isLast(site, agentId);
  }

  /// {@return the agent of the combination; empty if none was begun. Its findings are those of the
  /// combination}
  ///
  /// @throws IOException if the store cannot be read
  public Optional<String> agentId() throws IOException {
    return stored().map(StoredCombination::agentId);
  }

  private Optional<StoredCombination> stored() throws IOException {
    return StoredCombination.last(store).filter(last -> last.agentId().startsWith(header.id()));
  }

  /// Combines the agents if this is wanted and all visits are over. Continues from an earlier run,
  /// or begins anew if an agent has come home with another state since.
  ///
  /// @param sites the states of all sites
  /// @param runner runs the steps
  /// @param returns fetches missing agents
  /// @param clock measures time
  /// @param notes receives reports about the progress
  /// @return the summary
  /// @throws IOException if the store cannot be read or written
  /// @throws InterruptedException if the calling thread was interrupted
  public CombinationSummary run(
      List<SiteState> sites,
      VisitRunner runner,
      Returns returns,
      InstantSource clock,
      Consumer<String> notes)
      throws IOException, InterruptedException {
    if (!isWanted) {
      return CombinationSummary.NONE;
    }
    if (!sites.stream().allMatch(SiteState::isOver)) {
      return CombinationSummary.waiting(
          "Agents are combined when all of them have ended their visits.");
    }
    var visits = new ArrayList<LastVisit>();
    var missing = new ArrayList<MissingAgent>();
    for (var visit : LastVisit.all(sites)) {
      var absence = absence(visit, returns);
      if (absence.isEmpty()) {
        visits.add(visit);
      } else {
        missing.add(missing(visit, absence.get()));
      }
    }
    if (visits.isEmpty()) {
      return new CombinationSummary(CombinationState.WAITING, 0, 0, missing, "No agent came home.");
    }
    var combination = new StoredCombination(store, agentId(visits));
    var from = combination.progress().tryingAgain();
    if (!from.isOver()) {
      notes.accept(beginning(from, visits.size()));
    }
    var end =
        new CombinationRunner(runner, agent(sites), combination, clock)
            .run(new Parts(visits), from);
    return summary(end, visits, missing);
  }

  private static String beginning(CombinationProgress from, int agents) {
    return "%s what %s found."
        .formatted(
            from.equals(CombinationProgress.NONE) ? "Combining" : "Going on to combine",
            Messages.count(agents, "agent"));
  }

  /// Why an agent has no stored state; empty if it has one.
  private Optional<String> absence(LastVisit visit, Returns returns)
      throws IOException, InterruptedException {
    if (store.saved(visit.agentId()).isPresent()) {
      return Optional.empty();
    }
    return visit.host().isPresent()
        ? returns.fetch(visit, visit.host().get())
        : Optional.of("The visit ended before its first checkpoint.");
  }

  /// {@return the summary of a combination that is not made}
  ///
  /// @param reason why it is not made now
  public CombinationSummary unmade(String reason) {
    return isWanted ? CombinationSummary.waiting(reason) : CombinationSummary.NONE;
  }

  private String agentId(List<LastVisit> visits) throws IOException {
    var inputs = new StringBuilder();
    for (var visit : visits) {
      var state = store.saved(visit.agentId()).orElseThrow().state();
      inputs.append(visit).append(' ').append(Digest.of(state).hex()).append('\n');
    }
    var digest = Digest.of(Bytes.utf8(inputs.toString())).hex();
    return header.id() + "c" + digest.substring(0, DIGEST_CHARS);
  }

  private CombiningAgent agent(List<SiteState> sites) {
    return new CombiningAgent(
        header.ownerKeyId(),
        new VisitOrder.Code(header.codeDigest(), code.toArray(), header.entryClass()),
        header.productToken(),
        header.parameters(),
        limits(sites.getFirst().terms().allowance()));
  }

  /// The combining agent may report as many findings as the visits of one territory.
  private static VisitLimits limits(Allowance allowance) {
    var usual = VisitLimits.defaults();
    return usual.withAllowance(
        Duration.ofSeconds(allowance.seconds()),
        usual.pages(),
        usual.pageBytes(),
        allowance.findings());
  }

  /// The states that came home, read one at a time.
  private final class Parts implements CombinationParts {
    private final List<LastVisit> visits;

    Parts(List<LastVisit> visits) {
      this.visits = visits;
    }

    @Override
    public int size() {
      return visits.size();
    }

    @Override
    public AgentPart part(int number) throws IOException {
      var visit = visits.get(number);
      var saved =
          store
              .saved(visit.agentId())
              .orElseThrow(() -> new IOException("The store has lost the state of an agent."));
      return new AgentPart(visit.territory(), saved.state().toArray());
    }
  }

  private static CombinationSummary summary(
      CombinationProgress end, List<LastVisit> visits, List<MissingAgent> missing) {
    var all = new ArrayList<>(missing);
    end.leftOut().forEach(left -> all.add(missing(visits.get(left.part()), left.reason())));
    boolean isWhole = all.isEmpty();
    var made = isWhole ? CombinationState.COMPLETE : CombinationState.IN_PART;
    return new CombinationSummary(
        end.failure().isEmpty() ? made : CombinationState.FAILED,
        end.next() - end.leftOut().size(),
        end.findings(),
        all,
        end.failure());
  }

  private static MissingAgent missing(LastVisit visit, String reason) {
    return new MissingAgent(
        visit.territory().origin(),
        String.join(" ", visit.territory().includes()),
        ForeignText.of(reason).line(MAX_REASON_CHARS));
  }
}
