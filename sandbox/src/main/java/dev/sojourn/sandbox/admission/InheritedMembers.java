package dev.sojourn.sandbox.admission;

import java.util.Set;

/// The methods of the JDK that an agent's classes inherit but an agent may not name.
///
/// Without this list, an agent's interface could declare such a method and open it. A call by that
/// interface would count as a call within the agent, but the JVM selects the inherited method.
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

  /// Whether an agent's interface may not declare this method.
  static boolean contains(String name, String descriptor) {
    return UNLISTED.contains(name + descriptor);
  }
}
