package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.base.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as the body of a refusal (RFC 9457) that a client gets. They give a problem in one
/// line, with the status of the answer, not of the body.
class ProblemFuzzTest {

  private static final AtpRequest STATUS = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"));

  static Stream<byte[]> seeds() {
    return Stream.of(
            "{\"type\":\"urn:sojourn:problem:code-missing\",\"title\":\"NOT"
                + " FOUND\",\"status\":302,\"detail\":\"One sentence.\"}",
            "{\"type\":\"about:blank\",\"detail\":\"a\\nb\\u001b[2J\"}",
            "{\"type\":7}",
            "<html>")
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAProblem(byte[] input) {
    var refusals =
        Stream.of(Problem.MEDIA_TYPE, "text/plain")
            .map(
                type ->
                    new AtpResponse(
                        AtpStatus.FORBIDDEN,
                        AtpHeaders.of(AtpHeaders.CONTENT_TYPE, type),
                        Bytes.copyOf(input)))
            .iterator();
    try (var wire = OverTheWire.to((_, _) -> refusals.next())) {
      while (refusals.hasNext()) {
        var response = wire.exchange(STATUS);
        assertThat(response.body().toArray()).isEqualTo(input);
        var problem = response.problem();
        assertThat(problem.status()).isEqualTo(AtpStatus.FORBIDDEN);
        assertThat(problem.code()).matches("[a-z0-9-]{1,64}");
        assertThat(problem.detail().chars().noneMatch(Character::isISOControl)).isTrue();
        assertThat(AtpResponse.refusal(problem).problem()).isEqualTo(problem);
      }
    }
  }
}
