package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sojourn.sandbox.AgentSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hints of refusals: the replacement that an author is told.
final class HintsTest {

  private static String refusal(byte[] jar) {
    var refused = catchThrowableOfType(RefusedException.class, () -> Admission.admit(jar));
    return String.valueOf(refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.util.stream.Stream.iterate(1, i -> i + 1); | a loop, or IntStream.range with map",
        "java.util.stream.Stream.generate(() -> 1); | a loop, or IntStream.range with mapToObj",
        "List.of(1).parallelStream(); | a stream()",
        "new ArrayList<>(List.of(1)) {}.parallelStream(); | a stream()",
        "List.of(1).stream().parallel(); | a stream that stays sequential",
        "List.of(1).stream().gather(null); | a loop, or mapMulti",
        "java.text.Normalizer.normalize(\"\", null); | a table of the agent's own for the letters",
        "new java.text.DecimalFormat(); | concatenation with +",
        "new StringBuffer(); | StringBuilder",
        "System.getenv(); | the agent's parameters",
        "java.net.URI.create(\"x:\"); | dev.sojourn.agent.PageUrl",
        "java.time.ZonedDateTime.of(null, null); | java.time.OffsetDateTime with a ZoneOffset",
        "java.time.format.DateTimeFormatter.ofPattern(\"d\"); | toString, or the formats that are",
      })
  void nameWhatAnAuthorMayUseInstead(String statement, String hint) {
    assertThat(refusal(AgentSource.visiting(statement))).contains("(allowed: " + hint);
  }

  @Test
  void whereThereIsNoneTheListIsNamedThatTheDocumentsLinkTo() throws IOException {
    assertThat(refusal(AgentSource.visiting("Locale.getISOCountries();")))
        .endsWith(
            "(allowed: the agent API and the part of java.base that jdk-allowed.txt lists, see"
                + " docs/sandbox.md)");
    assertThat(Files.readString(Path.of("../docs/sandbox.md"))).contains("[`jdk-allowed.txt`](");
  }

  /// Such a class is no secret of the JDK; the jar was packed without it.
  @Test
  void aClassThatTheJarLacksIsNotTakenForAForbiddenOne() throws IOException {
    var jar =
        AgentSource.agent(
            """
            static class Lost {}
            static class Heir extends Lost {}
            public Next visit(Visit visit) { new Lost(); return Next.done(); }
            """);

    var refused =
        catchThrowableOfType(
            RefusedException.class, () -> Admission.admit(without("guest/Guest$Lost.class", jar)));

    var where =
        ", which is not in the jar (allowed: classes that travel along; put it into the jar)";
    assertThat(refused).hasMessage("guest.Guest.visit (line 7) uses guest.Guest$Lost" + where);
    assertThat(refused.others()).contains("guest.Guest$Heir extends guest.Guest$Lost" + where);
  }

  private static byte[] without(String name, byte[] jar) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var from = new ZipInputStream(new ByteArrayInputStream(jar));
        var to = new ZipOutputStream(bytes)) {
      for (var entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
        if (!entry.getName().equals(name)) {
          to.putNextEntry(new ZipEntry(entry.getName()));
          from.transferTo(to);
        }
      }
    }
    return bytes.toByteArray();
  }
}
