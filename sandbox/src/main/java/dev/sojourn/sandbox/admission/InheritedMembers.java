package dev.sojourn.sandbox.admission;

import java.util.Set;

/// The methods that an agent's classes inherit from the JDK, although an agent may not name them.
///
/// An agent's own interface that declares one of them would open it: a call by that interface
/// counts as a call within the agent, but the JVM selects the method that the object's class has
/// inherited.
final class InheritedMembers {
  private static final Set<String> UNLISTED =
      Set.of(
          "clone()Ljava/lang/Object;",
          "clone()Ljava/util/ArrayDeque;",
          "clone()Ljava/util/EnumMap;",
          "describeConstable()Ljava/util/Optional;",
          "doubles()Ljava/util/stream/DoubleStream;",
          "doubles(DD)Ljava/util/stream/DoubleStream;",
          "doubles(J)Ljava/util/stream/DoubleStream;",
          "doubles(JDD)Ljava/util/stream/DoubleStream;",
          "equiDoubles(DDZZ)Ljava/util/stream/DoubleStream;",
          "fillInStackTrace()Ljava/lang/Throwable;",
          "getSuppressed()[Ljava/lang/Throwable;",
          "finalize()V",
          "format(Ljava/time/format/DateTimeFormatter;)Ljava/lang/String;",
          "getDisplayName(Ljava/util/Locale;)Ljava/lang/String;",
          "ints()Ljava/util/stream/IntStream;",
          "ints(II)Ljava/util/stream/IntStream;",
          "ints(J)Ljava/util/stream/IntStream;",
          "ints(JII)Ljava/util/stream/IntStream;",
          "isDeprecated()Z",
          "isParallel()Z",
          "longs()Ljava/util/stream/LongStream;",
          "longs(J)Ljava/util/stream/LongStream;",
          "longs(JJ)Ljava/util/stream/LongStream;",
          "longs(JJJ)Ljava/util/stream/LongStream;",
          "nextBytes([B)V",
          "notify()V",
          "notifyAll()V",
          "onClose(Ljava/lang/Runnable;)Ljava/util/stream/BaseStream;",
          "parallel()Ljava/util/stream/BaseStream;",
          "parallel()Ljava/util/stream/DoubleStream;",
          "parallel()Ljava/util/stream/IntStream;",
          "parallel()Ljava/util/stream/LongStream;",
          "parallelStream()Ljava/util/stream/Stream;",
          "printStackTrace()V",
          "replaceAll(Ljava/util/function/BiFunction;)V",
          "replaceAll(Ljava/util/function/UnaryOperator;)V",
          "wait()V",
          "wait(J)V",
          "wait(JI)V");

  private InheritedMembers() {}

  /// Whether an agent's interface may not declare a method so.
  static boolean contains(String name, String descriptor) {
    return UNLISTED.contains(name + descriptor);
  }
}
