package dev.sojourn.dispatcher.cli.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RobotsDecideTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Run(int exitCode, List<JsonNode> answers) {}

  @Test
  void answersEveryFieldOfAQuestion() throws IOException {
    var run =
        decide(
            """
            {"robots":"User-agent: *\\nDisallow: /x\\nCrawl-delay: 1.5\\nMobile-agent-server: / atp://h.example\\n",\
            "agent":"a","url":"http://e.example/x/1","robotsTag":[{"field":"X-Robots-Tag","value":"noindex, a: nofollow"}]}
            """);
    assertThat(run.exitCode).isZero();
    assertThat(run.answers.getFirst())
        .isEqualTo(
            JSON.readTree(
                """
                {"allowed":false,"rule":"Disallow: /x","line":2,"route":"atp://h.example:434",
                 "routeLine":4,"crawlDelay":1.5,"restrictions":["nofollow","noindex"]}
                """));
  }

  @Test
  void saysNullWhereNothingApplies() throws IOException {
    var run = decide("{\"robots\":\"\",\"agent\":\"a\",\"url\":\"http://e.example/\"}\n");
    assertThat(run.answers)
        .containsExactly(
            JSON.readTree(
                """
                {"allowed":true,"rule":null,"line":null,"route":"unspecified","routeLine":null,
                 "crawlDelay":null}
                """));
  }

  @Test
  void saysWhatTheFileStatesOfUse() throws IOException {
    var run =
        decide(
            """
            {"robots":"Sitemap: https://h/s.xml\\nLicense: https://h/l.xml\\nUser-agent: *\\nContent-Signal: ai-train=no\\nContent-Usage: /a search=y\\nDisallow:\\n",\
            "agent":"a","url":"http://e.example/a"}
            """);
    assertThat(run.answers.getFirst())
        .isEqualTo(
            JSON.readTree(
                """
                {"allowed":true,"rule":null,"line":null,"route":"unspecified","routeLine":null,
                 "crawlDelay":null,"contentUsage":{"search":true},
                 "contentSignal":{"ai-train":false},"licenses":["https://h/l.xml"],
                 "sitemaps":["https://h/s.xml"]}
                """));
  }

  @Test
  void goesOnAfterALineThatIsNoQuestion() throws IOException {
    var good = "{\"robots\":\"\",\"agent\":\"a\",\"url\":\"http://e.example/\"}\n";
    var run =
        decide(
            good
                + "{broken\n"
                + "[1]\n"
                + "{\"robots\":\"\",\"agent\":\"a\"}\n"
                + "{\"robots_b64\":\"!\",\"agent\":\"a\",\"url\":\"/\"}\n"
                + "{\"robots\":\"\",\"agent\":\"a\",\"url\":\"/\",\"dialect\":\"1994\"}\n"
                + good);
    assertThat(run.exitCode).isEqualTo(6);
    assertThat(run.answers).hasSize(7);
    for (int line = 2; line <= 6; line++) {
      assertThat(run.answers.get(line - 1).get("error").asText()).isNotEmpty();
      assertThat(run.answers.get(line - 1).get("line").asInt()).isEqualTo(line);
    }
    assertThat(run.answers.getLast().get("allowed").asBoolean()).isTrue();
  }

  @Test
  void repairsOnlyWhereAsked() throws IOException {
    var question = "{\"robots\":\"User-agent: a\\nDisalow: /\",\"agent\":\"a\",\"url\":\"/x\"%s}\n";
    var run = decide(question.formatted("") + question.formatted(",\"lenient\":true"));
    assertThat(run.answers.get(0).get("allowed").asBoolean()).isTrue();
    assertThat(run.answers.get(1).get("allowed").asBoolean()).isFalse();
  }

  @Test
  void decidesEverySharedCase() throws IOException {
    var questions = new StringBuilder();
    var wanted = new ArrayList<Boolean>();
    for (var each : shared("cases.jsonl")) {
      var mode = each.get("mode").asText();
      if (mode.equals("rfc9309") || mode.equals("legacy1996")) {
        var question = (ObjectNode) each;
        question.put("dialect", mode.equals("rfc9309") ? mode : "1996");
        questions.append(question).append('\n');
        wanted.add(each.get("allowed").asBoolean());
      }
    }
    var run = decide(questions.toString());
    assertThat(run.exitCode).isZero();
    assertThat(run.answers.stream().map(a -> a.get("allowed").asBoolean()))
        .containsExactlyElementsOf(wanted);
  }

  @Test
  void routesEverySharedCase() throws IOException {
    var questions = new StringBuilder();
    var wanted = new ArrayList<String>();
    for (var each : shared("routes.jsonl")) {
      questions.append(((ObjectNode) each).put("agent", "examplebot")).append('\n');
      wanted.add(each.get("route").asText());
    }
    assertThat(decide(questions.toString()).answers.stream().map(a -> a.get("route").asText()))
        .containsExactlyElementsOf(wanted);
  }

  @Test
  void readsEverySharedRobotsTag() throws IOException {
    var questions = new StringBuilder();
    var wanted = new ArrayList<JsonNode>();
    for (var each : shared("robots-tag.jsonl")) {
      var question = JSON.createObjectNode();
      question.put("robots", "").put("url", "http://e.example/");
      question.set("agent", each.get("token"));
      question.putArray("robotsTag").add(each);
      questions.append(question).append('\n');
      var rules = new TreeSet<String>();
      each.get("rules").forEach(rule -> rules.add(rule.asText()));
      wanted.add(JSON.valueToTree(rules));
    }
    assertThat(decide(questions.toString()).answers.stream().map(a -> a.get("restrictions")))
        .containsExactlyElementsOf(wanted);
  }

  private static Run decide(String questions) throws IOException {
    var in = new ByteArrayInputStream(questions.getBytes(StandardCharsets.UTF_8));
    var out = new StringWriter();
    int exitCode =
        CommandRun.commandLine(new RobotsDecide(in), "decide")
            .setOut(new PrintWriter(out))
            .execute();
    var answers = new ArrayList<JsonNode>();
    for (var line : out.toString().lines().toList()) {
      answers.add(JSON.readTree(line));
    }
    return new Run(exitCode, answers);
  }

  /// The shared test data; if it is not there, the sample that the tests of robots have.
  private static List<JsonNode> shared(String name) throws IOException {
    var sample = Path.of("../robots/src/test/resources/dev/sojourn/robots/sample");
    var directory = SharedData.directory("robots").orElse(sample);
    var file = directory.resolve(name);
    var lines = new ArrayList<JsonNode>();
    try (var in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : new GZIPInputStream(Files.newInputStream(directory.resolve(name + ".gz")))) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (var line : text.lines().filter(l -> !l.isBlank()).toList()) {
        lines.add(JSON.readTree(line));
      }
    }
    return lines;
  }
}
