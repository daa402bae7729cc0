package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.admission.Unchecked;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Walls 2 and 3 with wall 1 taken away: code that admission would refuse, woven and loaded as if
/// it had passed. What it may still do by the foreign-function API or by handles is for wall 4.
class UncheckedCodeTest {
  private static final int MAX_MILLIS = 10_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Runtime.getRuntime().halt(0);",
        "new Thread(() -> {}).start();",
        "Thread.startVirtualThread(() -> {});",
        "new java.io.File(\"/\").list();",
        "java.nio.file.Files.readString(java.nio.file.Path.of(\"/etc/passwd\"));",
        "new java.net.Socket(\"127.0.0.1\", 80);",
        "new ProcessBuilder(\"true\").start();",
        "java.lang.invoke.MethodHandles.lookup();",
        "java.lang.reflect.Array.newInstance(String.class, 1);",
        "java.lang.foreign.Linker.nativeLinker();",
        "java.util.concurrent.ForkJoinPool.commonPool();",
        "new java.util.concurrent.atomic.AtomicInteger();",
        "ClassLoader.getSystemClassLoader();",
        "Object o = dev.sojourn.sandbox.WallName.PIPE;",
        "Object o = dev.sojourn.robots.RobotsTxt.allowAll();",
        "Object o = org.jsoup.Jsoup.parse(\"\");",
        "new com.esotericsoftware.kryo.Kryo();",
        "java.util.regex.Pattern.compile(\"a\");",
        "new java.math.BigInteger(\"7\");",
      })
  void cannotBeLinkedWithWhatIsNotListed(String statement) throws Exception {
    assertThatExceptionOfType(InvocationTargetException.class)
        .isThrownBy(() -> call(load(statement)))
        .havingCause()
        .isInstanceOf(NoClassDefFoundError.class)
        .havingCause()
        .isInstanceOf(ClassNotFoundException.class)
        .withMessageContaining("not open to agents");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread",
        "java.lang.reflect.Method",
        "java.lang.invoke.MethodHandles",
        "sun.misc.Unsafe",
        "jdk.internal.misc.Unsafe",
        "dev.sojourn.sandbox.worker.WorkerMain",
        "dev.sojourn.sandbox.worker.GuestVisit",
        "dev.sojourn.sandbox.pipe.Pipe",
        "dev.sojourn.agent.frontier.Fingerprint",
        "dev.sojourn.sandbox.worker.UncheckedCodeTest",
        "org.jsoup.Jsoup",
      })
  void findsNoClassByANameThatIsNotListed(String name) throws Exception {
    assertThatExceptionOfType(InvocationTargetException.class)
        .isThrownBy(() -> call(load("Class.forName(\"" + name + "\");")))
        .havingCause()
        .isInstanceOf(ClassNotFoundException.class)
        .withMessageContaining("not open to agents");
  }

  @Test
  void sharesNothingWithAnotherVisitOfTheSameCode() throws Exception {
    var code =
        Unchecked.weave(
            AgentSource.compile(source("n++; if (n != 1) throw new IllegalStateException();")));
    var first = new GuestLoader(code, new AllocationGuard(1L << 40, (_, _) -> {}));
    var second = new GuestLoader(code, new AllocationGuard(1L << 40, (_, _) -> {}));
    call(first);
    call(second);
    assertThat(first.loadClass(AgentSource.ENTRY)).isNotSameAs(second.loadClass(AgentSource.ENTRY));
    assertThat(first.getParent()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) n++;",
        "synchronized (Guest.class) { while (true) n++; }",
        "while (true) synchronized (Guest.class) { n++; }",
        "while (true) try { while (true) n++; } catch (Throwable t) { n--; }",
        "while (true) try { run(0); } catch (StackOverflowError e) { n--; }",
        "try { while (true) n++; } finally { while (true) n--; }",
        "synchronized (Guest.class) { try { while (true) n++; } finally { Guest.class.notifyAll();"
            + " } }",
        "Runnable[] r = new Runnable[1]; r[0] = () -> { while (true) n++; }; while (true)"
            + " r[0].run();",
        "var o = new Object() { protected void finalize() { while (true) n++; } }; o.finalize();",
        "while (true) String.format(\"%d\", n++);",
        "while (true) { n++; \"aaaaaaaaaaaa\".matches(\"(a*)*b\"); }",
      })
  void isStoppedWhateverItLoopsIn(String statement) throws Exception {
    var loader = load(statement);
    var thrown = new AtomicReference<Throwable>();
    var thread = Thread.ofPlatform().daemon().start(() -> thrown.set(endOf(loader)));
    while (count(loader) == 0 && thread.isAlive()) {
      Thread.onSpinWait();
    }
    var signal = new StopSignal();
    signal.order("cpu", "all spent");
    loader.stop(signal);
    thread.join(MAX_MILLIS);
    assertThat(thread.isAlive()).isFalse();
    // The handler that would give a lock back is left before it begins. Then the JVM gives the lock
    // back and says so.
    assertThat(thrown.get())
        .isInstanceOfAny(StopException.class, IllegalMonitorStateException.class);
  }

  private static Throwable endOf(GuestLoader loader) {
    try {
      call(loader);
      return new IllegalStateException("came to its end");
    } catch (InvocationTargetException e) {
      return e.getTargetException();
    } catch (ReflectiveOperationException e) {
      return e;
    }
  }

  private static GuestLoader load(String statement) {
    return new GuestLoader(
        Unchecked.weave(AgentSource.compile(source(statement))),
        new AllocationGuard(1L << 40, (_, _) -> {}));
  }

  private static String source(String statement) {
    return """
    package guest;
    @SuppressWarnings("all")
    public class Guest {
      public static int n;
      static int run(int i) { n++; return run(i + 1) + 1; }
      public static void attack() throws Exception { if (n >= 0) {
        %s
      } }
    }
    """
        .formatted(statement);
  }

  private static void call(GuestLoader loader) throws ReflectiveOperationException {
    loader.loadClass(AgentSource.ENTRY).getMethod("attack").invoke(null);
  }

  private static int count(GuestLoader loader) throws ReflectiveOperationException {
    return loader.loadClass(AgentSource.ENTRY).getField("n").getInt(null);
  }
}
