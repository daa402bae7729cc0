package dev.sojourn.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sojourn.agent.Agent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The extension, used as an author of agents uses it.
@AgentTest(TitlesAgent.class)
@Timeout(120)
class AgentTestIT {
  private static void write(AgentTrial trial) {
    trial
        .page("index.html", "<title>One</title><a href=a/two.html>2</a><a href=closed.html>c</a>")
        .page("a/two.html", "<title>Two</title><a href=http://other.example/>o</a>")
        .page("closed.html", "<title>Closed</title>")
        .page("robots.txt", "User-agent: *\nDisallow: /closed.html\n");
  }

  @Test
  void givesFindingsDenialsAndSpending(AgentTrial trial) {
    write(trial);
    var visit = trial.visit();
    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    assertThat(visit.reason()).isEmpty();
    assertThat(visit.values("title")).containsExactly("One", "Two");
    assertThat(visit.findings()).contains("{\"visit\":1,\"title\":\"One\"}");
    assertThat(visit.disallowed()).containsExactly("http://localhost/closed.html");
    assertThat(visit.pages()).containsExactly("http://localhost/", "http://localhost/a/two.html");
    assertThat(visit.referrals()).containsExactly("http://other.example/");
    assertThat(visit.log()).containsExactly("seen 1");
    assertThat(visit.pageBytes()).isPositive();
    assertThat(visit.cpu()).isPositive();
    assertThat(visit.allocatedBytes()).isPositive();
    assertThat(visit.stateBytes()).isPositive();
    assertThat(visit.refusals()).isEmpty();
    assertThat(visit.limit()).isEmpty();
  }

  @Test
  void theFolderMayChangeBetweenVisitsAndTheStateGoesOn(AgentTrial trial) {
    write(trial);
    trial.visit();
    trial.page("index.html", "<title>Uno</title>").remove("a/two.html");
    var second = trial.visit();
    assertThat(second.findings()).containsExactly("{\"visit\":2,\"title\":\"Uno\"}");
    var other = trial.restart().visit("/");
    assertThat(other.values("visit")).containsExactly("1");
    assertThat(other.pages())
        .as("of one that is not combined")
        .containsExactly("http://localhost/");
  }

  @Test
  void aChangeOrItsTimeWakesAnAgentThatParked(AgentTrial trial) {
    write(trial);
    assertThatIllegalStateException()
        .isThrownBy(trial::wake)
        .withMessage("the agent is not parked");
    var first = trial.with("stays=true").visit();
    assertThat(first.outcome()).isEqualTo("parked");
    assertThat(first.until().orElseThrow().onChange()).isTrue();
    assertThat(first.log().getLast()).startsWith("Start[] Unreported[");

    trial.page("index.html", "<title>Uno</title><a href=a/two.html>2</a>");
    trial.page("closed.html", "<title>Still closed</title>").page("new.html", "");
    var second = trial.wake();
    assertThat(second.values("visit")).containsExactly("2", "2");
    assertThat(second.log().getLast())
        .isEqualTo(
            "Wake[by=CHANGE] Reported[pages=[PageChange[url=http://localhost/, kind=CHANGED],"
                + " PageChange[url=http://localhost/new.html, kind=NEW]], isWhole=true]");

    var third = trial.wake();
    assertThat(third.log().getLast()).isEqualTo("Wake[by=TIME] Reported[pages=[], isWhole=true]");
    assertThat(third.pageBytes()).as("of all visits").isGreaterThan(second.pageBytes());
    trial.remove("new.html");
    assertThat(trial.wake().log().getLast()).contains("new.html, kind=GONE");
  }

  @Test
  void aLimitThatStopsTheVisitIsNamed(AgentTrial trial) {
    write(trial);
    var visit = trial.with("spin=1000").limit("cpu=200ms").visit();
    assertThat(visit.outcome()).isEqualTo("stopped");
    assertThat(visit.limit()).contains("cpu");
    assertThat(visit.place().orElseThrow()).contains("TitlesAgent");
    assertThat(visit.stateBytes()).isZero();
  }

  @Test
  void anExceptionOfTheAgentIsAnOutcome(AgentTrial trial) {
    write(trial);
    var visit = trial.with("fails=true").visit();
    assertThat(visit.outcome()).isEqualTo("failed");
    assertThat(visit.reason()).contains("as it was asked to");
    assertThat(visit).asString().contains("failed: ").contains("TitlesAgent.visit");
  }

  @Test
  void codeThatNoSandboxReadsIsAnOutcomeToo(AgentTrial trial, @TempDir Path folder)
      throws Exception {
    var jar = folder.resolve("titles.jar");
    writeJar(jar, "guest/\u00c4rger.class");
    try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, new ApiLoader());
        var other =
            AgentTrial.begin(
                loader.loadClass(TitlesAgent.class.getName()).asSubclass(Agent.class),
                AgentTestIT.class,
                trial.sandbox())) {
      var visit = other.with("spin=1").page("a.html", "").visit();

      assertThat(visit.outcome()).isEqualTo("denied");
      assertThat(visit.refusals())
          .singleElement()
          .asString()
          .contains("guest/\u00c4rger.class (allowed: ASCII letters");
    }
  }

  private static void writeJar(Path jar, String further) throws Exception {
    var place = TitlesAgent.class.getProtectionDomain().getCodeSource().getLocation();
    var classes = Path.of(place.toURI()).resolve("dev/sojourn/kit");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar));
        var files = Files.newDirectoryStream(classes, "TitlesAgent*.class")) {
      for (var file : files) {
        zip.putNextEntry(new ZipEntry("dev/sojourn/kit/" + file.getFileName()));
        Files.copy(file, zip);
      }
      zip.putNextEntry(new ZipEntry(further));
    }
  }

  /// Knows the agent API, and not the agent that lies beside this test.
  private static final class ApiLoader extends ClassLoader {
    ApiLoader() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith("dev.sojourn.agent.")) {
        throw new ClassNotFoundException(name);
      }
      return Agent.class.getClassLoader().loadClass(name);
    }
  }

  @Test
  void wrongUseIsReportedAtOnce(AgentTrial trial) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial.page("../x.html", ""))
        .withMessage("path: ../x.html (expected: a file in the folder)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial.visit("a.html"))
        .withMessage("start: a.html (expected: a path, as /a.html)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial.with("spin"))
        .withMessage("with: spin (expected: KEY=VALUE)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial.with("spni=1").visit("/"))
        .withMessage("parameter spni: (expected: one of spin, fails, stays)");
    assertThatIllegalArgumentException().isThrownBy(() -> trial.limit("fuel=1"));
  }

  /// A class within the annotated one.
  @Nested
  class Within {
    @Test
    void hasATrialToo(AgentTrial trial) {
      trial.page("a.html", "<title>A</title>");
      assertThat(trial.visit().values("title")).containsExactly("A");
    }
  }
}
