package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests in literal bytes, and the answers of the server's pipeline.
final class RequestBytesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "STATUS /#a1 ATP/0.1\r\nAgent-Id: a1\r\n\r\n",
        "STATUS /#a1 ATP/0.1\nAgent-Id: a1\n\n",
        "STATUS /#a1 ATP/0.1\nAgent-Id: a1\r\n\n",
        "STATUS /#a1 ATP/0.1\r\nAgent-Id:a1\r\n\r\n",
        "STATUS /#a1 ATP/0.1\r\nAgent-Id: \t a1\t \r\n\r\n",
        "STATUS \t/#a1\tATP/0.1 \r\nAgent-Id: a1\r\n\r\n",
      })
  void aLineEndsWithCrLfOrLfAndSpacesAndTabsAreWhiteSpace(String request) {
    assertThat(answer(request)).startsWith("ATP/0.1 100 OKAY\r\n").endsWith("\r\n\r\na1 ''");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Agent-Id:\u000ba1", // vertical tab
        "Agent-Id: a1\u000c", // form feed
        "Agent-Id: \u001ca1", // file separator
        "Agent-Id: a1\u001f", // unit separator
        "Agent-Id: a1\r", // CR CR LF
        "Agent-Id:\ra1", // a carriage return alone
        "Agent-Id : a1",
        "Agent-Id\t: a1",
        "Agent-Id\u000b: a1",
        "Agent Id: a1",
      })
  void noOtherCharacterIsWhiteSpaceAndNoneStandsBeforeTheColon(String field) {
    assertProblem("STATUS /#a1 ATP/0.1\r\n" + field + "\r\n\r\n", "header-malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0085a1", "a1\u00a0"})
  void aCharacterOfLatin1IsNoWhiteSpaceEither(String id) {
    assertProblem("STATUS /#a1 ATP/0.1\r\nAgent-Id: " + id + "\r\n\r\n", "agent-id-malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "STATUS\u000b/#a1 ATP/0.1",
        "STATUS /#a1\u000cATP/0.1",
        "STATUS /#a1\rATP/0.1",
        "STATUS /#a1",
        "   ",
      })
  void theWordsOfTheFirstLineArePartedBySpacesAndTabs(String line) {
    assertProblem(line + "\r\n\r\n", "request-line-malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"STATUS /#a1 ATP/0.1\u000b", "STATUS /#a1 ATP/0.1\r", "STATUS /#a1 \u001cATP/0.1"})
  void whatIsNoWhiteSpaceBelongsToTheWord(String line) {
    assertProblem(line + "\r\n\r\n", "version-unknown");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3",
        "Content-Length: 03",
        "Content-Length: 0000000003",
        "Content-Length: 3\r\nContent-Length: 03",
        "Content-Length: 3\r\nContent-Length:\r\ncontent-length: 3",
      })
  void aLengthOfThreeIsThreeWithAnyZerosBeforeIt(String fields) {
    assertThat(answer("MESSAGE /#a1 ATP/0.1\r\n" + fields + "\r\n\r\nabc")).endsWith("a1 'abc'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: +3",
        "Content-Length: -3",
        "Content-Length: 3.0",
        "Content-Length: 0x3",
        "Content-Length: 3, 3",
        "Content-Length: 3 3",
        "Content-Length: \u00b3",
        "Content-Length: 3\r\nContent-Length: 4",
      })
  void aLengthThatIsNotOneNumberIsMalformed(String fields) {
    assertProblem("MESSAGE /#a1 ATP/0.1\r\n" + fields + "\r\n\r\nabc", "content-length-malformed");
  }

  @Test
  void aLengthOfAnyNumberOfDigitsIsTooLarge() {
    for (var digits : List.of("16777217", "2147483648", "9".repeat(2_000))) {
      assertProblem(
          "MESSAGE /#a1 ATP/0.1\r\nContent-Length: " + digits + "\r\n\r\nabc", "body-too-large");
    }
    assertThat(answer("STATUS /#a1 ATP/0.1\r\nContent-Length: " + "0".repeat(2_000) + "\r\n\r\n"))
        .endsWith("a1 ''");
  }

  /// As docs/atp.md, section 1, says of each: later octets cannot be trusted.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start-line-missing        | '\\n\\n\\n\\n\\nx'",
        "request-line-malformed    | 'STATUS /#a1\\n\\n'",
        "version-unknown           | 'STATUS /#a1 ATP/0.2\\n\\n'",
        "method-unknown            | 'STROLL /#a1 ATP/0.1\\n\\n'",
        "uri-malformed             | 'STATUS /%#a1 ATP/0.1\\n\\n'",
        "header-without-colon      | 'STATUS /#a1 ATP/0.1\\nx\\n\\n'",
        "header-malformed          | 'STATUS /#a1 ATP/0.1\\nx : y\\n\\n'",
        "header-folded             | 'STATUS /#a1 ATP/0.1\\n x: y\\n\\n'",
        "agent-id-malformed        | 'STATUS /#a1 ATP/0.1\\nAgent-Id: -\\n\\n'",
        "agent-id-conflict         | 'STATUS /#a1 ATP/0.1\\nAgent-Id: a2\\n\\n'",
        "content-length-malformed  | 'STATUS /#a1 ATP/0.1\\nContent-Length: x\\n\\n'",
        "transfer-encoding         | 'STATUS /#a1 ATP/0.1\\nTransfer-Encoding: x\\n\\n'",
        "body-not-expected         | 'STATUS /#a1 ATP/0.1\\nContent-Length: 1\\n\\n'",
        "body-too-large            | 'MESSAGE /#a1 ATP/0.1\\nContent-Length: 99999999\\n\\n'",
        "content-encoding-unknown  | 'MESSAGE /#a1 ATP/0.1\\nContent-Encoding: br\\n\\n'",
      })
  void anErrorOfTheBytesClosesTheConnection(String code, String request) throws IOException {
    var pipeline = PipelineHarness.open((_, _) -> AtpResponse.okay());
    var bytes = request.replace("\\n", "\n").replaceFirst("\n\n$", "\nConnection: keep-alive\n\n");
    assertThat(pipeline.send(bytes).received()).contains("\"urn:sojourn:problem:" + code + "\"");
    pipeline.send("STATUS /#a1 ATP/0.1\r\n\r\n");

    assertThat(pipeline.received()).isEmpty();
    assertThat(pipeline.pass(Duration.ofSeconds(3)).isOpen()).isFalse();
    pipeline.close();
    var document = Files.readString(Path.of("../docs/atp.md"));
    int begin = document.indexOf("* Some errors close the connection");
    assertThat(document.substring(begin, document.indexOf("## 2.", begin)))
        .contains("`" + code + "`");
  }

  @Test
  void anyOtherErrorLeavesTheConnectionOpen() {
    var pipeline =
        PipelineHarness.open(
            (request, _) ->
                AtpResponse.refusal(
                    new Problem("agent-unknown", AtpStatus.NOT_FOUND, request.method() + ".")));
    for (int i = 0; i < 3; i++) {
      assertThat(pipeline.send("STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\n").received())
          .contains("agent-unknown");
      assertThat(pipeline.isOpen()).isTrue();
    }
    pipeline.close();
  }

  private static void assertProblem(String request, String code) {
    assertThat(answer(request)).contains("\"urn:sojourn:problem:" + code + "\"");
  }

  /// The answer of a host that reports the agent and the body of the request.
  private static String answer(String request) {
    var pipeline =
        PipelineHarness.open(
            (given, _) ->
                AtpResponse.okay(
                    "text/plain",
                    Bytes.utf8(given.agentId().orElse("") + " '" + given.body().asUtf8() + "'")));
    var answer = pipeline.send(request).received();
    pipeline.close();
    return answer;
  }
}
