package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One agent for each construct of the Java language, as javac compiles it: it is admitted and does
/// in a real worker what the language says, or is refused by a sentence that names what to use.
@Timeout(180)
class JavaConstructsIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(2, 4);

  private static final String VISIT =
      """

      public Next visit(Visit visit) { visit.log(String.valueOf(run())); return Next.done(); }
      """;

  /// More than the 200 operands that one link takes.
  private static final String MANY = "i" + " + i".repeat(510) + " + \"!\"";

  private static final String LONG = "l".repeat(40_000);

  /// @param refusal whether `expected` is a part of the sentence by which it is refused
  record Construct(String name, String expected, boolean refusal, String source) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Construct> constructs() throws Exception {
    var constructs = new ArrayList<Construct>();
    try (var in =
        Objects.requireNonNull(JavaConstructsIT.class.getResourceAsStream("constructs.txt"))) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (var part : text.substring(text.indexOf("\n== ") + 1).split("(?m)^== ", -1)) {
        if (!part.isEmpty()) {
          constructs.add(construct(part));
        }
      }
    }
    return constructs;
  }

  private static Construct construct(String part) {
    var lines = part.split("\n", 2);
    var head = lines[0].split(" (->|!!) ", 2);
    var source = lines[1].replace("MANY", MANY).replace("LONG", LONG);
    return new Construct(head[0], head[1], lines[0].contains(" !! "), source);
  }

  @ParameterizedTest
  @MethodSource("constructs")
  void isTakenOrRefusedByASentence(Construct construct) throws Exception {
    var jar =
        construct.source().startsWith("package ")
            ? AgentSource.jar(construct.source())
            : AgentSource.agent(construct.source() + VISIT);
    var desk = RecordingServices.ofNothing();
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    if (construct.refusal()) {
      assertThat(end)
          .isInstanceOfSatisfying(
              VisitEnd.Denied.class,
              denied -> assertThat(denied.reason()).contains(construct.expected()));
    } else {
      assertThat(end).isInstanceOf(VisitEnd.Finished.class);
      assertThat(desk.lines).containsExactly(construct.expected());
    }
  }
}
