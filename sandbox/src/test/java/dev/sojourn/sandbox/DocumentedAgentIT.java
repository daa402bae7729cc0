package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.sandbox.pipe.AgentPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  void addsUpWhatTheAgentsOfTwoTerritoriesCounted() throws Exception {
    var text = Files.readString(Path.of("../docs/write-an-agent.md"));
    var section = text.substring(text.indexOf("\n## Combine what all agents found"));
    int begin = section.indexOf(BEGIN) + BEGIN.length();
    var jar =
        AgentSource.jar(
            "package guest;\nimport dev.sojourn.agent.*;\nimport dev.sojourn.agent.combine.*;\n"
                + "import java.util.*;\n"
                + section
                    .substring(begin, section.indexOf("```", begin))
                    .replace("package org.example.languages;", "")
                    .replace("LanguagesAgent", "Guest"));
    var parts = new ArrayList<AgentPart>();
    for (var language : List.of("en", "fi", "en")) {
      var page = "<html lang=" + language + "><a href=b>b</a>";
      var desk = new RecordingDesk(url -> RecordingDesk.html(url, page + url.path()));
      var end = SANDBOX.start(Orders.of(jar), desk).await();
      assertThat(end).isInstanceOf(VisitEnd.Finished.class);
      parts.add(new AgentPart(Scope.site(Orders.ORIGIN), ((VisitEnd.Finished) end).state()));
    }
    var desk = new RecordingDesk(_ -> new PageReply.Missing(404, "not found"));
    var taken = SANDBOX.start(combining(Orders.of(jar), parts), desk).await();
    assertThat(taken).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.findings).isEmpty();
    var state = Optional.of(((VisitEnd.Finished) taken).state());
    var end = SANDBOX.start(combining(Orders.of(jar), List.of()).withState(state), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.findings)
        .containsExactly("{\"language\":\"en\",\"pages\":4}", "{\"language\":\"fi\",\"pages\":2}");
    assertThat(desk.pages).isEmpty();
  }

  private static VisitOrder combining(VisitOrder order, List<AgentPart> parts) {
    return new VisitOrder(
        order.signer(),
        order.visitId(),
        order.code(),
        Optional.empty(),
        order.inputs().combining(parts),
        order.limits());
  }

  @Test
  void anAgentThatDoesNotCombineIsRefused() throws Exception {
    var jar = AgentSource.jar(source());
    var desk = new RecordingDesk(_ -> new PageReply.Missing(404, "not found"));
    var end = SANDBOX.start(combining(Orders.of(jar), List.of()), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Denied.class);
    assertThat(String.valueOf(end)).contains("does not combine (expected: it implements Combines)");
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
