package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Agent;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.dispatcher.cli.guest.Brief;
import dev.sojourn.dispatcher.cli.guest.GuestClasses;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `agent new` and `agent list`. A test of the whole shows that a new project builds by Maven.
class NewAgentTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void aNewProjectHasAnAgentThatCompilesAndIsListed() throws Exception {
    var project = folder.resolve("p");
    var ran = CommandLines.run("agent", "new", "dead-links", "--out", project.toString(), "--json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    var json = JSON.readTree(ran.out());
    assertThat(json.get("class").asText()).isEqualTo("org.example.deadlinks.DeadLinksAgent");
    assertThat(json.get("files").size()).isEqualTo(9);
    assertThat(Files.readString(project.resolve("pom.xml")))
        .contains("<artifactId>dead-links</artifactId>")
        .contains("dead-links=org.example.deadlinks.DeadLinksAgent")
        .containsPattern("<sojourn.version>[0-9]+\\.[0-9]+\\.[0-9]+")
        .contains("<version>${sojourn.version}</version>")
        .doesNotContainPattern("\\[(NAME|CLASS|PACKAGE|TITLE)]")
        .doesNotContain("@");
    var classes = compiled(project);

    var listed = CommandLines.run("agent", "list", classes.toString());
    assertThat(listed.out())
        .isEqualTo(
            """
            org.example.deadlinks.DeadLinksAgent  Reports the title of each page.
              --with shortest=…  Titles with fewer characters are left out. It is a whole number. Default: 1.
            """);
    var object =
        JSON.readTree(CommandLines.run("agent", "list", classes.toString(), "--json").out());
    assertThat(object.get("agent").isNull()).isTrue();
    assertThat(object.get("description").asText()).isEqualTo("Reports the title of each page.");
    assertThat(object.get("parameters"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"name":"shortest","type":"int","required":false,"default":"1","choices":null,
                  "description":"Titles with fewer characters are left out."}]\
                """));
  }

  @ParameterizedTest
  @CsvSource({
    "Titles, NAME: Titles (expected: at most 40 small letters",
    "../x, NAME: ../x (expected: at most 40 small letters",
    "a--b, NAME: a--b (expected",
    "class, 'NAME: class (expected: no word of Java, or a package by --package)'",
  })
  void whatIsNoNameIsReported(String name, String sentence) {
    var ran = CommandLines.run("agent", "new", name, "--out", folder.resolve("x").toString());
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains(sentence);
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void nothingIsOverwritten() throws Exception {
    Files.writeString(folder.resolve("mine"), "");
    var ran = CommandLines.run("agent", "new", "titles", "--out", folder.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("is not empty; name another directory with --out.");
    assertThat(folder).isDirectoryContaining(file -> file.endsWith("mine"));
  }

  @Test
  void aFileWithoutAgentsIsReported() throws Exception {
    var ran = CommandLines.run("agent", "list", folder.resolve("no.jar").toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("There is no file");
  }

  @Test
  void aDescriptionWithoutAFullStopGetsOneBeforeTheNextSentence() throws Exception {
    var source =
        Files.writeString(
            folder.resolve("Guest.java"),
            """
            import dev.sojourn.agent.*;
            import dev.sojourn.agent.parameter.*;
            @Description("Does nothing")
            public class Guest implements Agent {
              public record Told(@Description("A text") String text,
                  @Description("Really?") boolean sure) {}
              public Guest(Told told) {}
              public Next visit(Visit visit) { return Next.done(); }
            }
            """);

    assertThat(CommandLines.run("agent", "list", compile(source).toString()).out())
        .isEqualTo(
            """
            Guest  Does nothing
              --with text=…  A text. It is text. It must be given.
              --with sure=…  Really? It is true or false. It must be given.
            """);
  }

  @Test
  void anAgentThatCannotBeBegunWithIsNamedWithItsFault() throws Exception {
    var source =
        Files.writeString(
            folder.resolve("Guest.java"),
            """
            import dev.sojourn.agent.*;
            import dev.sojourn.agent.parameter.*;
            public class Guest implements Agent {
              public record Told(@Default("abc") int most) {}
              public Guest(Told told) {}
              public Next visit(Visit visit) { return Next.done(); }
            }
            """);
    var classes = compile(source).toString();

    var listed = CommandLines.run("agent", "list", classes);

    assertThat(listed.exit()).isEqualTo(1);
    assertThat(listed.err())
        .contains(
            "In %s there is no public class that could be begun with. Guest: ".formatted(classes))
        .contains("abc");
    assertThat(CommandLines.run("agent", "try", classes, folder.toString()).err())
        .isEqualTo(listed.err());

    GuestClasses.copy(Brief.class, Path.of(classes));
    var both = CommandLines.run("agent", "list", classes);
    assertThat(both.exit()).isZero();
    assertThat(both.out()).isEqualToIgnoringNewLines(Brief.class.getName());
    assertThat(both.err()).startsWith("Not listed: Guest: parameter most: ");
  }

  @Test
  void theTextsOfAJarSteerNoTerminal() throws Exception {
    var source =
        Files.writeString(
            folder.resolve("Guest.java"),
            """
            import dev.sojourn.agent.*;
            import dev.sojourn.agent.parameter.*;
            public class Guest implements Agent {
              public enum How { FAST, SLXXW }
              public record Told(@Default("a\\nb\\33[2J\\u202e") String text, How how) {}
              public Guest(Told told) {}
              public Next visit(Visit visit) { return Next.done(); }
            }
            """);
    var classes = compile(source).toString();
    // No compiler takes such a name; a class file may have it.
    var how = folder.resolve("classes/Guest$How.class");
    var bytes = new String(Files.readAllBytes(how), StandardCharsets.ISO_8859_1);
    Files.writeString(how, bytes.replace("SLXXW", "S\u001b[2W"), StandardCharsets.ISO_8859_1);

    var listed = CommandLines.run("agent", "list", classes);
    var refused = CommandLines.run("agent", "try", classes, folder.toString(), "--with", "how=no");

    assertThat(listed.out()).contains("Default: a b\ufffd[2J\ufffd.").contains("s\ufffd[2w");
    assertThat(refused.err()).contains("how: no (expected: ").contains("s\ufffd[2w");
    for (var shown : List.of(listed.out(), listed.err(), refused.out(), refused.err())) {
      assertThat(shown.lines().flatMapToInt(String::codePoints)).allMatch(ForeignText::isPlain);
    }
  }

  private Path compiled(Path project) {
    return compile(project.resolve("src/main/java/org/example/deadlinks/DeadLinksAgent.java"));
  }

  private Path compile(Path source) {
    var classes = folder.resolve("classes");
    var api = Agent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    var words = new String[] {"-d", classes.toString(), "-cp", api, source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words)).isZero();
    return classes;
  }
}
