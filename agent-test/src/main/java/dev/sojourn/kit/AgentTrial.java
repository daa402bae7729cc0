package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.PageUrl;
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

/// The trial of an agent in one test: a folder of pages, and visits to it, one after the other. A
/// later visit goes on with the state that the last finished one left, as at a host. Confined to
/// one thread.
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
  /// @param sandbox where it runs
  static AgentTrial begin(Class<? extends Agent> agent, Class<?> test, Sandbox sandbox)
      throws IOException {
    var jar = ClassDirectory.jarOf(agent, test);
    var code = new VisitOrder.Code(Digest.of(Bytes.wrap(jar)).hex(), jar, agent.getName());
    return new AgentTrial(code, Files.createTempDirectory("agent-trial"), sandbox);
  }

  /// {@return the folder of pages, served as `http://localhost/`; after a [#restart()] of an agent
  /// that combines, as another site}
  public Path folder() {
    return folder;
  }

  /// Writes a page, in place of an earlier one of that name.
  ///
  /// @param path within the folder, as `guide/index.html`; `robots.txt` is the site's
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

  /// Gives the agent a parameter, from its next start on.
  ///
  /// @param parameter as `words=robots`
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

  /// Limits the visits to come, and combinations.
  ///
  /// @param limit as `cpu=2s` or `pages=100`, by the names of `agent try --limits`
  /// @return this
  /// @throws IllegalArgumentException if there is no such limit
  public AgentTrial limit(String limit) {
    limits.add(NamedLimits.parse(limit));
    return this;
  }

  /// Says something to the agent, which hears it at the first checkpoint of its next visit. Several
  /// messages are heard in their order; if there are more than 8, the last ones find no room.
  ///
  /// @param text of the message
  /// @return this
  /// @throws IllegalArgumentException if it has more than 16,000 characters
  public AgentTrial message(String text) {
    if (CodePoints.exceed(text, MessageReply.MAX_CHARS)) {
      throw new IllegalArgumentException(
          "message: a text of %d characters (expected: at most %d)"
              .formatted(text.codePointCount(0, text.length()), MessageReply.MAX_CHARS));
    }
    messages.add(text);
    return this;
  }

  /// Forgets the agent's state: the next visit is the first of a new agent. The one before can
  /// still be combined with it. As the territories of a crawl do, agents that combine then have
  /// sites of their own, with the same pages: the second one's is `http://site2.localhost/`.
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
  /// @param starts paths to begin with, as `/guide/`; none for the site's root, or all its HTML
  ///   files if there is no index file
  /// @return how it ended, and what it brought
  /// @throws IllegalArgumentException if the agent does not take its parameters, or a start is no
  ///   path
  public TriedVisit visit(String... starts) {
    var urls = new ArrayList<String>();
    for (var start : starts) {
      urls.add(
          PageUrl.parse(site().origin() + start)
              .filter(_ -> start.startsWith("/"))
              .map(PageUrl::toString)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "start: " + start + " (expected: a path, as /a.html)")));
    }
    try {
      started = urls.isEmpty() ? FolderVisit.usualStarts(folder, site().origin()) : urls;
      return run(folderVisit(started), TrialStart.of(state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// Wakes the agent, which parked: by the message, if one was said to it; else by a change, if
  /// pages changed that it may see and it waits for that; else by its time, which is not waited
  /// for. It goes on with the rest of its limits.
  ///
  /// @return how it ended, and what it brought since it woke
  /// @throws IllegalStateException if the agent did not park, or none of them can wake it
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

  /// Combines the agents of this trial, as a crawl does when their visits are over: those before
  /// each [#restart()] in their order, then the present one. The territory of each is the site that
  /// it visited.
  ///
  /// @return how it ended, and what it brought
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

  /// The combination of its agents.
  CombinationTrial combination() {
    return new CombinationTrial(code, TOKEN, checked(), NamedLimits.ofTrial(limits));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  /// The state that the last visit left.
  Optional<byte[]> state() {
    return state;
  }

  /// The present agent, if it has a state.
  private Optional<AgentPart> present() {
    return state.map(present -> new AgentPart(site(), present));
  }

  /// The site of the present agent. One that is not combined has no use for another.
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

  /// Code that no sandbox can read gets no parameters; the visit reports all that is wrong with it.
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

  /// Copies a folder of pages into the one of this trial.
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
