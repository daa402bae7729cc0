package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.FragmentLink;
import dev.sojourn.agent.tree.HtmlTable;
import dev.sojourn.agent.tree.PageImage;
import dev.sojourn.agent.tree.TableCell;
import dev.sojourn.agent.tree.TableRow;
import dev.sojourn.sandbox.admission.VisibleClasses;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The kinds of values in a state, as docs/write-an-agent.md lists them.
final class StateKindsTest {
  static final class Keeper {
    Object kept = "nothing";
  }

  /// Its elements would be lost.
  static final class Own extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
  }

  private final StateCodec codec = new StateCodec(List.of(Keeper.class, Own.class), 1 << 20);

  private Object travelled(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return codec.read(codec.write(keeper), Keeper.class).kept;
  }

  /// Arrays too are one argument.
  private static Stream<Arguments> each(Object... values) {
    return Arrays.stream(values).map(value -> Arguments.of(value));
  }

  static Stream<Arguments> kept() {
    var list = new ArrayList<>(List.of("a", "b"));
    var map = new HashMap<>(Map.of("k", 1));
    return each(
        LocalTime.NOON,
        LocalDateTime.of(2026, 1, 2, 3, 4),
        OptionalDouble.of(1.5),
        List.copyOf(list),
        Set.copyOf(list),
        Map.copyOf(map),
        list.stream().toList(),
        Arrays.asList("a", "b"),
        Collections.emptyList(),
        Collections.emptySet(),
        Collections.emptyMap(),
        Collections.singletonList("a"),
        Collections.singleton("a"),
        Collections.singletonMap("k", "v"),
        Collections.unmodifiableList(list),
        Collections.unmodifiableSet(new TreeSet<>(list)),
        Collections.unmodifiableSortedSet(new TreeSet<>(list)),
        Collections.unmodifiableMap(map),
        Collections.unmodifiableSortedMap(new TreeMap<>(map)),
        new String[][] {{"a"}, {}},
        new double[][] {{1}, {}},
        new byte[][] {{1}, {}},
        new Integer[] {1, null},
        new List<?>[] {List.of()},
        new Keeper[1][1][0],
        new DayOfWeek[] {DayOfWeek.FRIDAY},
        new PageUrl[0],
        new Keeper[0],
        PageUrl.parse("http://h/a").orElseThrow(),
        KnownPage.unread("http://h/a"));
  }

  @ParameterizedTest
  @MethodSource
  void kept(Object value) {
    assertThat(travelled(value)).isEqualTo(value);
  }

  static Stream<Arguments> refused() {
    var list = new ArrayList<>(List.of("a", "b"));
    var map = new HashMap<>(Map.of("k", 1));
    Supplier<String> lambda = () -> "x";
    return each(
        lambda,
        list.iterator(),
        list.stream(),
        list.subList(0, 1),
        list.reversed(),
        map.keySet(),
        map.values(),
        map.entrySet(),
        Map.entry("k", 1),
        Collections.nCopies(2, "a"),
        new Thread[0],
        new Thread[0][0],
        new int[1][1][1][1][0],
        new Own(),
        new TreeMap<>(Comparator.<String>reverseOrder()),
        new TreeSet<>(Comparator.<String>reverseOrder()),
        new PriorityQueue<>(Comparator.<String>reverseOrder()),
        Map.of(List.of(), 1),
        Set.of(List.of()),
        new HashMap<>(Map.of(new Frontier(), 1)));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Object value) {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> travelled(value))
        .withMessageStartingWith("StateKindsTest$Keeper.kept");
  }

  /// Records are made of values that pass their checks; constants exist already.
  static Stream<Arguments> everyRecordAndEnumOfTheAgentApi() {
    var leg = new Itinerary.Leg(List.of(new Itinerary.Stop("http://h", List.of())), true);
    var change = new PageChanges.PageChange("http://h/", PageChanges.Kind.GONE);
    var usage = new PageUsage(Map.of("search", true), Map.of("ai-train", false), List.of("l"));
    return each(
        PageUrl.parse("http://h/a?b").orElseThrow(),
        new Scope("http://h", List.of("/"), List.of("/x")),
        new Link("http://h/", "text", true),
        Directives.NONE,
        new Budget(Duration.ofSeconds(1), 2, 3, 4),
        Next.done(),
        Next.onward(List.of("http://h/")),
        new Fetched.Refused("u", "r"),
        new Fetched.Missing("u", 404, "r"),
        new Fetched.OutOfScope("u"),
        new Fetched.Unchanged("u"),
        new PagePrint(1, 2, 3),
        new PageValidators(Optional.of("e"), Optional.empty()),
        KnownPage.unread("http://h/a"),
        WakeConditions.at(Instant.EPOCH),
        Next.park(WakeConditions.byMessage()),
        new FrontierCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
        new PageMeta("n", "c"),
        new LinkContext("u", "a", "t", "b", "a"),
        usage,
        PagePart.LINKS,
        new Itinerary(List.of(leg)),
        leg,
        leg.stops().getFirst(),
        Next.along(new Itinerary(List.of(leg))),
        Frontier.Priority.LOW,
        new Frontier.Candidate("u", Optional.of("p"), 3),
        new PageChanges.Reported(List.of(change), true),
        new PageChanges.Unreported("r"),
        change,
        PageChanges.Kind.NEW,
        new VisitCause.Start(),
        new VisitCause.Arrival("f"),
        new VisitCause.Resumption(),
        new VisitCause.Wake(VisitCause.Waker.TIME),
        new VisitCause.Combination(),
        VisitCause.Waker.CHANGE,
        new FragmentLink("u", "f"),
        new HtmlTable("c", List.of(new TableRow(List.of(new TableCell("t", true)))), false),
        new PageImage("u", Optional.of("a"), OptionalInt.of(1), OptionalInt.empty()),
        new TableCell("t", false),
        new TableRow(List.of()));
  }

  @ParameterizedTest
  @MethodSource
  void everyRecordAndEnumOfTheAgentApi(Object value) {
    assertThat(travelled(value)).isEqualTo(value);
    assertThat(travelled(new Object[] {value, value})).isEqualTo(new Object[] {value, value});
  }

  @Test
  void theTableHasAllOfThem() throws IOException, URISyntaxException {
    var named =
        everyRecordAndEnumOfTheAgentApi()
            .map(each -> each.get()[0])
            .map(value -> value instanceof Enum<?> e ? e.getDeclaringClass() : value.getClass())
            .map(Class::getName)
            .toList();

    assertThat(named).doesNotHaveDuplicates();
    assertThat(named).containsExactlyInAnyOrderElementsOf(recordsAndEnums());
  }

  private static List<String> recordsAndEnums() throws IOException, URISyntaxException {
    var place = Path.of(Frontier.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return recordsAndEnums(place);
    }
    try (var jar = FileSystems.newFileSystem(place)) {
      return recordsAndEnums(jar.getPath("/"));
    }
  }

  /// The records and enums that an agent may name.
  private static List<String> recordsAndEnums(Path root) throws IOException {
    var loader = Frontier.class.getClassLoader();
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('/', '.'))
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .filter(VisibleClasses::isAgentApi)
          .filter(
              name -> {
                try {
                  var type = Class.forName(name, false, loader);
                  return type.isRecord() || type.isEnum();
                } catch (ClassNotFoundException e) {
                  throw new AssertionError(e);
                }
              })
          .toList();
    }
  }
}
