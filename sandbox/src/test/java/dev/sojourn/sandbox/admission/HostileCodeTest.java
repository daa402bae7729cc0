package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.sandbox.AgentSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Attempts of agents to use what is closed, and the refusals that they meet. Each row is one
/// attack: the statements of its visit, and the name that the refusal gives.
class HostileCodeTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          System.exit(0);                                            | java.lang.System.exit
          Runtime.getRuntime().halt(0);                              | java.lang.Runtime
          Runtime.getRuntime().addShutdownHook(null);                | java.lang.Runtime
          new ProcessBuilder("id").command();                        | java.lang.ProcessBuilder
          ProcessHandle.current().destroy();                         | java.lang.ProcessHandle
          new Thread(() -> {}).start();                              | java.lang.Thread
          Thread.startVirtualThread(() -> {});                       | java.lang.Thread
          Thread.currentThread().getContextClassLoader();            | java.lang.Thread
          Object o = new ThreadLocal<String>();                      | java.lang.ThreadLocal
          java.util.concurrent.CompletableFuture.runAsync(() -> {}); | java.util.concurrent.CompletableFuture
          java.util.concurrent.ForkJoinPool.commonPool();            | java.util.concurrent.ForkJoinPool
          new java.util.Timer();                                     | java.util.Timer
          List.of(1).parallelStream().count();                       | java.util.List.parallelStream
          List.of(1).stream().parallel().count();                    | java.util.stream.Stream.parallel
          java.util.stream.Stream.generate(Object::new);             | java.util.stream.Stream.generate
          java.lang.ref.Cleaner.create();                            | java.lang.ref.Cleaner
          Object o = new java.lang.ref.WeakReference<>(visit);       | java.lang.ref.WeakReference
          new Object().notifyAll();                                  | java.lang.Object.notifyAll
          """)
  void endsTheProcessOrStartsThreads(String statements, String name) {
    assertRefused(statements, name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          try { Class.forName("java.lang.System"); } catch (Exception e) {} | java.lang.Class.forName
          visit.getClass().getClassLoader();                                | java.lang.Class.getClassLoader
          visit.getClass().getModule();                                     | java.lang.Class.getModule
          visit.getClass().getDeclaredFields();                             | java.lang.Class.getDeclaredFields
          java.lang.invoke.MethodHandles.lookup();                          | java.lang.invoke.MethodHandles
          java.lang.invoke.MethodType.methodType(void.class);               | java.lang.invoke.MethodType
          java.lang.reflect.Array.newInstance(String.class, 3);             | java.lang.reflect.Array
          java.lang.reflect.Proxy.isProxyClass(null);                       | java.lang.reflect.Proxy
          ServiceLoader.load(Runnable.class);                               | java.util.ServiceLoader
          System.load("/tmp/x.so");                                         | java.lang.System.load
          System.loadLibrary("net");                                        | java.lang.System.loadLibrary
          java.lang.foreign.Arena.global();                                 | java.lang.foreign.Arena
          java.lang.foreign.Linker.nativeLinker();                          | java.lang.foreign.Linker
          java.lang.foreign.SymbolLookup.loaderLookup();                    | java.lang.foreign.SymbolLookup
          StackWalker.getInstance();                                        | java.lang.StackWalker
          new Error().getStackTrace();                                      | java.lang.Error.getStackTrace
          Runnable r = System::gc;                                          | java.lang.System.gc
          java.util.function.IntConsumer c = System::exit;                  | java.lang.System.exit
          java.util.function.Supplier<Runtime> s = Runtime::getRuntime;     | java.lang.Runtime
          java.util.function.Function<String, Object> f = java.lang.constant.ClassDesc::of; | java.lang.constant.ClassDesc.of
          interface P { Object clone(); }                                   | Guest$1P.clone
          interface P { java.util.stream.Stream<String> parallelStream(); } | Guest$1P.parallelStream
          Objects.toIdentityString("shared");                               | java.util.Objects.toIdentityString
          new SplittableRandom();                                           | java.util.SplittableRandom
          new Error().getSuppressed();                                      | java.lang.Error.getSuppressed
          abstract class L extends ArrayList<String> implements Page { { parallelStream(); } } | L.parallelStream
          abstract class L extends ArrayList<String> implements Page { { super.parallelStream(); } } | java.util.ArrayList.parallelStream
          abstract class X extends Exception implements Agent { { printStackTrace(); } } | X.printStackTrace
          abstract class X implements java.util.random.RandomGenerator, TakesMessages { { ints(); } } | X.ints
          interface P extends Page, Collection<String> { default void p() { parallelStream(); } } | P.parallelStream
          """)
  void looksBehindItsOwnClasses(String statements, String name) {
    assertRefused(statements, name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          new java.io.File("/etc/passwd").length();                     | java.io.File
          java.nio.file.Path.of("/etc/passwd");                         | java.nio.file.Path
          java.nio.file.FileSystems.getDefault();                       | java.nio.file.FileSystems
          try { new java.io.FileInputStream("x"); } catch (Exception e) {} | java.io.FileInputStream
          Object o = new java.net.Socket();                             | java.net.Socket
          java.net.URI.create("http://x");                              | java.net.URI
          java.net.InetAddress.getLoopbackAddress();                    | java.net.InetAddress
          java.net.http.HttpClient.newHttpClient();                     | java.net.http.HttpClient
          System.out.println("x");                                      | java.lang.System.out
          System.getenv("PATH");                                        | java.lang.System.getenv
          System.getProperty("user.home");                              | java.lang.System.getProperty
          System.setProperty("a", "b");                                 | java.lang.System.setProperty
          Integer.getInteger("x");                                      | java.lang.Integer.getInteger
          Long.getLong("x");                                            | java.lang.Long.getLong
          Boolean.getBoolean("x");                                      | java.lang.Boolean.getBoolean
          Locale.setDefault(Locale.ROOT);                               | java.util.Locale.setDefault
          TimeZone.setDefault(null);                                    | java.util.TimeZone
          System.currentTimeMillis();                                   | java.lang.System.currentTimeMillis
          System.nanoTime();                                            | java.lang.System.nanoTime
          java.time.Instant.now();                                      | java.time.Instant.now
          java.time.ZoneId.of("Europe/Berlin");                         | java.time.ZoneId.of
          UUID.randomUUID();                                            | java.util.UUID.randomUUID
          Math.random();                                                | java.lang.Math.random
          new Random().nextInt();                                       | java.util.Random
          """)
  void reachesForTheMachine(String statements, String name) {
    assertRefused(statements, name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "a".matches("(a+)+b");                              | java.lang.String.matches
          "a".split(",");                                     | java.lang.String.split
          "a".replaceAll("a", "b");                           | java.lang.String.replaceAll
          java.util.regex.Pattern.compile("a");               | java.util.regex.Pattern
          String.format("%2147483646d", 1);                   | java.lang.String.format
          "%s".formatted(1);                                  | java.lang.String.formatted
          "a".intern();                                       | java.lang.String.intern
          new java.math.BigInteger("7");                      | java.math.BigInteger
          new java.math.BigDecimal("7");                      | java.math.BigDecimal
          synchronized ("a") { visit.log("x"); }              | is synchronized
          Object o = new java.io.ObjectStreamField("a", int.class); | java.io.ObjectStreamField
          Object o = (Runnable & java.io.Serializable) () -> {}; | serializable lambda
          Object o = new int[1][1][1][1][1];                  | more than 4 dimensions
          """)
  void bringsWhatCannotBeBounded(String statements, String name) {
    assertRefused("try {" + statements + "} catch (RuntimeException e) { throw e; }", name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          native void n();                                  | is native
          synchronized void s() {}                          | is synchronized
          protected void finalize() {}                      | is a finalizer
          static class T extends Thread {}                  | extends java.lang.Thread
          static abstract class L extends ClassLoader {}    | extends java.lang.ClassLoader
          Thread field;                                     | java.lang.Thread
          java.io.File of(java.net.URI u) { return null; }  | java.net.URI
          static class E extends Exception implements java.util.concurrent.Delayed { public long getDelay(java.util.concurrent.TimeUnit u) { return 0; } public int compareTo(java.util.concurrent.Delayed d) { return 0; } } | java.util.concurrent
          """)
  void declaresWhatIsNotAllowed(String member, String name) {
    assertRefusedMembers(member + "\npublic Next visit(Visit visit) { return Next.done(); }", name);
  }

  private static void assertRefused(String statements, String name) {
    assertRefusedMembers(
        "public Next visit(Visit visit) { if (true) {\n" + statements + "\n} return Next.done(); }",
        name);
  }

  private static void assertRefusedMembers(String members, String name) {
    var jar = AgentSource.agent(members);
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> Admission.admit(jar))
        .withMessageStartingWith("guest.Guest")
        .withMessageContaining(name)
        .withMessageContaining("(allowed: ");
  }
}
