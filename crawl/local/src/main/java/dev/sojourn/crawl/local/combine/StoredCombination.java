package dev.sojourn.crawl.local.combine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.visit.combine.CombinationJournal;
import dev.sojourn.visit.combine.CombinationProgress;
import dev.sojourn.visit.combine.CombinationProgress.LeftOut;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The progress of a combination in the store of its crawl. The agent's state, its findings and the
/// progress are written in one transaction.
///
/// @param store of the crawl
/// @param agentId of the combining agent. The id depends on the combined states: if another state
///   came home, another agent starts from the beginning
record StoredCombination(CrawlStore store, String agentId) implements CombinationJournal {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SETTING = "combination";

  /// The progress without the state.
  ///
  /// @param agentId of the agent
  /// @param next the index of the first agent that was not yet combined
  /// @param hasState whether its state is stored
  /// @param findings how many findings it reported
  /// @param leftOut the agents that were left out
  /// @param isOver whether the combination is over
  /// @param failure why it ended early
  private record Row(
      String agentId,
      int next,
      boolean hasState,
      long findings,
      List<LeftOut> leftOut,
      boolean isOver,
      String failure) {}

  /// {@return the latest combination of the crawl}
  ///
  /// @throws IOException if the store cannot be read
  static Optional<StoredCombination> last(CrawlStore store) throws IOException {
    return row(store).map(row -> new StoredCombination(store, row.agentId()));
  }

  private static Optional<Row> row(CrawlStore store) throws IOException {
    var json = store.setting(SETTING);
    try {
      return json.isEmpty() ? Optional.empty() : Optional.of(JSON.readValue(json.get(), Row.class));
    } catch (JsonProcessingException e) {
      throw new IOException("The store of the crawl holds a combination that cannot be read.", e);
    }
  }

  /// {@return the progress of the combination}
  ///
  /// @throws IOException if the store cannot be read
  CombinationProgress progress() throws IOException {
    var row = row(store).filter(kept -> kept.agentId().equals(agentId));
    if (row.isEmpty()) {
      return CombinationProgress.NONE;
    }
    var at = row.get();
    var state = store.saved(agentId).map(SavedAgent::state);
    if (at.hasState() != state.isPresent()) {
      throw new IOException("The store of the crawl has lost the state of a combination.");
    }
    return new CombinationProgress(
        at.next(), state, at.findings(), at.leftOut(), at.isOver(), at.failure());
  }

  @Override
  public void keep(CombinationProgress progress, List<ParcelLine> lines) throws IOException {
    var parcel = Parcel.pack(agentId, store.lastParcel(agentId) + 1, lines);
    int findings = (int) lines.stream().filter(ParcelLine.Finding.class::isInstance).count();
    var row =
        new Row(
            agentId,
            progress.next(),
            progress.state().isPresent(),
            progress.findings(),
            progress.leftOut(),
            progress.isOver(),
            progress.failure());
    var json = JSON.writeValueAsString(row);
    store.together(
        () -> {
          if (progress.state().isPresent()) {
            store.checkpoint(
                0,
                parcel,
                findings,
                new Event.Referred(agentId, List.of()),
                new SavedAgent(progress.state().get(), Tally.NONE, Duration.ZERO));
          }
          store.keepSetting(SETTING, json);
        });
  }
}
