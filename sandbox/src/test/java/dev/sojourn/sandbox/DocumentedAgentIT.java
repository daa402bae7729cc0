package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.Scope;
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
        new RecordingServices(
            url ->
                switch (url.path()) {
                  case "/" ->
                      RecordingServices.html(
                          url, "<title>Start</title><a href=a/>a</a><a href=b/>b</a>");
                  case "/a/", "/b/" ->
                      RecordingServices.html(url, "<title>Same</title><a href=deep>d</a>");
                  case "/a/deep" -> RecordingServices.html(url, "<title>Deep in a</title>");
                  case "/b/deep" -> RecordingServices.html(url, "<title>Deep in b</title>");
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
    var jar =
        AgentSource.jar(
            "package guest;\nimport dev.sojourn.agent.*;\nimport dev.sojourn.agent.combine.*;\n"
                + "import java.util.*;\n"
                + listing("docs/write-an-agent.md", "\n## Combine what all agents found")
                    .replace("package org.example.languages;", "")
                    .replace("LanguagesAgent", "Guest"));
    var parts = new ArrayList<AgentPart>();
    for (var language : List.of("en", "fi", "en")) {
      var page = "<html lang=" + language + "><a href=b>b</a>";
      var desk = new RecordingServices(url -> RecordingServices.html(url, page + url.path()));
      var end = SANDBOX.start(Orders.of(jar), desk).await();
      assertThat(end).isInstanceOf(VisitEnd.Finished.class);
      parts.add(new AgentPart(Scope.site(Orders.ORIGIN), ((VisitEnd.Finished) end).state()));
    }
    var desk = new RecordingServices(_ -> new PageReply.Missing(404, "not found"));
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
    var desk = new RecordingServices(_ -> new PageReply.Missing(404, "not found"));
    var end = SANDBOX.start(combining(Orders.of(jar), List.of()), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Denied.class);
    assertThat(String.valueOf(end)).contains("does not combine (expected: it implements Combines)");
  }

  @Test
  void parksAsTheListingSays() throws Exception {
    var desk = new RecordingServices(url -> RecordingServices.html(url, "<title>Home</title>"));
    var jar =
        AgentSource.jar(guest("private final Frontier frontier = new Frontier();", "Stay, and"));
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertThat(((VisitEnd.Finished) end).next()).isInstanceOf(Next.Park.class);
  }

  @Test
  void whatGoesAlongIsDoneWithoutAnItinerary() throws Exception {
    var desk = new RecordingServices(url -> RecordingServices.html(url, "<title>Home</title>"));
    var fields =
        "private boolean isDone;\n  private void readPages(Visit visit) {"
            + " visit.starts().forEach(visit::fetch); }";
    var end =
        SANDBOX.start(Orders.of(AgentSource.jar(guest(fields, "Go on to other"))), desk).await();
    assertThat(((VisitEnd.Finished) end).next()).isInstanceOf(Next.Done.class);
    assertThat(desk.pages).hasSize(1);
  }

  /// An agent around the method that a section lists.
  private static String guest(String members, String section) throws IOException {
    return "package guest;\nimport dev.sojourn.agent.*;\nimport java.time.Duration;\n"
        + "public final class Guest implements Agent {\n  %s\n%s}\n"
            .formatted(members, listing("docs/write-an-agent.md", "\n## " + section));
  }

  private static String finding(String path, String title) {
    return "{\"url\":\"%s%s\",\"title\":\"%s\"}".formatted(Orders.ORIGIN, path, title);
  }

  /// The agent under the name that orders have.
  private static String source() throws IOException {
    return "package guest;\nimport dev.sojourn.agent.*;\n"
        + listing("README.md", "").replace("TitleAgent", "Guest");
  }

  /// The first listing of Java behind a place of a document.
  private static String listing(String document, String place) throws IOException {
    var text = Files.readString(Path.of("..").resolve(document));
    int begin = text.indexOf(BEGIN, text.indexOf(place)) + BEGIN.length();
    return text.substring(begin, text.indexOf("```", begin));
  }
}
