package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import dev.sojourn.visit.trial.CombinationTrial;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.NamedLimits;
import dev.sojourn.visit.trial.TrialResult;
import dev.sojourn.visit.trial.TrialStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The trial of an agent in one test: a folder of pages, and successive visits to it. As at a host,
/// a visit continues with the state of the last finished visit. Confined to one thread.
public final class AgentTrial implements AutoCloseable {
  private static final String TOKEN = "SojournBot";

  private final VisitOrder.Code code;
  private final Path folder;
  private final Sandbox sandbox;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final List<Map.Entry<String, Long>> limits = new ArrayList<>();
  private final List<AgentPart> earlier = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private Optional<byte[]> state = Optional.empty();
  private Optional<TrialResult> parked = Optional.empty();
  private List<String> started = List.of();

  private AgentTrial(VisitOrder.Code code, Path folder, Sandbox sandbox) {
    this.code = code;
    this.folder = folder;
    this.sandbox = sandbox;
  }

  /// {@return a trial in a new folder}
  ///
  /// @param agent the agent's class
  /// @param test the class of its tests
  /// @param sandbox runs the agent
  static AgentTrial begin(Class<? extends Agent> agent, Class<?> test, Sandbox sandbox)
      throws IOException {
    var jar = ClassDirectory.jarOf(agent, test);
    var code = new VisitOrder.Code(Digest.of(Bytes.wrap(jar)).hex(), jar, agent.getName());
    return new AgentTrial(code, Files.createTempDirectory("agent-trial"), sandbox);
  }

  /// {@return the folder of pages, served as `http://localhost/`; after a [#restart()] of an agent
  /// that combines, served as another site}
  public Path folder() {
    return folder;
  }

  /// Writes a page, and replaces an earlier page with this name.
  ///
  /// @param path within the folder, such as `guide/index.html`; `robots.txt` is the site's
  ///   robots.txt
  /// @param content its text, written as UTF-8
  /// @return this
  public AgentTrial page(String path, String content) {
    var file = file(path);
    try {
      Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(folder));
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /// Removes a page.
  ///
  /// @param path within the folder
  /// @return this
  public AgentTrial remove(String path) {
    try {
      Files.delete(file(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  private Path file(String path) {
    var file = folder.resolve(path).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw new IllegalArgumentException("path: " + path + " (expected: a file in the folder)");
    }
    return file;
  }

  /// Sets a parameter of the agent, from its next start on.
  ///
  /// @param parameter such as `words=robots`
  /// @return this
  /// @throws IllegalArgumentException if it is not of this form
  public AgentTrial with(String parameter) {
    int equals = parameter.indexOf('=');
    if (equals <= 0) {
      throw new IllegalArgumentException("with: " + parameter + " (expected: KEY=VALUE)");
    }
    parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    return this;
  }

  /// Limits later visits and combinations.
  ///
  /// @param limit such as `cpu=2s` or `pages=100`, with the names of `agent try --limits`
  /// @return this
  /// @throws IllegalArgumentException if there is no such limit
  public AgentTrial limit(String limit) {
    limits.add(NamedLimits.parse(limit));
    return this;
  }

  /// Sends a message to the agent, which gets it at the first checkpoint of its next visit. Several
  /// messages are delivered in their order; of more than 8, only the first 8 are delivered.
  ///
  /// @param text of the message
  /// @return this
  /// @throws IllegalArgumentException if it has more than 16,000 characters
  public AgentTrial message(String text) {
    messages.add(requireMessage(text));
    return this;
  }

  /// {@return a text that is short enough for a message}
  static String requireMessage(String text) {
    if (CodePoints.exceed(text, MessageReply.MAX_CHARS)) {
      throw new IllegalArgumentException(
          "message: a text of %d characters (expected: at most %d)"
              .formatted(text.codePointCount(0, text.length()), MessageReply.MAX_CHARS));
    }
    return text;
  }

  /// Drops the agent's state: the next visit is the first visit of a new agent. The earlier agent
  /// can still be combined with it. If the agent combines, each new agent has its own site with the
  /// same pages, like the territories of a crawl. The second site is `http://site2.localhost/`.
  ///
  /// @return this
  public AgentTrial restart() {
    present().ifPresent(earlier::add);
    state = Optional.empty();
    parked = Optional.empty();
    return this;
  }

  /// Makes a visit.
  ///
  /// @param starts paths of the start pages, such as `/guide/`. Without paths, the visit starts at
  ///   the site's root, or at all HTML files if there is no index file
  /// @return how the visit ended, and its results
  /// @throws IllegalArgumentException if the agent rejects its parameters, or a start is not a path
  public TriedVisit visit(String... starts) {
    try {
      started = TrialStarts.of(folder, site().origin(), List.of(starts));
      return run(folderVisit(started), TrialStart.of(state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// Wakes the parked agent by a message, if one was sent. Otherwise a change wakes it, if it waits
  /// for changes and pages in its scope changed. Otherwise its time wakes it, without waiting. The
  /// visit has the rest of its limits.
  ///
  /// @return how the visit ended, and its results since the agent woke
  /// @throws IllegalStateException if the agent did not park, or nothing can wake it
  public TriedVisit wake() {
    var last = parked.orElseThrow(() -> new IllegalStateException("the agent is not parked"));
    var until = last.until().orElseThrow();
    try {
      var visit = folderVisit(started);
      if (!messages.isEmpty()) {
        if (!until.onMessage()) {
          throw new IllegalStateException("no message wakes it: it stays " + until.words());
        }
        return run(visit, last.woken(Waker.MESSAGE));
      }
      if (visit.isWoken(last)) {
        return run(visit, last.woken(Waker.CHANGE));
      }
      if (until.time().isEmpty()) {
        throw new IllegalStateException("nothing wakes it: it stays " + until.words());
      }
      return run(visit, last.woken(Waker.TIME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// Combines the agents of this trial, as a crawl does after their visits: the agents before each
  /// [#restart()] in their order, then the present agent. The territory of each agent is the site
  /// that it visited.
  ///
  /// @return how the combination ended, and its results
  public TriedCombination combine() {
    var parts = new ArrayList<>(earlier);
    present().ifPresent(parts::add);
    try {
      return new TriedCombination(combination().run(sandbox, parts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// The combination of the agents of this trial.
  CombinationTrial combination() {
    return new CombinationTrial(code, TOKEN, checked(), NamedLimits.ofTrial(limits));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  /// The state after the last visit.
  Optional<byte[]> state() {
    return state;
  }

  /// The present agent, if it has a state.
  private Optional<AgentPart> present() {
    return state.map(present -> new AgentPart(site(), present));
  }

  /// The site of the present agent. All agents that do not combine share the first site.
  private Scope site() {
    boolean isOwn = CombinationCheck.combines(code.jar(), code.entryClass());
    return Scope.site(FolderVisit.origin(isOwn ? earlier.size() + 1 : 1));
  }

  private FolderVisit folderVisit(List<String> starts) {
    var site = site();
    var inputs = new VisitOrder.Inputs(TOKEN, starts, site, 1, checked());
    return new FolderVisit(folder, site, inputs, NamedLimits.ofTrial(limits));
  }

  private TriedVisit run(FolderVisit visit, TrialStart start)
      throws IOException, InterruptedException {
    var said = List.copyOf(messages);
    messages.clear();
    var result = visit.run(sandbox, code, start.withMessages(said));
    state = result.visit().state().or(() -> state);
    parked = Optional.of(result).filter(ended -> ended.until().isPresent());
    return new TriedVisit(result);
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("the visit was interrupted", e);
  }

  /// The checked parameters; none if the code is unreadable, whose faults the visit reports.
  private Map<String, String> checked() {
    if (!isReadable(code.jar())) {
      return Map.of();
    }
    try {
      return AgentParameters.ofJar(code.jar(), code.entryClass()).check(parameters);
    } catch (UnfitParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static boolean isReadable(byte[] jar) {
    try {
      var _ = Admission.classes(jar);
      return true;
    } catch (RefusedException _) {
      return false;
    }
  }

  /// Copies a folder of pages into the folder of this trial.
  void copy(Path pages) throws IOException {
    try (var files = Files.walk(pages)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var target = folder.resolve(pages.relativize(file).toString());
        Files.createDirectories(Optional.ofNullable(target.getParent()).orElse(folder));
        Files.copy(file, target);
      }
    }
  }

  /// Deletes the folder.
  @Override
  public void close() throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
