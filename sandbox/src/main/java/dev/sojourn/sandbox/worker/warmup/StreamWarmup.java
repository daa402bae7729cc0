package dev.sojourn.sandbox.worker.warmup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The part of [JdkWarmup] for streams.
final class StreamWarmup {
  private final List<Object> kept = new ArrayList<>();

  private StreamWarmup() {}

  static void run() {
    var streams = new StreamWarmup();
    streams.objects();
    streams.ints();
    streams.longs();
    streams.doubles();
    keepingCollectors().forEach(streams::collect);
    reducingCollectors().forEach(streams::collect);
    groupingCollectors().forEach(streams::collect);
  }

  private void keep(Object... made) {
    kept.addAll(Arrays.asList(made));
  }

  private void collect(Collector<? super String, ?, ?> collector) {
    keep(Stream.of("a", "bc").collect(collector));
  }

  /// Returns collectors that keep the elements.
  private static List<Collector<? super String, ?, ?>> keepingCollectors() {
    return List.of(
        Collectors.toList(),
        Collectors.toSet(),
        Collectors.toUnmodifiableList(),
        Collectors.toUnmodifiableSet(),
        Collectors.toCollection(TreeSet::new),
        Collectors.joining(),
        Collectors.joining(","),
        Collectors.joining(",", "[", "]"),
        Collectors.mapping(String::strip, Collectors.toList()),
        Collectors.filtering(String::isEmpty, Collectors.toList()),
        Collectors.flatMapping(Stream::of, Collectors.toList()),
        Collectors.collectingAndThen(Collectors.toList(), List::size),
        Collector.of(ArrayList::new, List::add, (a, _) -> a));
  }

  /// Returns collectors that make one value from all elements.
  private static List<Collector<? super String, ?, ?>> reducingCollectors() {
    var natural = Comparator.<String>naturalOrder();
    return List.of(
        Collectors.counting(),
        Collectors.minBy(natural),
        Collectors.maxBy(natural),
        Collectors.summingInt(String::length),
        Collectors.summingLong(String::length),
        Collectors.summingDouble(String::length),
        Collectors.averagingInt(String::length),
        Collectors.averagingLong(String::length),
        Collectors.averagingDouble(String::length),
        Collectors.summarizingInt(String::length),
        Collectors.summarizingLong(String::length),
        Collectors.summarizingDouble(String::length),
        Collectors.<String>reducing(String::concat),
        Collectors.reducing("", String::concat),
        Collectors.reducing(0, String::length, Integer::sum),
        Collectors.teeing(Collectors.counting(), Collectors.counting(), Long::sum));
  }

  /// Returns collectors that keep the elements by a key.
  private static List<Collector<? super String, ?, ?>> groupingCollectors() {
    return List.of(
        Collectors.groupingBy(String::length),
        Collectors.groupingBy(String::length, Collectors.counting()),
        Collectors.groupingBy(String::length, TreeMap::new, Collectors.toUnmodifiableList()),
        Collectors.partitioningBy(String::isEmpty),
        Collectors.partitioningBy(String::isEmpty, Collectors.counting()),
        Collectors.toMap(String::strip, String::length),
        Collectors.toMap(String::strip, String::length, Integer::sum),
        Collectors.toMap(String::strip, String::length, Integer::sum, TreeMap::new),
        Collectors.toUnmodifiableMap(String::strip, String::length),
        Collectors.toUnmodifiableMap(String::strip, String::length, Integer::sum));
  }

  private void objects() {
    Supplier<Stream<String>> texts = () -> Stream.of("b", "a", "b");
    keep(texts.get().sorted().distinct().skip(1).limit(1).toList());
    keep(texts.get().filter(String::isEmpty).sorted().toList());
    keep(texts.get().flatMap(Stream::of).peek(kept::add).count());
    keep(texts.get().flatMapToInt(String::chars).sum());
    keep(texts.get().flatMapToLong(text -> LongStream.of(text.length())).sum());
    keep(texts.get().flatMapToDouble(text -> DoubleStream.of(text.length())).sum());
    keep(texts.get().mapMulti((text, into) -> into.accept(text)).toArray());
    keep(
        (Object)
            texts.get().<String>mapMulti((text, into) -> into.accept(text)).toArray(String[]::new));
    keep(texts.get().mapMultiToInt((text, into) -> into.accept(text.length())).sum());
    keep(texts.get().mapMultiToLong((text, into) -> into.accept(text.length())).sum());
    keep(texts.get().mapMultiToDouble((text, into) -> into.accept(text.length())).sum());
    keep(
        texts.get().takeWhile(String::isEmpty).toList(),
        texts.get().dropWhile("b"::equals).count());
    keep(texts.get().anyMatch("a"::equals), texts.get().allMatch("a"::equals));
    keep(texts.get().noneMatch("a"::equals), texts.get().min(Comparator.naturalOrder()));
    keep(texts.get().max(Comparator.naturalOrder()), texts.get().reduce(String::concat));
    keep(texts.get().reduce("", String::concat), texts.get().findAny(), texts.get().findFirst());
    keep(texts.get().<List<String>>collect(ArrayList::new, List::add, List::addAll));
    keep(Stream.concat(texts.get(), texts.get()).iterator().next(), Stream.of("a").count());
    texts.get().forEachOrdered(kept::add);
  }

  private void ints() {
    Supplier<IntStream> numbers = () -> IntStream.of(3, 1, 2, 1);
    keep(numbers.get().sorted().distinct().skip(1).limit(1).boxed().toList());
    keep(numbers.get().average(), numbers.get().sum(), numbers.get().min(), numbers.get().max());
    keep(numbers.get().summaryStatistics(), numbers.get().count(), numbers.get().toArray());
    keep(numbers.get().asLongStream().sum(), numbers.get().asDoubleStream().sum());
    keep(numbers.get().mapMulti((n, into) -> into.accept(n)).sum());
    keep(numbers.get().flatMap(IntStream::of).takeWhile(n -> n > 2).count());
    keep(numbers.get().dropWhile(n -> n > 2).mapToObj(Integer::toString).toList());
    keep(numbers.get().anyMatch(n -> n > 2), numbers.get().allMatch(n -> n > 2));
    keep(
        numbers.get().noneMatch(n -> n > 2),
        numbers.get().<List<Object>>collect(ArrayList::new, List::add, List::addAll));
    keep(numbers.get().reduce(Integer::sum), numbers.get().findAny(), numbers.get().findFirst());
    keep(IntStream.concat(numbers.get(), numbers.get()).iterator().next());
    numbers.get().iterator().forEachRemaining((Integer n) -> kept.add(n));
    numbers.get().peek(kept::add).forEachOrdered(kept::add);
  }

  private void longs() {
    Supplier<LongStream> numbers = () -> LongStream.of(3, 1, 2, 1);
    keep(numbers.get().sorted().distinct().skip(1).limit(1).boxed().toList());
    keep(numbers.get().average(), numbers.get().sum(), numbers.get().min(), numbers.get().max());
    keep(numbers.get().summaryStatistics(), numbers.get().count(), numbers.get().toArray());
    keep(numbers.get().asDoubleStream().sum(), numbers.get().mapToInt(n -> (int) n).sum());
    keep(numbers.get().mapMulti((n, into) -> into.accept(n)).sum());
    keep(numbers.get().flatMap(LongStream::of).takeWhile(n -> n > 2).count());
    keep(numbers.get().dropWhile(n -> n > 2).mapToObj(Long::toString).toList());
    keep(numbers.get().anyMatch(n -> n > 2), numbers.get().allMatch(n -> n > 2));
    keep(
        numbers.get().noneMatch(n -> n > 2),
        numbers.get().<List<Object>>collect(ArrayList::new, List::add, List::addAll));
    keep(numbers.get().reduce(Long::sum), numbers.get().findAny(), numbers.get().findFirst());
    keep(LongStream.concat(numbers.get(), numbers.get()).iterator().next());
    numbers.get().iterator().forEachRemaining((Long n) -> kept.add(n));
    numbers.get().peek(kept::add).forEachOrdered(kept::add);
  }

  private void doubles() {
    Supplier<DoubleStream> numbers = () -> DoubleStream.of(3, 1, 2, 1);
    keep(numbers.get().sorted().distinct().skip(1).limit(1).boxed().toList());
    keep(numbers.get().average(), numbers.get().sum(), numbers.get().min(), numbers.get().max());
    keep(numbers.get().summaryStatistics(), numbers.get().count(), numbers.get().toArray());
    keep(numbers.get().mapToLong(n -> (long) n).sum(), numbers.get().mapToInt(n -> (int) n).sum());
    keep(numbers.get().mapMulti((n, into) -> into.accept(n)).sum());
    keep(numbers.get().flatMap(DoubleStream::of).takeWhile(n -> n > 2).count());
    keep(numbers.get().dropWhile(n -> n > 2).mapToObj(Double::toString).toList());
    keep(numbers.get().anyMatch(n -> n > 2), numbers.get().allMatch(n -> n > 2));
    keep(
        numbers.get().noneMatch(n -> n > 2),
        numbers.get().<List<Object>>collect(ArrayList::new, List::add, List::addAll));
    keep(numbers.get().reduce(Double::sum), numbers.get().findAny(), numbers.get().findFirst());
    keep(DoubleStream.concat(numbers.get(), numbers.get()).iterator().next());
    numbers.get().iterator().forEachRemaining((Double n) -> kept.add(n));
    numbers.get().peek(kept::add).forEachOrdered(kept::add);
  }
}
