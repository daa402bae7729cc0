package dev.sojourn.sandbox.worker.warmup;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The warmup of the JDK: it links the lambdas inside the JDK members that agents may call. The JVM
/// keeps the first result for all visits. A first call of `Comparator.comparing` with a full stack
/// could break it for all later visits.
public final class JdkWarmup {
  /// Large enough to use each sorting algorithm.
  private static final int NUMBERS = 6_000;

  private final List<Object> kept = new ArrayList<>();

  private JdkWarmup() {}

  /// Calls methods that have lambdas.
  public static void run() {
    var jdk = new JdkWarmup();
    jdk.comparators();
    jdk.functions();
    jdk.numberFunctions();
    jdk.collections();
    jdk.times();
    sort();
    StreamWarmup.run();
  }

  private void keep(Object... made) {
    kept.addAll(Arrays.asList(made));
  }

  private void comparators() {
    var natural = Comparator.<String>naturalOrder();
    var length = Comparator.comparingInt(String::length);
    keep(
        Comparator.comparing(String::strip),
        Comparator.comparing(String::strip, natural),
        Comparator.comparingLong(String::length),
        Comparator.comparingDouble(String::length),
        length.thenComparing(natural),
        length.thenComparing(String::strip),
        length.thenComparing(String::strip, natural),
        length.thenComparingInt(String::length),
        length.thenComparingLong(String::length),
        length.thenComparingDouble(String::length),
        length.reversed(),
        natural.reversed(),
        Comparator.nullsFirst(natural).thenComparing(length),
        Comparator.nullsLast(natural).reversed(),
        Map.Entry.<String, String>comparingByKey(),
        Map.Entry.<String, String>comparingByKey(length),
        Map.Entry.<String, String>comparingByValue(),
        Map.Entry.<String, String>comparingByValue(length),
        BinaryOperator.minBy(natural),
        BinaryOperator.maxBy(natural));
  }

  private void functions() {
    Function<String, String> function = String::strip;
    BiFunction<String, String, String> both = String::concat;
    Predicate<String> predicate = String::isEmpty;
    BiPredicate<String, String> bothTrue = String::equals;
    Consumer<String> consumer = kept::add;
    BiConsumer<String, Object> bothTaken = (_, value) -> kept.add(value);
    keep(
        function.andThen(function),
        function.compose(function),
        Function.identity(),
        UnaryOperator.identity(),
        both.andThen(function),
        predicate.and(predicate),
        predicate.or(predicate),
        predicate.negate(),
        Predicate.not(predicate),
        Predicate.isEqual("a"),
        isNull(),
        bothTrue.and(bothTrue),
        bothTrue.or(bothTrue),
        bothTrue.negate(),
        consumer.andThen(consumer),
        bothTaken.andThen(bothTaken));
  }

  /// Returns a predicate that the JDK makes with another lambda.
  @SuppressWarnings("NullAway")
  private static Predicate<String> isNull() {
    return Predicate.isEqual(null);
  }

  private void numberFunctions() {
    IntPredicate odd = n -> n % 2 != 0;
    LongPredicate oddLong = n -> n % 2 != 0;
    DoublePredicate large = n -> n > 1;
    IntUnaryOperator next = n -> n + 1;
    LongUnaryOperator nextLong = n -> n + 1;
    DoubleUnaryOperator half = n -> n / 2;
    IntConsumer taken = kept::add;
    LongConsumer takenLong = kept::add;
    DoubleConsumer takenDouble = kept::add;
    keep(odd.and(odd), odd.or(odd), odd.negate());
    keep(oddLong.and(oddLong), oddLong.or(oddLong), oddLong.negate());
    keep(large.and(large), large.or(large), large.negate());
    keep(next.andThen(next), next.compose(next), IntUnaryOperator.identity());
    keep(nextLong.andThen(nextLong), nextLong.compose(nextLong), LongUnaryOperator.identity());
    keep(half.andThen(half), half.compose(half), DoubleUnaryOperator.identity());
    keep(taken.andThen(taken), takenLong.andThen(takenLong), takenDouble.andThen(takenDouble));
  }

  private void collections() {
    var texts = List.of("b", "a");
    var deque = new ArrayDeque<>(texts);
    var queue = new PriorityQueue<>(texts);
    keep(deque.retainAll(texts), deque.addAll(texts), deque.removeAll(texts));
    keep(queue.retainAll(texts), queue.removeAll(texts));
    keep(Collections.nCopies(2, "a").stream().toList(), "text".chars().sum());
    keep("a\nb".lines().toList(), "text".codePoints().sum());
    keep("a\nb".indent(1), " a\nb".indent(-1), " a\n b\n".stripIndent());
    keep(new StringBuilder("text").chars().sum(), new StringBuilder("text").codePoints().sum());
    keep(new DoubleSummaryStatistics(1, 0, 1, 1));
    var unmodifiable = Collections.unmodifiableMap(new TreeMap<>(Map.of("a", "b")));
    unmodifiable.entrySet().forEach(this::keep);
    unmodifiable.forEach(this::keep);
    keep(unmodifiable.entrySet().stream().toList());
    keep(Collections.list(Collections.enumeration(texts)));
    keep(Collections.enumeration(texts).asIterator().next());
  }

  private void times() {
    var time = OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    var text = time.toString();
    var day = LocalDate.EPOCH;
    keep(OffsetDateTime.parse("2026-01-01T00:00:00Z"), text, OffsetDateTime.timeLineOrder());
    keep(LocalDate.parse("2026-01-01"), LocalTime.parse("10:00"), Year.parse("2026"));
    keep(LocalDateTime.parse("2026-01-01T10:00"), YearMonth.parse("2026-01"));
    keep(OffsetTime.parse("10:00Z"), day.range(ChronoField.DAY_OF_MONTH), day.getEra());
    keep(ChronoLocalDate.timeLineOrder(), ChronoLocalDateTime.timeLineOrder());
    keep(day.datesUntil(day.plusDays(2)).toList());
    keep(day.datesUntil(day.plusMonths(2), java.time.Period.ofMonths(1)).toList());
    keep(day.datesUntil(day.plusMonths(2), java.time.Period.of(0, 1, 1)).toList());
  }

  /// Sorts unordered numbers, many equal numbers, and few numbers.
  private static void sort() {
    for (int most : new int[] {Integer.MAX_VALUE, 3}) {
      var ints = new int[NUMBERS];
      int seed = 1;
      for (int i = 0; i < NUMBERS; i++) {
        seed = seed * 1_103_515_245 + 12_345;
        ints[i] = (seed >>> 1) % most;
      }
      Arrays.sort(Arrays.stream(ints).asLongStream().toArray());
      Arrays.sort(Arrays.stream(ints).asDoubleStream().toArray());
      var floats = new float[NUMBERS];
      for (int i = 0; i < NUMBERS; i++) {
        floats[i] = ints[i];
      }
      Arrays.sort(floats);
      Arrays.sort(ints);
    }
  }
}
