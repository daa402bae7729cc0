package dev.sojourn.visit.trial;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.GateRuling;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FolderRobots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A visit to a folder, which is served as a separate site with its robots.txt.
///
/// @param folder the pages, as files
/// @param scope the part of the site that the agent may see
/// @param inputs the inputs of the agent
/// @param limits the limits of the visit
public record FolderVisit(Path folder, Scope scope, VisitOrder.Inputs inputs, VisitLimits limits) {
  /// The default origin of a folder.
  public static final String ORIGIN = "http://localhost";

  private static final String SIGNER = "agent-try";
  private static final int MAX_FILE_BYTES = 16 << 20;
  private static final int MAX_STARTS = 1_000;

  /// {@return the origin of one of several folders, each of them a separate site}
  ///
  /// @param number the number of the folder, from 1; folder 1 has [#ORIGIN]
  public static String origin(int number) {
    return number == 1 ? ORIGIN : "http://site%d.localhost".formatted(number);
  }

  /// Runs the visit.
  ///
  /// @param sandbox the sandbox that runs the agent
  /// @param code the agent's program
  /// @param start the agent at the start of the visit
  /// @return the result of the trial
  /// @throws IOException if the folder cannot be read
  /// @throws InterruptedException if the calling thread was interrupted; the agent no longer runs
  public TrialResult run(Sandbox sandbox, VisitOrder.Code code, TrialStart start)
      throws IOException, InterruptedException {
    var root = root();
    var gate = gate(root);
    var now = FolderSnapshot.of(root.index(), scope.origin());
    var order =
        new VisitOrder(SIGNER, "try", code, start.state(), inputs.causedBy(start.cause()), limits)
            .readingBack();
    var journal = new TrialJournal(start.messages());
    var result =
        new VisitRunner(sandbox, InstantSource.system())
            .run(order, start.spent(), gate, new ChangingFolder(root, start.seen(), now), journal);
    return new TrialResult(result, journal.kept(), now, journal.noted());
  }

  /// {@return whether a change of pages wakes a parked agent; only pages that it may see count}
  ///
  /// @param parked the result of the visit after which the agent parked
  /// @throws IOException if the folder cannot be read
  /// @throws InterruptedException if the calling thread was interrupted
  public boolean isWoken(TrialResult parked) throws IOException, InterruptedException {
    if (parked.until().filter(WakeConditions::onChange).isEmpty()) {
      return false;
    }
    var root = root();
    var gate = gate(root);
    var later = FolderSnapshot.of(root.index(), scope.origin());
    return !parked
        .seen()
        .changesTo(later, url -> gate.rule(url) instanceof GateRuling.Allowed)
        .equals(new PageChanges.Reported(List.of(), true));
  }

  /// {@return the pages of the folder, each with the reason why the agent may not see it; the
  /// reason is empty if it may}
  ///
  /// @throws IOException if the folder cannot be read
  /// @throws InterruptedException if the calling thread was interrupted
  public Map<String, String> objections() throws IOException, InterruptedException {
    var root = root();
    var gate = gate(root);
    var objections = new LinkedHashMap<String, String>();
    for (var url : FolderSnapshot.of(root.index(), scope.origin()).stamps().keySet()) {
      objections.put(url.toString(), gate.rule(url).reason());
    }
    return objections;
  }

  private DocumentRoot root() throws IOException {
    return DocumentRoot.open(folder, DocumentRoot.USUAL_INDEX_FILES, MAX_FILE_BYTES);
  }

  private VisitGate gate(DocumentRoot root) {
    var robots = new FolderRobots(scope.origin(), folder, root);
    return new VisitGate(scope, inputs.productToken(), robots::get, new RoutePolicy.OverHttp());
  }

  /// A folder that lists its changes since an earlier visit.
  ///
  /// @param root the folder
  /// @param before the pages at the earlier visit; empty if there was none
  /// @param now the pages at the start of this visit
  private record ChangingFolder(
      DocumentRoot root, Optional<FolderSnapshot> before, FolderSnapshot now)
      implements ContentSource {
    @Override
    public Content read(PageUrl url) throws IOException {
      return root.read(url);
    }

    @Override
    public PageChanges changes(PageFilter filter) throws InterruptedException {
      return before.isPresent()
          ? before.get().changesTo(now, filter)
          : new PageChanges.Unreported(
              "No earlier visit is known here whose pages could be compared.");
    }
  }

  /// {@return the default start URLs of a visit: the site's root, or up to 1,000 HTML files if the
  /// folder has no index file}
  ///
  /// @param folder the pages
  /// @param origin the origin of the site
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
