package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The agent that stands in the documents, as authors copy it.
class DocumentedAgentIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(1, 1);

  private static final String BEGIN = "```java\n";

  /// Two pages with one body have relative links to different pages.
  @Test
  void followsTheLinksOfEqualBodiesAndReportsOneOfThem() throws Exception {
    var desk =
        new RecordingDesk(
            url ->
                switch (url.path()) {
                  case "/" ->
                      RecordingDesk.html(
                          url, "<title>Start</title><a href=a/>a</a><a href=b/>b</a>");
                  case "/a/", "/b/" ->
                      RecordingDesk.html(url, "<title>Same</title><a href=deep>d</a>");
                  case "/a/deep" -> RecordingDesk.html(url, "<title>Deep in a</title>");
                  case "/b/deep" -> RecordingDesk.html(url, "<title>Deep in b</title>");
                  default -> new PageReply.Missing(404, "not found");
                });

    var end = SANDBOX.start(Orders.of(AgentSource.jar(source())), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.findings)
        .containsExactlyInAnyOrder(
            finding("/", "Start"),
            finding("/a/", "Same"),
            finding("/a/deep", "Deep in a"),
            finding("/b/deep", "Deep in b"));
  }

  @Test
  void isTheSameInEachDocument() throws IOException {
    assertThat(agentIn("docs/write-an-agent.md")).isEqualTo(agentIn("README.md"));
  }

  private static String finding(String path, String title) {
    return "{\"url\":\"%s%s\",\"title\":\"%s\"}".formatted(Orders.ORIGIN, path, title);
  }

  /// The agent under the name that orders have.
  private static String source() throws IOException {
    return "package guest;\nimport dev.sojourn.agent.*;\n"
        + agentIn("README.md").replace("TitleAgent", "Guest");
  }

  private static String agentIn(String document) throws IOException {
    var text = Files.readString(Path.of("..").resolve(document));
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    return text.substring(begin, text.indexOf("```", begin));
  }
}
