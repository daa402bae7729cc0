package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.ExploredLives.Step;
import dev.sojourn.testing.GeneratedPart;
import dev.sojourn.testing.TransitionTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// docs/crawl-lifecycle.md has the transitions that the machines of a crawl make.
final class CrawlLifecycleDocumentTest {
  private static final ExploredLives LIVES = new ExploredLives();

  /// The places to which a URL of an event goes.
  private static final List<String> GOALS =
      List.of(
          "dropped",
          "waits for the plan",
          "start URL of its territory",
          "in the outbox",
          "left out");

  /// The parts of a site's state that a round changes, each by its words.
  private static final List<Function<SiteState, String>> PARTS =
      List.of(
          StateWords::robots,
          StateWords::sitemaps,
          StateWords::rest,
          StateWords::end,
          state -> state.terms().equals(first().terms()) ? "limits" : "other limits",
          StateWords::stage);

  @Test
  void showsWhereUrlsGo() throws IOException {
    var table =
        new TransitionTable(
            Stream.of(
                    StateWords.ROBOTS,
                    List.of("a URL"),
                    GOALS,
                    List.of("forwarded"),
                    StateWords.SITEMAPS,
                    StateWords.STAGES)
                .flatMap(List::stream)
                .toList());
    for (var step : steps(Event.OfRouting.class)) {
      goals(step, table);
      changed(List.of(StateWords::robots, StateWords::sitemaps, StateWords::stage), step, table);
    }
    check("routing", table, Event.OfRouting.class);
  }

  private static void goals(Step step, TransitionTable table) {
    var before = step.before();
    var after = step.after();
    if (step.event() instanceof Event.RulesChanged) {
      judgedAgain(step, table);
      return;
    }
    if (after.waiting().leftOut().size() > before.waiting().leftOut().size()) {
      table.add("a URL", step.label(), "left out");
    }
    if (after.waiting().early().size() > before.waiting().early().size()) {
      table.add("a URL", step.label(), "waits for the plan");
    }
    if (after.waiting().outbox().size() > before.waiting().outbox().size()) {
      table.add("a URL", step.label(), "in the outbox");
    }
    if (after.waiting().outbox().size() < before.waiting().outbox().size()) {
      table.add("in the outbox", step.label(), "forwarded");
    }
    if (seeds(after) > seeds(before) + before.waiting().early().size()) {
      table.add("a URL", step.label(), "start URL of its territory");
    }
    if (before.waiting().early().size() > after.waiting().early().size()) {
      table.add("waits for the plan", step.label(), "start URL of its territory");
    }
    boolean isOfUrls =
        step.event() instanceof Event.Seeded || step.event() instanceof Event.Referred;
    if (isOfUrls && after.equals(before) && !isKnown(step)) {
      table.add("a URL", step.label(), "dropped");
    }
  }

  private static void judgedAgain(Step step, TransitionTable table) {
    var before = step.before();
    var after = step.after();
    var present = after.isPlanned() ? "start URL of its territory" : "waits for the plan";
    if (after.waiting().leftOut().size() > before.waiting().leftOut().size()) {
      table.add(present, step.label(), "left out");
    }
    if (after.waiting().leftOut().size() < before.waiting().leftOut().size()) {
      table.add("left out", step.label(), present);
    }
  }

  private static boolean isKnown(Step step) {
    var known =
        Stream.concat(
                Stream.concat(
                    step.before().waiting().early().stream(),
                    step.before().waiting().leftOut().stream()),
                step.before().territories().stream().flatMap(t -> t.seeds().stream()))
            .collect(Collectors.toSet());
    return switch (step.event()) {
      case Event.Seeded(var urls) -> known.containsAll(urls);
      case Event.Referred(_, var urls) -> known.containsAll(urls);
      default -> false;
    };
  }

  private static int seeds(SiteState state) {
    return state.territories().stream().mapToInt(t -> t.seeds().size()).sum();
  }

  @Test
  void showsTheLifeOfAVisit() throws IOException {
    var table = new TransitionTable(StateWords.STAGES);
    for (var step : steps(Event.OfVisit.class)) {
      if (!step.after().equals(step.before())) {
        table.add(StateWords.stage(step.before()), step.label(), StateWords.stage(step.after()));
      }
    }
    check("visit", table, Event.OfVisit.class);
  }

  @Test
  void showsTheRounds() throws IOException {
    var table =
        new TransitionTable(
            Stream.of(
                    StateWords.RESTS,
                    StateWords.ENDS,
                    StateWords.ROBOTS,
                    StateWords.SITEMAPS,
                    StateWords.LIMITS,
                    StateWords.STAGES)
                .flatMap(List::stream)
                .toList());
    for (var step : steps(Event.OfRound.class)) {
      changed(PARTS, step, table);
    }
    check("rounds", table, Event.OfRound.class);
  }

  @Test
  void showsTheCommandsOfAStage() throws IOException {
    var text = new StringBuilder("| stage | command |\n| --- | --- |\n");
    for (var stage : StateWords.STAGES) {
      var commands = new TreeSet<String>();
      LIVES.states().stream()
          .filter(state -> StateWords.stage(state).equals(stage) && !state.territories().isEmpty())
          .forEach(state -> commands.addAll(commands(state)));
      var cell = commands.isEmpty() ? "none" : String.join(", ", commands);
      text.append("| %s | %s |\n".formatted(stage, cell));
    }
    part("commands").check(text.toString());
  }

  /// The commands for the agent that is under way.
  private static List<String> commands(SiteState state) {
    return SiteCommands.of(state).stream()
        .filter(
            command ->
                !(command instanceof Command.Dispose
                    || command instanceof Command.Forward
                    || command instanceof Command.ReadRobots
                    || command instanceof Command.ReadSitemaps))
        .map(command -> "`" + command.getClass().getSimpleName() + "`")
        .toList();
  }

  @Test
  void everyStageIsAmongTheStates() {
    var stages = new TreeSet<String>();
    LIVES.states().stream()
        .flatMap(state -> state.territories().stream())
        .forEach(territory -> stages.add(territory.stage().getClass().getSimpleName()));
    assertThat(stages).isEqualTo(names(Stage.class));
  }

  private static void changed(
      List<Function<SiteState, String>> parts, Step step, TransitionTable table) {
    for (var part : parts) {
      var before = part.apply(step.before());
      var after = part.apply(step.after());
      if (!before.equals(after)) {
        table.add(before, step.label(), after);
      }
    }
  }

  private static SiteState first() {
    return LIVES.states().getFirst();
  }

  private static List<Step> steps(Class<? extends Event> topic) {
    return LIVES.steps().stream().filter(step -> topic.isInstance(step.event())).toList();
  }

  private static void check(String name, TransitionTable table, Class<? extends Event> topic)
      throws IOException {
    assertThat(table.events()).containsExactlyInAnyOrderElementsOf(names(topic));
    part(name).check(table.markdown(labels(topic)));
  }

  /// The labels of events, with those of one event together.
  private static List<String> labels(Class<? extends Event> topic) {
    var byEvent = new LinkedHashMap<Class<?>, Set<String>>();
    for (var step : steps(topic)) {
      byEvent
          .computeIfAbsent(step.event().getClass(), _ -> new LinkedHashSet<>())
          .add(step.label());
    }
    return byEvent.values().stream().flatMap(Set::stream).toList();
  }

  private static GeneratedPart part(String name) {
    return new GeneratedPart(
        Path.of("../../docs/crawl-lifecycle.md"),
        name,
        CrawlLifecycleDocumentTest.class.getSimpleName(),
        "crawl/core");
  }

  private static Set<String> names(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
