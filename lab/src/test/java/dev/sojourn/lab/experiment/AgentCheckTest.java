package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.lab.experiment.AgentCheck.Mistake;
import dev.sojourn.samples.search.SearchAgent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents that an experiment names, with the parameters that it gives them.
final class AgentCheckTest {
  @TempDir private Path temp;

  private AgentCheck check;

  @BeforeEach
  void putAnAgentOnTheShelf() throws IOException, URISyntaxException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .putValue("Sojourn-Agents", "search=" + SearchAgent.class.getName());
    try (var jar =
        new JarOutputStream(Files.newOutputStream(temp.resolve("agents.jar")), manifest)) {
      for (var type : SearchAgent.class.getNestMembers()) {
        var name = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(name));
        try (var bytes = type.getResourceAsStream("/" + name)) {
          bytes.transferTo(jar);
        }
      }
    }
    check = new AgentCheck(AgentCatalog.of(temp));
  }

  private List<Mistake> mistakes(String agent) {
    return check.mistakes(CrawlDescription.words(agent));
  }

  @Test
  void aMistakeNamesItsParameter() {
    assertThat(mistakes("search best=zwei bset=1"))
        .extracting(Mistake::parameter)
        .containsExactlyInAnyOrder("words", "best", "bset");
    assertThat(mistakes("serch")).extracting(Mistake::parameter).containsExactly("");
  }

  @Test
  void anAgentWithItsParametersIsRight() {
    assertThat(mistakes("search words=socket best=5")).isEmpty();
  }

  @Test
  void anUnknownAgentIsReportedWithTheKnownOnes() {
    assertThat(mistakes("serch words=socket"))
        .containsExactly(
            new Mistake("\"serch\" (did you mean 'search'?)", "an agent of this program: search"));
    assertThat(mistakes("agents.jar")).hasSize(1);
  }

  @Test
  void eachUnfitParameterIsReportedAsTheCrawlDoes() {
    assertThat(mistakes("search best=zwei"))
        .containsExactly(
            new Mistake("parameter words: nothing", "text"),
            new Mistake("parameter best: zwei", "a whole number from -2147483648 to 2147483647"));
    assertThat(mistakes("search words=x bset=1"))
        .singleElement()
        .satisfies(
            mistake ->
                assertThat(mistake.found()).isEqualTo("parameter bset (did you mean 'best'?)"));
    assertThat(mistakes("search socket"))
        .containsExactly(new Mistake("--with: socket", "KEY=VALUE"));
  }

  @Test
  void noWordsAndAnOptionWithoutItsValueAreMistakesToo() {
    assertThat(mistakes(" "))
        .containsExactly(new Mistake("no name", "an agent of this program: search"));
    assertThat(mistakes("search --with"))
        .singleElement()
        .satisfies(mistake -> assertThat(mistake.found()).isNotEmpty());
  }

  @Test
  void withoutAgentsThereIsNothingToCheckAgainst() {
    assertThat(new AgentCheck(AgentCatalog.of(temp.resolve("none"))).mistakes(List.of("any")))
        .isEmpty();
  }
}
