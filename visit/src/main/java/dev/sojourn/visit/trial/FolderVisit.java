package dev.sojourn.visit.trial;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.pipe.VisitLimits;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FolderRobots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A visit to a folder, which is served as a site of its own with the robots.txt in it.
///
/// @param folder the pages, as files
/// @param scope the part of the site that the agent may see
/// @param inputs the facts that the agent is told
/// @param limits what the visit may spend
public record FolderVisit(Path folder, Scope scope, VisitOrder.Inputs inputs, VisitLimits limits) {
  /// The origin of a folder where nothing else names one.
  public static final String ORIGIN = "http://localhost";

  private static final String SIGNER = "agent-try";
  private static final int MAX_FILE_BYTES = 16 << 20;
  private static final int MAX_STARTS = 1_000;

  /// Makes the visit.
  ///
  /// @param sandbox where the agent runs
  /// @param code the agent's program
  /// @param state of the agent; empty for one that starts out
  /// @return how it ended, and what it brought
  /// @throws IOException if the folder cannot be read
  /// @throws InterruptedException if the calling thread was interrupted; the agent runs no more
  public TrialResult run(Sandbox sandbox, VisitOrder.Code code, Optional<byte[]> state)
      throws IOException, InterruptedException {
    var source = DocumentRoot.open(folder, DocumentRoot.USUAL_INDEX_FILES, MAX_FILE_BYTES);
    var robots = new FolderRobots(scope.origin(), folder, source);
    var gate = new VisitGate(scope, inputs.productToken(), robots::get, new RoutePolicy.OverHttp());
    var order = new VisitOrder(SIGNER, "try", code, state, inputs, limits);
    var journal = new TrialJournal();
    var result =
        new VisitRunner(sandbox, InstantSource.system())
            .run(order, VisitTally.NONE, gate, source, journal);
    return new TrialResult(result, journal.kept());
  }

  /// {@return the URLs with which a visit begins where nobody names others: the site's root, or all
  /// its HTML files where the folder has no index file}
  ///
  /// @param folder the pages
  /// @param origin of the site
  /// @throws IOException if the folder cannot be read
  public static List<String> usualStarts(Path folder, String origin) throws IOException {
    boolean hasIndex =
        DocumentRoot.USUAL_INDEX_FILES.stream().anyMatch(f -> Files.exists(folder.resolve(f)));
    if (hasIndex) {
      return List.of(origin + "/");
    }
    try (var files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith(".html") || name.endsWith(".htm"))
          .sorted()
          .limit(MAX_STARTS)
          .flatMap(name -> PageUrl.parse(origin + "/" + name).stream())
          .map(PageUrl::toString)
          .toList();
    }
  }
}
