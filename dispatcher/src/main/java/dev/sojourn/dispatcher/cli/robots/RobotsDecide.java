package dev.sojourn.dispatcher.cli.robots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTag;
import dev.sojourn.robots.RobotsTxt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `robots decide`: answers questions in JSON, one a line.
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    description = {
      "Answer questions about robots.txt files: JSON lines in, JSON lines out.",
      "",
      "A question has robots (or robots_b64), agent and url. It may also have dialect (rfc9309"
          + " or 1996), lenient (default false), and robotsTag: an array of {field, value}.",
      "The answer has allowed, rule, line, route, routeLine, crawlDelay, and restrictions where"
          + " robotsTag was given. What does not apply is null. Where the file states them, it has"
          + " contentUsage, contentSignal, licenses and sitemaps. A line that is no question is"
          + " answered with error and line; the exit code is then 6."
    },
    footer = {
      "",
      "Example:",
      "  echo '{\"robots\":\"User-agent: *\\n"
          + "Disallow: /x\",\"agent\":\"a\",\"url\":\"http://h/x\"}' \\",
      "    | sojourn robots decide"
    })
final class RobotsDecide implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @Spec private CommandSpec spec = CommandSpec.create();

  private final InputStream in;

  /// Creates the command with standard input.
  RobotsDecide() {
    this(System.in);
  }

  /// Creates the command with another input.
  RobotsDecide(InputStream in) {
    this.in = in;
  }

  @Override
  public Integer call() throws IOException {
    var out = spec.commandLine().getOut();
    var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    boolean allRight = true;
    int number = 0;
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      var answer = answer(line, number);
      allRight &= !answer.has("error");
      JsonOption.print(out, answer);
    }
    return (allRight ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }

  private static ObjectNode answer(String line, int number) {
    try {
      var question = JSON.readTree(line);
      if (!question.isObject()) {
        return error("not a JSON object", number);
      }
      return answer(question);
    } catch (JsonProcessingException e) {
      return error("not JSON: " + e.getOriginalMessage(), number);
    } catch (WrongQuestionException e) {
      return error(String.valueOf(e.getMessage()), number);
    }
  }

  private static ObjectNode error(String what, int number) {
    return JsonNodeFactory.instance.objectNode().put("error", what).put("line", number);
  }

  private static ObjectNode answer(JsonNode question) throws WrongQuestionException {
    var agent = text(question, "agent");
    var url = text(question, "url");
    var robots = RobotsTxt.parse(robots(question), options(question));
    var access = robots.access(agent, url);
    var route = robots.route(url);
    var answer = JsonNodeFactory.instance.objectNode();
    answer.put("allowed", access.allowed());
    if (access.rule().isPresent()) {
      answer.put("rule", access.rule().get().text()).put("line", access.line());
    } else {
      answer.putNull("rule").putNull("line");
    }
    answer.put("route", route.toString());
    if (route.decidingLine() > 0) {
      answer.put("routeLine", route.decidingLine());
    } else {
      answer.putNull("routeLine");
    }
    var delay = robots.crawlDelay(agent);
    if (delay.isPresent()) {
      answer.set("crawlDelay", seconds(delay.get().toMillis()));
    } else {
      answer.putNull("crawlDelay");
    }
    StatedRecords.of(robots, robots.agent(agent), url).addTo(answer);
    if (question.hasNonNull("robotsTag")) {
      var restrictions = answer.putArray("restrictions");
      tag(question.get("robotsTag")).restrictions(agent).forEach(restrictions::add);
    }
    return answer;
  }

  private static JsonNode seconds(long millis) {
    return millis % 1000 == 0
        ? JsonNodeFactory.instance.numberNode(millis / 1000)
        : JsonNodeFactory.instance.numberNode(BigDecimal.valueOf(millis, 3).stripTrailingZeros());
  }

  private static byte[] robots(JsonNode question) throws WrongQuestionException {
    if (question.hasNonNull("robots_b64")) {
      try {
        return Base64.getDecoder().decode(text(question, "robots_b64"));
      } catch (IllegalArgumentException _) {
        throw new WrongQuestionException("robots_b64: not base64");
      }
    }
    if (!question.hasNonNull("robots")) {
      throw new WrongQuestionException("robots: missing (expected: robots or robots_b64)");
    }
    return text(question, "robots").getBytes(StandardCharsets.UTF_8);
  }

  private static RobotsOptions options(JsonNode question) throws WrongQuestionException {
    var dialect = question.hasNonNull("dialect") ? question.get("dialect").asText() : "rfc9309";
    var lenient = question.path("lenient");
    if (!lenient.isMissingNode() && !lenient.isNull() && !lenient.isBoolean()) {
      throw new WrongQuestionException("lenient: " + lenient + " (expected: true or false)");
    }
    var options = RobotsOptions.STRICT.withLenient(lenient.asBoolean(false));
    return switch (dialect) {
      case "rfc9309" -> options;
      case "1996" -> options.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996);
      default ->
          throw new WrongQuestionException("dialect: " + dialect + " (expected: rfc9309 or 1996)");
    };
  }

  private static RobotsTag tag(JsonNode fields) throws WrongQuestionException {
    if (!fields.isArray()) {
      throw new WrongQuestionException("robotsTag: expected an array of {field, value}");
    }
    var tags = new ArrayList<RobotsTag>();
    for (var each : fields) {
      var field = text(each, "field");
      if (!field.equalsIgnoreCase("robots-tag") && !field.equalsIgnoreCase("x-robots-tag")) {
        throw new WrongQuestionException(
            "field: " + field + " (expected: Robots-Tag or X-Robots-Tag)");
      }
      tags.add(RobotsTag.parse(text(each, "value")));
    }
    return RobotsTag.all(tags);
  }

  private static String text(JsonNode node, String name) throws WrongQuestionException {
    var value = node.path(name);
    if (!value.isTextual()) {
      throw new WrongQuestionException(
          name + ": " + (value.isMissingNode() ? "missing" : "not a string"));
    }
    return value.asText();
  }
}
