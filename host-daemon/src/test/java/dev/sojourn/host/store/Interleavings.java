package dev.sojourn.host.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// A deterministic scheduler that runs a small program of several threads in every order of its
/// steps, or in many orders that a seed chooses. The threads are virtual ones, and this class is
/// their scheduler. So one of them runs at a time, and the next one is chosen here. A step ends
/// when a thread waits, yields, or asks a database that was opened through [#stepping]. If none can
/// go on, another test holds a lock, as that of the log, and this waits for it.
///
/// The JDK has no public way to name the scheduler of a virtual thread: the tests open `java.lang`.
final class Interleavings {
  private static final long OUTSIDE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long TIMED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final List<Integer> choices;
  private final IntUnaryOperator further;
  private final List<Integer> widths = new ArrayList<>();
  private final List<Runnable> runnable = new ArrayList<>();
  private final ArrayDeque<Runnable> late = new ArrayDeque<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Thread driver = Thread.currentThread();
  private Runnable afterEachStep = () -> {};
  private boolean isOver;

  /// @param choices the first ones
  /// @param further chooses after them, among the given number
  private Interleavings(List<Integer> choices, IntUnaryOperator further) {
    this.choices = choices;
    this.further = further;
  }

  /// A program, set up anew for each order.
  @FunctionalInterface
  interface Program {
    /// Starts threads, lets them run, and checks the outcome.
    void run(Interleavings order) throws Exception;
  }

  /// Runs a program in all orders; gives their number.
  static int all(Program program) throws Exception {
    var choices = new ArrayList<Integer>();
    int runs = 0;
    boolean isMore = true;
    while (isMore) {
      var order = new Interleavings(List.copyOf(choices), _ -> 0);
      try {
        program.run(order);
      } catch (AssertionError e) {
        throw new AssertionError("in the order " + choices, e);
      } finally {
        order.end();
      }
      runs++;
      isMore = next(choices, order.widths);
    }
    return runs;
  }

  /// Runs a program in orders that a seed chooses.
  static void some(long seed, int orders, Program program) throws Exception {
    for (long one = seed; one < seed + orders; one++) {
      var order = new Interleavings(List.of(), new Random(one)::nextInt);
      try {
        program.run(order);
      } catch (AssertionError e) {
        throw new AssertionError("in the order of seed " + one, e);
      } finally {
        order.end();
      }
    }
  }

  /// The next order in depth-first search: the last choice that has an alternative takes it.
  private static boolean next(List<Integer> choices, List<Integer> widths) {
    while (choices.size() < widths.size()) {
      choices.add(0);
    }
    for (int i = widths.size() - 1; i >= 0; i--) {
      if (choices.get(i) + 1 < widths.get(i)) {
        choices.set(i, choices.get(i) + 1);
        choices.subList(i + 1, choices.size()).clear();
        return true;
      }
    }
    return false;
  }

  /// Makes threads that run only here.
  ThreadFactory threads() {
    return task -> thread("store-writer", task);
  }

  /// Starts a thread of the program.
  void start(String name, Runnable task) {
    thread(name, task).start();
  }

  /// Runs an action after each step.
  void afterEachStep(Runnable work) {
    afterEachStep = work;
  }

  private Thread thread(String name, Runnable task) {
    try {
      var make =
          Class.forName("java.lang.ThreadBuilders")
              .getDeclaredMethod(
                  "newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
      make.setAccessible(true);
      Executor scheduler = this::submit;
      var thread = (Thread) make.invoke(null, scheduler, name, 0, task);
      synchronized (this) {
        threads.add(thread);
      }
      return thread;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A thread can go on. Threads that time has woken come last, so that the order does not depend
  /// on the speed of the machine.
  private synchronized void submit(Runnable step) {
    var waker = Thread.currentThread();
    if (isOver) {
      outside(step);
    } else if (waker.equals(driver) || threads.contains(waker)) {
      runnable.add(step);
    } else {
      late.add(step);
      notifyAll();
    }
  }

  /// Lets the threads of a failed program go on without order. They may hold locks that the other
  /// tests of this process need, or be the next to get one.
  private synchronized void end() {
    isOver = true;
    runnable.forEach(Interleavings::outside);
    late.forEach(Interleavings::outside);
  }

  private static void outside(Runnable step) {
    var _ = Thread.ofPlatform().daemon(true).start(step);
  }

  /// Runs steps until all threads have ended, or only time can wake one.
  void run() throws InterruptedException {
    for (var step = take(); step != null; step = take()) {
      step.run();
      afterEachStep.run();
    }
  }

  private synchronized @Nullable Runnable take() throws InterruptedException {
    if (runnable.isEmpty()) {
      var byLock = awaitLate(OUTSIDE_NANOS, this::isHeldUp);
      return byLock == null ? awaitLate(TIMED_NANOS, this::isTimed) : byLock;
    }
    if (runnable.size() == 1) {
      return runnable.removeFirst();
    }
    int made = widths.size();
    int choice = made < choices.size() ? choices.get(made) : further.applyAsInt(runnable.size());
    widths.add(runnable.size());
    return runnable.remove(choice);
  }

  private synchronized @Nullable Runnable awaitLate(long nanos, BooleanSupplier isExpected)
      throws InterruptedException {
    long until = System.nanoTime() + nanos;
    while (late.isEmpty() && isExpected.getAsBoolean() && System.nanoTime() < until) {
      wait(5);
    }
    return late.poll();
  }

  private synchronized boolean isTimed() {
    return threads.stream().anyMatch(t -> t.getState() == Thread.State.TIMED_WAITING);
  }

  /// If no thread of the program can go on, another test holds the lock.
  private synchronized boolean isHeldUp() {
    return threads.stream().anyMatch(Interleavings::waitsForALock);
  }

  private static boolean waitsForALock(Thread thread) {
    var blocker = LockSupport.getBlocker(thread);
    return thread.getState() == Thread.State.BLOCKED
        || (blocker != null
            && Objects.equals(blocker.getClass().getEnclosingClass(), ReentrantLock.class));
  }

  /// A connection that ends a step before each statement.
  static Connection stepping(Connection connection) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          var result = invoke(connection, method, arguments);
          return switch (result) {
            case PreparedStatement statement -> stepping(PreparedStatement.class, statement);
            case Statement statement -> stepping(Statement.class, statement);
            case null, default -> result;
          };
        });
  }

  @SuppressWarnings("ThreadPriorityCheck") // The scheduler is this class.
  private static <T extends Statement> T stepping(Class<T> type, T statement) {
    return proxy(
        type,
        (_, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            Thread.yield();
          }
          return invoke(statement, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
