package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.worker.AllocationGuard;
import dev.sojourn.sandbox.worker.GuestLoader;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a class file or as a jar: let in, in a form that the JVM can be given, or refused,
/// in less time than a worker has for it.
class AdmissionFuzzTest {
  private static final int SECONDS = 5;
  private static final String AGENT =
      """
      package guest;
      import dev.sojourn.agent.*;
      public class Guest implements Agent {
        public Next visit(Visit visit) {
          int n = 0;
          for (String s : visit.starts()) {
            try { n += s.length(); } catch (RuntimeException e) { n--; } finally { n ^= 3; }
            switch (n) { case 1: case 5: n = 2; break; default: n += 1; }
          }
          Runnable r = () -> visit.log("x");
          r.run();
          return Next.done();
        }
      }
      """;

  static Stream<byte[]> seeds() {
    var agent = Objects.requireNonNull(AgentSource.compile(AGENT).get(AgentSource.ENTRY));
    var truncated = Arrays.copyOf(agent, agent.length / 2);
    return Stream.of(agent, truncated, AgentSource.jar(Map.of(AgentSource.ENTRY, agent)));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreLetInOrRefused(byte[] input) throws Exception {
    var decided =
        new FutureTask<>(
            () -> {
              decide(AgentSource.jar(Map.of(AgentSource.ENTRY, input)));
              decide(input);
              return true;
            });
    // On a thread of its own: one that never decides is left behind, and the test fails.
    Thread.ofPlatform().daemon().start(decided);
    assertThat(decided.get(SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  /// Without it, a weaver that breaks every class would pass: the JVM refuses most damaged ones.
  @Test
  void anUndamagedClassIsDefinedLinkedAndRunAsItIsGiven() throws Exception {
    var said = new ArrayList<String>();
    var visit =
        (Visit)
            Proxy.newProxyInstance(
                Visit.class.getClassLoader(),
                new Class<?>[] {Visit.class},
                (_, method, arguments) ->
                    switch (method.getName()) {
                      case "starts" -> List.of("http://site.example/", "http://site.example/a");
                      case "log" -> {
                        said.add(String.valueOf(arguments[0]));
                        yield null;
                      }
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    var loader =
        new GuestLoader(
            Admission.admit(AgentSource.jar(AGENT)), new AllocationGuard(1L << 30, (_, _) -> {}));
    var agent = (Agent) loader.loadClass(AgentSource.ENTRY).getDeclaredConstructor().newInstance();

    assertThat(agent.visit(visit)).isEqualTo(Next.done());
    assertThat(said).containsExactly("x");
  }

  private static void decide(byte[] jar) {
    try {
      for (var type : Admission.admit(jar).classes().entrySet()) {
        new Room().offer(type.getKey(), type.getValue());
      }
    } catch (RefusedException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  /// A loader in which the JVM reads and verifies a class that is then forgotten.
  private static final class Room extends ClassLoader {
    Room() {
      super(AdmissionFuzzTest.class.getClassLoader());
    }

    void offer(String name, byte[] bytes) {
      try {
        var type = defineClass(name, bytes, 0, bytes.length);
        assertThat(type.getDeclaredConstructors()).isNotNull();
      } catch (LinkageError e) {
        assertThat(e).isNotNull(); // The JVM's verifier is stricter than admission, as it may be.
      }
    }
  }
}
