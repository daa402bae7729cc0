package dev.sojourn.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.cli.CommandRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The exit codes of `lab check`, `lab run` and `lab report`, as docs/lab.md and `--help` have
/// them. The crawlers are shell scripts: one reads a page, the others fail.
final class LabExitCodesTest {
  private static final String EXPERIMENT =
      """
      name = "codes"
      question = "How does it end?"
      repetitions = 1
      [site]
      kind = "generated"
      pages = 1
      [crawl]
      kind = %s
      [[crawler]]
      name = "good"
      command = ["bash", "{experiment}/read.sh", "{start}", "0"]
      [[crawler]]
      name = "half"
      command = ["bash", "{experiment}/read.sh", "{start}", "3"]
      [[crawler]]
      name = "bad"
      command = ["sh", "-c", "exit 3", "{start}"]
      """;

  private static final String READ =
      """
      authority=${1#http://}
      authority=${authority%%/*}
      exec 3<>"/dev/tcp/${authority%:*}/${authority#*:}"
      printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3
      cat <&3 >&2
      exit "$2"
      """;

  private static final Pattern CODE = Pattern.compile("\\b[0-6]\\b(?= if|:)");

  @TempDir private Path temp;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int lab(Object... words) {
    return CommandRun.commandLine(new LabCommand(), "lab")
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(List.of(words).stream().map(Object::toString).toArray(String[]::new));
  }

  private Path experiment(String kinds) throws IOException {
    Files.writeString(temp.resolve("read.sh"), READ);
    return Files.writeString(temp.resolve("codes.toml"), EXPERIMENT.formatted(kinds));
  }

  @Test
  void aCheckEndsWithZeroOrTwo() throws IOException {
    assertThat(lab("check", experiment("\"good\""))).isZero();
    assertThat(lab("check", experiment("\"god\""))).isEqualTo(2);
    assertThat(lab("check", "--json", experiment("\"god\""))).isEqualTo(2);
    assertThat(lab("check", temp.resolve("none.toml"))).isEqualTo(2);
    assertThat(lab("check", temp)).isEqualTo(2);
  }

  @Test
  void aRunAllOfWhichIsDoneEndsWithZeroAndItsReportToo() throws IOException {
    var results = temp.resolve("results");
    assertThat(lab("run", experiment("\"good\""), "--out", results)).as(err.toString()).isZero();
    assertThat(lab("report", results)).isZero();

    Files.delete(results.resolve("report.html"));
    Files.createDirectories(results.resolve("report.html/in-the-way"));
    assertThat(lab("report", results)).isEqualTo(1);
    Files.writeString(results.resolve("runs.jsonl"), "{}}\n");
    assertThat(lab("report", results)).isEqualTo(2);
    assertThat(lab("run", experiment("\"good\""), "--out", results, "--resume")).isEqualTo(1);
    Files.delete(results.resolve("runs.jsonl"));
    assertThat(lab("report", results)).isEqualTo(2);
  }

  @Test
  void runsOfWhichOneIsDoneOrOneIsDoneInPartEndWithSix() throws IOException {
    assertThat(lab("run", experiment("[\"good\", \"bad\"]"), "--out", temp.resolve("some")))
        .as(err.toString())
        .isEqualTo(6);
    assertThat(lab("run", experiment("\"half\""), "--out", temp.resolve("half")))
        .as(err.toString())
        .isEqualTo(6);
  }

  @Test
  void runsOfWhichNoneIsDoneEndWithOne() throws IOException {
    assertThat(lab("run", experiment("\"bad\""), "--out", temp.resolve("none"))).isEqualTo(1);
    assertThat(lab("report", temp.resolve("none"))).isZero();
    var file = Files.createFile(temp.resolve("file"));
    assertThat(lab("run", experiment("\"good\""), "--out", file)).isEqualTo(1);
  }

  @Test
  void aRunThatDoesNotFitEndsWithTwoAndBeginsNothing() throws IOException {
    var results = temp.resolve("results");
    assertThat(lab("run", experiment("\"god\""), "--out", results)).isEqualTo(2);
    assertThat(lab("run", experiment("\"bad\""), "--out", results, "--resume")).isEqualTo(2);
    assertThat(lab("run", experiment("\"bad\""), "--out", results, "--failed")).isEqualTo(2);
    assertThat(lab("run", experiment("\"bad\""))).isEqualTo(2);
    assertThat(results).doesNotExist();

    assertThat(lab("run", experiment("\"bad\""), "--out", results)).isEqualTo(1);
    assertThat(lab("run", experiment("\"bad\""), "--out", results)).isEqualTo(2);
    assertThat(lab("run", experiment("\"good\""), "--out", results, "--resume")).isEqualTo(2);
    assertThat(err.toString()).contains("was made of another experiment file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "run", "report"})
  void theHelpHasTheCodesOfTheDocument(String command) throws IOException {
    assertThat(lab(command, "--help")).isZero();
    var help = out.toString().replaceAll("\\s+", " ");
    var row =
        Files.readString(Path.of("../docs/lab.md"))
            .lines()
            .filter(line -> line.startsWith("| `lab " + command + "` | 0: "))
            .findFirst()
            .orElseThrow();

    assertThat(codes(help.substring(help.indexOf("Exit code"))))
        .isEqualTo(codes(row))
        .hasSizeGreaterThanOrEqualTo(2);
  }

  private static TreeSet<String> codes(String text) {
    var codes = new TreeSet<String>();
    CODE.matcher(text).results().forEach(match -> codes.add(match.group()));
    return codes;
  }
}
