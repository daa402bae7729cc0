package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.testing.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `robots decide` as another program uses it: a process with a pipe on each side.
final class RobotsDecideIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int A_MOMENT_SECONDS = 300;

  /// Each question with its answer; the lines between are no questions.
  private static final List<List<String>> TALK =
      List.of(
          List.of(
              """
              {"robots":"User-agent: *\\nDisallow: /x\\nCrawl-delay: 1.5\\nMobile-agent-server: / ATP://H.example\\n",
               "agent":"a","url":"http://e.example/x/1",
               "robotsTag":[{"field":"X-Robots-Tag","value":"noindex, a: nofollow"},{"field":"Robots-Tag","value":"a;nosnippet, b;noarchive"}]}
              """,
              """
              {"allowed":false,"rule":"Disallow: /x","line":2,"route":"atp://h.example:434","routeLine":4,
               "crawlDelay":1.5,"restrictions":["nofollow","noindex","nosnippet"]}
              """),
          List.of("{broken", ""),
          List.of(
              // User-agent: b, Allow: /a, Disallow: / in base64
              """
              {"robots_b64":"VXNlci1hZ2VudDogYgpBbGxvdzogL2EKRGlzYWxsb3c6IC8K","agent":"b","url":"http://e.example/a/b"}
              """,
              """
              {"allowed":true,"rule":"Allow: /a","line":2,"route":"unspecified","routeLine":null,"crawlDelay":null}
              """),
          List.of("[\"robots\"]", ""),
          List.of("{\"robots\":\"\",\"agent\":\"a\"}", ""),
          List.of(
              """
              {"robots":"User-agent: *\\nDisallow: /\\nAllow: /a\\nMobile-agent-server: / none","dialect":"1996","agent":"c","url":"http://e.example/a"}
              """,
              """
              {"allowed":false,"rule":"Disallow: /","line":2,"route":"none","routeLine":4,"crawlDelay":null}
              """),
          List.of("{\"robots_b64\":\"?\",\"agent\":\"a\",\"url\":\"/\"}", ""),
          List.of("{\"robots\":\"\",\"agent\":\"a\",\"url\":\"/\",\"lenient\":1}", ""),
          List.of(
              """
              {"robots":"Useragent: d\\nDisalow: /","lenient":true,"agent":"D","url":"http://e.example/","robotsTag":[]}
              """,
              """
              {"allowed":false,"rule":"Disallow: /","line":2,"route":"unspecified","routeLine":null,"crawlDelay":null,"restrictions":[]}
              """));

  private record Wanted(String field, String value) {}

  @TempDir private Path temp;

  @Test
  void answersEachLineBeforeTheNextIsAskedAndGoesOnAfterALineThatIsNoQuestion()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    var process = Program.talkTo(temp, "robots", "decide");
    try (var answers = process.inputReader(StandardCharsets.UTF_8)) {
      try (var questions = process.outputWriter(StandardCharsets.UTF_8)) {
        for (int line = 1; line <= TALK.size(); line++) {
          var wanted = TALK.get(line - 1).getLast();
          var answer = asked(questions, answers, TALK.get(line - 1).getFirst());
          if (wanted.isEmpty()) {
            assertThat(answer.fieldNames()).toIterable().containsExactly("error", "line");
            assertThat(answer.get("error").asText()).isNotBlank();
            assertThat(answer.get("line").asInt()).isEqualTo(line);
          } else {
            assertThat(answer).isEqualTo(JSON.readTree(wanted));
          }
        }
      }
      assertThat(process.waitFor(A_MOMENT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(6);
    assertThat(temp.resolve("err")).isEmptyFile();
  }

  /// `RobotsDecideTest` asks the same in its own process.
  @Test
  @Tag("long-form")
  void decidesEverySharedCase() throws IOException, InterruptedException {
    var data = SharedData.directory("robots");
    assumeTrue(data.isPresent(), "skipped: there is no shared robots data here");
    var questions = new ArrayList<JsonNode>();
    var wanted = new ArrayList<Wanted>();
    for (var each : lines(data.get().resolve("cases.jsonl.gz"))) {
      var mode = each.get("mode").asText();
      if (mode.equals("rfc9309") || mode.equals("legacy1996")) {
        questions.add(((ObjectNode) each).put("dialect", mode.equals("rfc9309") ? mode : "1996"));
        wanted.add(new Wanted("allowed", each.get("allowed").asText()));
      }
    }
    for (var each : lines(data.get().resolve("routes.jsonl"))) {
      questions.add(((ObjectNode) each).put("agent", "examplebot"));
      wanted.add(new Wanted("route", each.get("route").asText()));
    }
    var process = Program.talkTo(temp, "robots", "decide");
    var said = CompletableFuture.supplyAsync(() -> allOf(process.getInputStream()));
    try (var out = process.outputWriter(StandardCharsets.UTF_8)) {
      for (var each : questions) {
        out.append(each.toString()).append('\n');
      }
    }
    var answers = said.join().lines().toList();
    assertThat(process.waitFor()).isZero();
    assertThat(answers).hasSameSizeAs(wanted).isNotEmpty();
    for (int i = 0; i < wanted.size(); i++) {
      var field = wanted.get(i).field;
      var answer = JSON.readTree(answers.get(i)).get(field).asText();
      assertThat(new Wanted(field, answer)).as("%s", questions.get(i)).isEqualTo(wanted.get(i));
    }
  }

  /// Sends one line and waits for one; an answer that lay in a buffer would never come.
  private static JsonNode asked(Writer questions, BufferedReader answers, String question)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    questions.append(question.strip().replace("\n", "")).append('\n').flush();
    var answer = CompletableFuture.supplyAsync(() -> lineOf(answers));
    return JSON.readTree(answer.get(A_MOMENT_SECONDS, TimeUnit.SECONDS));
  }

  private static String lineOf(BufferedReader answers) {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String allOf(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var stream = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      var nodes = new ArrayList<JsonNode>();
      for (var line : allOf(stream).lines().filter(each -> !each.isBlank()).toList()) {
        nodes.add(JSON.readTree(line));
      }
      return nodes;
    }
  }
}
