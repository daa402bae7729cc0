package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Exchanges;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The server's side of the conformance suite: plays the exchanges of `exchanges.txt`, which says
/// how they are written.
final class ExchangeTest {

  private static final String DIGEST =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  @TestFactory
  Stream<DynamicTest> exchanges() throws IOException {
    return Exchanges.of(ExchangeTest.class, "exchanges.txt", 106, lines -> new Play(lines).play());
  }

  /// One exchange under way.
  private static final class Play {
    private final List<String> lines;
    private final List<String> seen = new ArrayList<>();
    private int bodyBytes;
    private final PipelineHarness server = PipelineHarness.open((r, _) -> answer(r));
    private String received = "";

    Play(List<String> lines) {
      this.lines = lines;
    }

    void play() {
      for (var line : lines) {
        if (line.startsWith(">*x ")) {
          var words = line.split(" ", 3);
          server.send(HexFormat.of().parseHex(words[2].repeat(Integer.parseInt(words[1]))));
        } else if (line.startsWith(">*")) {
          server.send(Exchanges.repeated(line));
        } else if (line.startsWith(">x ")) {
          server.send(HexFormat.of().parseHex(line.substring(3)));
        } else if (line.startsWith(">|")) {
          server.send(line.substring(Math.min(3, line.length())));
        } else if (line.startsWith(">")) {
          server.send(line.substring(Math.min(2, line.length())) + "\r\n");
        } else if (line.startsWith("!")) {
          is(line.substring(2));
        } else if (line.startsWith("<~")) {
          var expected = line.substring(3);
          assertThat(next()).contains(expected);
          received = received.substring(received.indexOf(expected) + expected.length());
        } else {
          var expected = line.substring(Math.min(2, line.length())) + "\r\n";
          assertThat(next()).startsWith(expected);
          received = received.substring(expected.length());
        }
      }
      server.close();
    }

    private String next() {
      received += server.received();
      return received;
    }

    private void is(String what) {
      switch (what.split(" ", 2)[0]) {
        case "open" -> assertThat(server.isOpen()).isTrue();
        case "closed" -> assertThat(server.isOpen()).isFalse();
        case "wait" -> server.pass(Duration.ofSeconds(Long.parseLong(what.substring(5))));
        case "held" -> server.hold(Long.parseLong(what.substring(5)));
        case "size" -> assertThat(bodyBytes).isEqualTo(Integer.parseInt(what.substring(5)));
        case "saw" -> assertThat(seen).containsExactly(what.substring(4));
        default -> throw new IllegalArgumentException(what);
      }
    }

    private AtpResponse answer(AtpRequest request) {
      bodyBytes = request.body().size();
      var body = request.body().isEmpty() ? "-" : request.body().asUtf8();
      var id = request.agentId();
      seen.add(
          "%s %s %s %s".formatted(request.method(), request.target().path(), id.orElse("-"), body));
      return switch (id.orElse("fine")) {
        case "empty" -> AtpResponse.okay();
        case "blank" -> AtpResponse.okay("text/plain", Bytes.EMPTY);
        case "moved" -> AtpResponse.moved(new AtpAddress("other.example", 10_435, true));
        case "gone" -> refused("agent-unknown", AtpStatus.NOT_FOUND);
        case "refused" -> refused("signer-untrusted", AtpStatus.FORBIDDEN);
        case "code" ->
            refused("code-missing", AtpStatus.NOT_FOUND).withHeader(AtpHeaders.CODE_DIGEST, DIGEST);
        case "busy" -> AtpResponse.unavailable("too-busy", "Later.", Duration.ofMillis(1));
        case "later" -> AtpResponse.unavailable("too-busy", "Later.", Duration.ofMillis(2_001));
        case "broken" -> throw new IllegalStateException("a secret of this host");
        default -> AtpResponse.okay("text/plain", Bytes.utf8("fine"));
      };
    }

    private static AtpResponse refused(String code, AtpStatus status) {
      return AtpResponse.refusal(new Problem(code, status, "No."));
    }
  }
}
