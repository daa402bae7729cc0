package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// State nested as deep as it may be, and deeper, in workers that have never seen one: the code
/// that writes and reads it is not compiled there, and so takes most of the stack.
@Timeout(180)
class StateDepthIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(2, 2);

  /// With the agent around them and the text in the innermost one, 100 levels.
  private static final int CONTAINERS = 98;

  private static final String MEMBERS =
      """
      record R(Object o) {}
      record Wide(int a, Object o, String b, long c, double d) {}
      enum Kind { ONE, TWO { int n; } }
      record Key(String text, Kind kind, double number, java.time.Instant at) {}
      static class N { Object o; N(Object o) { this.o = o; } }
      private Object kept;
      private int visits;

      static Object around(int kind, Object o) {
        return switch (kind) {
          case 0 -> new R(o);
          case 1 -> new N(o);
          case 2 -> new ArrayList<>(List.of(o));
          case 3 -> new HashMap<>(Map.of("k", o));
          case 4 -> new TreeMap<>(Map.of("k", o));
          case 5 -> new Object[] {o};
          case 6 -> Optional.of(o);
          default -> new Wide(1, o, "b", 2, 3.5);
        };
      }
      static Object in(Object o) {
        return switch (o) {
          case R r -> r.o();
          case N n -> n.o;
          case List<?> l -> l.get(0);
          case Map<?, ?> m -> m.get("k");
          case Object[] a -> a[0];
          case Optional<?> p -> p.get();
          case Wide w -> w.o();
          default -> null;
        };
      }
      void keep(int containers, int kind) {
        kept = "x";
        for (int i = 0; i < containers; i++) {
          // Reading it links the record's hash code, in the innermost place.
          boolean inner = kind == 9 && i == 1;
          kept = inner
              ? new HashMap<>(Map.<Object, Object>of("k", kept, new Key("t", Kind.TWO, 1, java.time.Instant.EPOCH), 1))
              : around(kind == 9 ? 3 : kind == 8 ? i % 8 : kind, kept);
        }
      }
      int depth() {
        int depth = 0;
        for (Object o = kept; o != null; o = in(o)) depth++;
        return depth;
      }
      """;

  /// Containers of all kinds by turns, and maps with the largest key innermost.
  @ParameterizedTest
  @ValueSource(ints = {8, 9})
  void stateOfAHundredLevelsTravels(int kind) throws Exception {
    assertTravels(kind);
  }

  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 7})
  void stateOfAHundredLevelsOfOneKindTravels(int kind) throws Exception {
    assertTravels(kind);
  }

  private static void assertTravels(int kind) throws Exception {
    var jar =
        AgentSource.agent(
            MEMBERS
                + """
                public Next visit(Visit visit) {
                  if (visits++ == 0) keep(CONTAINERS, KIND);
                  visit.checkpoint();
                  visit.log("depth " + depth());
                  return Next.onward(List.of("http://127.0.0.1:8080/next"));
                }
                """
                    .replace("CONTAINERS", "" + CONTAINERS)
                    .replace("KIND", "" + kind));
    var written = visit("writes-" + kind, jar, Optional.empty());
    // Another signer's worker reads it, which has never read one.
    visit("reads-" + kind, jar, Optional.of(written));
  }

  private static byte[] visit(String signer, byte[] jar, Optional<byte[]> state) throws Exception {
    var desk = RecordingServices.ofNothing();
    var end = SANDBOX.start(Orders.of(signer, jar, Orders.limits(), state), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.lines).containsExactly("depth " + (CONTAINERS + 1));
    assertThat(desk.states).hasSize(1);
    return ((VisitEnd.Finished) end).state();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void stateThatIsDeeperIsRefusedByThatName(int kind) throws Exception {
    var end =
        SANDBOX.visit(
            AgentSource.agent(
                MEMBERS
                    + "public Next visit(Visit visit) { keep(%d, %d); return Next.done(); }"
                        .formatted(CONTAINERS + 1, kind)),
            Orders.limits());
    assertThat(end).isInstanceOf(VisitEnd.Failed.class);
    assertThat(((VisitEnd.Failed) end).reason())
        .startsWith("state: Guest.kept")
        .endsWith(": nested more than 100 levels deep");
  }

  /// The first room on the stack with which the worker begins to write a state is enough for all of
  /// it.
  @ParameterizedTest
  @ValueSource(ints = {7, 9})
  void whatIsBegunOnAFullStackIsDone(int kind) throws Exception {
    assertDone(kind);
  }

  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(ints = {3, 8})
  void whatIsBegunOnAFullStackOfOtherKindsIsDone(int kind) throws Exception {
    assertDone(kind);
  }

  private static void assertDone(int kind) throws Exception {
    var signer = "full-" + kind;
    var hostile =
        AgentSource.agent(
            MEMBERS
                + """
                private transient String said = "";
                private transient boolean saved;
                void dig(Visit visit) {
                  try { dig(visit); } catch (StackOverflowError e) { }
                  if (!saved && said.isEmpty()) {
                    try { visit.checkpoint(); saved = true; }
                    catch (StackOverflowError e) { }
                    catch (Throwable t) { said = "" + t.getMessage(); }
                  }
                }
                public Next visit(Visit visit) {
                  keep(CONTAINERS, KIND);
                  dig(visit);
                  visit.log("saved " + saved + said);
                  kept = null;
                  return Next.done();
                }
                """
                    .replace("CONTAINERS", "" + CONTAINERS)
                    .replace("KIND", "" + kind));
    var desk = RecordingServices.ofNothing();
    var end = SANDBOX.start(Orders.of(signer, hostile, Orders.limits()), desk).await();

    assertThat(desk.lines).containsExactly("saved true");
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.states).hasSize(1);
  }
}
