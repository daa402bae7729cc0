package dev.sojourn.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.ForeignText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlRequestTest {
  @Test
  void everyRequestIsReadAsItWasWritten() throws JsonException {
    for (var request :
        List.of(
            new ControlRequest.Ps(),
            new ControlRequest.SiteList(),
            new ControlRequest.PageStoreList(),
            new ControlRequest.DropViews(Optional.empty()),
            new ControlRequest.DropViews(Optional.of(ForeignText.of("http://a.example"))),
            new ControlRequest.Strangers(),
            new ControlRequest.Show(ForeignText.of("a1")),
            new ControlRequest.Held(Optional.empty()),
            new ControlRequest.Held(Optional.of(ForeignText.of("a1"))),
            new ControlRequest.Decide(
                true,
                Optional.of(ForeignText.of("a1")),
                Optional.empty(),
                Optional.of("ab".repeat(32))),
            new ControlRequest.Decide(
                false,
                Optional.empty(),
                Optional.of(ForeignText.of("crawler.example")),
                Optional.empty()),
            new ControlRequest.Decide(true, Optional.empty(), Optional.empty(), Optional.empty()),
            new ControlRequest.StopOne(ForeignText.of("a1")),
            new ControlRequest.StopSigner(ForeignText.of("crawler.example")),
            new ControlRequest.StopAll(),
            new ControlRequest.BanSigner(
                ForeignText.of("x"),
                Optional.of(Duration.ofHours(2)),
                Optional.of(ForeignText.of("too many\npages"))),
            new ControlRequest.Bans(),
            new ControlRequest.BanSigner(ForeignText.of("x"), Optional.empty(), Optional.empty()),
            new ControlRequest.AllowSigner(ForeignText.of("https://crawler.example")),
            new ControlRequest.Reload(),
            new ControlRequest.Drain(Optional.of(true)),
            new ControlRequest.Drain(Optional.of(false)),
            new ControlRequest.Drain(Optional.empty()),
            new ControlRequest.Logs(5, true),
            new ControlRequest.Logs(0, false))) {
      assertThat(ControlRequest.read(request.line())).isEqualTo(request);
    }
  }

  /// A slip must not undo what the operator set before.
  @Test
  void aDrainThatIsNeitherOnNorOffIsRefused() {
    for (var set : List.of("maybe", "ON", "", "yes", "off ".repeat(9))) {
      assertThatThrownBy(() -> ControlRequest.read(bytes("drain", "set", set)))
          .isInstanceOf(JsonException.class)
          .hasMessage("set: (expected: on or off)");
    }
    assertThatThrownBy(() -> ControlRequest.read(bytes("logs", "follow", "no")))
        .isInstanceOf(JsonException.class)
        .hasMessage("follow: (expected: yes)");
  }

  private static byte[] bytes(String command, String member, String value) {
    return "{\"version\":1,\"command\":\"%s\",\"lines\":1,\"%s\":\"%s\"}"
        .replace(command.equals("logs") ? "" : "\"lines\":1,", "")
        .formatted(command, member, value)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void anythingElseIsRefused() {
    for (var line :
        List.of(
            "",
            "ps",
            "{}",
            "{\"version\":2,\"command\":\"ps\"}",
            "{\"version\":1,\"command\":\"sudo\"}",
            "{\"version\":1,\"command\":\"ps\",\"more\":1}",
            "{\"version\":1,\"command\":\"stop\"}",
            "{\"version\":1,\"command\":\"pages\",\"site\":\"http://a.example\"}",
            "{\"version\":1,\"command\":\"pages\",\"drop\":\"no\"}",
            "{\"version\":1,\"command\":\"stop\",\"all\":\"no\"}",
            "{\"version\":1,\"command\":\"stop\",\"id\":\"a\",\"all\":\"yes\"}",
            "{\"version\":1,\"command\":\"ban\",\"signer\":\"a\",\"seconds\":0}",
            "{\"version\":1,\"command\":\"logs\",\"lines\":1001}")) {
      assertThatThrownBy(() -> ControlRequest.read(line.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(JsonException.class);
    }
  }
}
