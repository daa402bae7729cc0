package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Agents that take the worker's heap in one step or a few, while a neighbour of the same signer
/// visits in the same worker.
@Timeout(180)
class HostileSizeIT {
  private static final int PAGES = 3;

  private static final byte[] NEIGHBOUR =
      AgentSource.visiting(
          """
          record Seen(String url) {}
          for (int i = 0; i < 3; i++) {
            if (visit.fetch(visit.starts().getFirst() + i) instanceof Page page) {
              visit.report(new Seen(page.url()));
            }
          }
          """);

  private static final List<String> ATTACKS =
      List.of(
          "kept = new byte[2_000_000_000];",
          "kept = new int[Integer.MAX_VALUE];",
          "kept = new Object[Integer.MAX_VALUE];",
          "kept = new long[1 << 27];",
          "kept = new int[65_535][65_535];",
          "kept = new byte[30_000][1][1_000][2];",
          "kept = new int[Integer.MAX_VALUE][0];",
          "var l = new ArrayList<Object>(); while (true) l.add(new int[100_000]);",
          "var l = new ArrayList<Object>(); for (;;) l.add(new byte[500][1_000]);",
          "while (true) try { var l = new ArrayList<Object>(); while (true) l.add(new long[1 <<"
              + " 20]); } catch (Throwable t) { n++; }",
          "try { kept = new byte[2_000_000_000]; } catch (Throwable t) { while (true) n++; }",
          "java.util.function.IntFunction<Object> f = byte[]::new; kept = f.apply(2_000_000_000);",
          "kept = \"x\".repeat(2_000_000_000);",
          "var b = new StringBuilder(\"x\"); while (true) b.append(b);",
          "var s = \"x\".repeat(1 << 20); var b = new StringBuilder(); while (true) b.append(s);",
          "kept = new StringBuilder().repeat('x', 2_000_000_000);",
          "kept = new StringBuilder().repeat(\"xx\", 1_000_000_000);",
          "kept = new StringBuilder(2_000_000_000);",
          "kept = Arrays.copyOf(new byte[1], 2_000_000_000);",
          "kept = Arrays.copyOf(new String[1], 500_000_000);",
          "kept = Arrays.copyOf(new Object[1], 500_000_000, String[].class);",
          "kept = Arrays.copyOfRange(new long[1], 0, 500_000_000);",
          "kept = Collections.nCopies(Integer.MAX_VALUE, \"x\").toArray();",
          "kept = String.join(\"-\", Collections.nCopies(Integer.MAX_VALUE, \"x\"));",
          "kept = new ArrayList<>(Collections.nCopies(1 << 30, \"x\"));",
          "kept = new ArrayList<Object>(1 << 30);",
          "new ArrayList<Object>().ensureCapacity(1 << 30);",
          "new ArrayList<Object>() { { ensureCapacity(1 << 30); } };",
          "var m = new HashMap<String, String>(1 << 30); m.put(\"a\", \"b\"); kept = m;",
          "kept = new HashMap<String, String>(1 << 30, 0.1f);",
          "kept = new LinkedHashMap<String, String>(1 << 30, 0.1f, true);",
          "kept = HashSet.newHashSet(1 << 29);",
          "kept = new PriorityQueue<String>(Integer.MAX_VALUE);",
          "kept = new PriorityQueue<String>(1 << 30, Comparator.naturalOrder());",
          "kept = new ArrayDeque<String>(1 << 30);",
          "var b = new BitSet(); b.set(Integer.MAX_VALUE); kept = b;",
          "var b = new BitSet(); b.set(0, Integer.MAX_VALUE, true); kept = b;",
          "kept = new BitSet(Integer.MAX_VALUE);",
          "new BitSet() { { flip(Integer.MAX_VALUE); } };",
          "java.util.function.IntFunction<Object> f = ArrayList::new; kept = f.apply(1 << 30);",
          "java.util.function.IntConsumer f = new BitSet()::set; f.accept(Integer.MAX_VALUE);",
          "var l = new ArrayList<Object>() {}; java.util.function.IntConsumer f ="
              + " l::ensureCapacity; f.accept(1 << 30);",
          "java.util.function.IntFunction<String> f = \"x\"::repeat; kept ="
              + " f.apply(2_000_000_000);",
          "java.util.function.BiFunction<byte[], Integer, byte[]> f = Arrays::copyOf; kept ="
              + " f.apply(new byte[1], 2_000_000_000);",
          "var s = \"x\".repeat(1 << 18); while (true) s = s + s;",
          "var s = \"\\u0416\".repeat(1 << 18); while (true) s += n + s + '-' + s;",
          "var s = \"x\".repeat(1 << 18); while (true) s = s.concat(s);",
          "var s = \"x\".repeat(1 << 18); var b = new StringBuilder(); while (true) b.insert(0,"
              + " s);",
          "var s = \"x\".repeat(1 << 18); while (true) s = s.replace(\"x\", \"xxxx\");",
          "var s = \"x\".repeat(1 << 18); kept = s.replace(\"\", s);",
          "java.util.function.BinaryOperator<String> f = String::concat; var s = \"x\".repeat(1 <<"
              + " 18); while (true) s = f.apply(s, s);");

  private static final byte[] HOSTILE = AgentSource.oneOfMany("Object kept; int n;", ATTACKS);

  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(1, 2);

  static List<String> attacks() {
    return ATTACKS;
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void cannotTakeTheHeapOfItsNeighbour(String statements) throws Exception {
    var asked = new CountDownLatch(1);
    var over = new CountDownLatch(1);
    var site =
        new RecordingServices(
            url -> {
              asked.countDown();
              try {
                over.await(120, TimeUnit.SECONDS);
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              }
              return RecordingServices.html(url, "<p>here");
            });
    var neighbour = SANDBOX.start(Orders.of(NEIGHBOUR), site);
    assertThat(asked.await(120, TimeUnit.SECONDS)).isTrue();

    var order = Orders.ofOne(ATTACKS.indexOf(statements), HOSTILE, Orders.limits());
    var end = SANDBOX.start(order, RecordingServices.ofNothing()).await();
    over.countDown();

    assertThat(end).isInstanceOf(VisitEnd.Stopped.class);
    assertThat(((VisitEnd.Stopped) end).limit()).isEqualTo("allocatedBytes");
    assertThat(((VisitEnd.Stopped) end).reason())
        .containsAnyOf(" at once (allowed: ", " in the worker's heap");
    assertThat(end.where().className()).startsWith("guest.Guest");
    assertThat(neighbour.await()).isInstanceOf(VisitEnd.Finished.class);
    assertThat(site.findings).hasSize(PAGES);
  }
}
