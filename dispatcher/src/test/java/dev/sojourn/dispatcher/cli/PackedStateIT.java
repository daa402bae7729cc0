package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.NamedLimits;
import dev.sojourn.visit.trial.TrialStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent that came home, and goes on with new code: `agent pack --state`.
@Timeout(180)
class PackedStateIT {
  @TempDir private Path folder;
  private Path key;
  private Path site;

  @BeforeAll
  static void makeStartCache() throws IOException {
    UserStartCache.ofTests();
  }

  @BeforeEach
  void makeAKeyAndASite() throws IOException {
    key = folder.resolve("owner.key");
    assertThat(CommandLines.run("key", "new", key.toString()).exit()).isZero();
    site = Files.createDirectory(folder.resolve("site"));
    Files.writeString(site.resolve("index.html"), "<title>One</title>");
  }

  @Test
  void anAgentGoesOnWithChangedCode() throws Exception {
    var home = home();
    var changed =
        compiled("changed", "String last; boolean isNew = true; int visits;", "visits++;");
    var out = folder.resolve("new.agent");

    var packed = pack(changed, out, "--state", home.toString());

    assertThat(packed.exit()).as(packed.err()).isZero();
    assertThat(packed.err()).contains("; with a state of ");
    var made = read(out);
    var passport = Passport.read(made.passport().payload());
    assertThat(made.state()).isEqualTo(read(home).state());
    assertThat(passport.stateDigest()).isEqualTo(made.state().map(Digest::of));
    assertThat(passport.parameters()).isEqualTo(Map.of("word", "told once"));
    assertThat(CommandLines.run("agent", "inspect", out.toString()).exit()).isZero();
    var tried = CommandLines.run("agent", "try", out.toString(), site.toString());
    assertThat(tried.exit()).as(tried.err()).isZero();
    assertThat(tried.err()).contains("visits 2, first, true, told once");
  }

  @Test
  void codeThatCannotReadTheStateSaysWhy() throws Exception {
    var home = home();
    var changed = compiled("changed", "String last; long visits; boolean isNew;", "visits++;");
    var out = folder.resolve("new.agent");
    assertThat(pack(changed, out, "--state", home.toString()).exit()).isZero();

    var tried = CommandLines.run("agent", "try", out.toString(), site.toString());

    assertThat(tried.exit()).as(tried.err()).isEqualTo(3);
    assertThat(tried.err()).contains("guest.Guest.visits: was int, is long");
  }

  @Test
  void whatBringsNoStateIsRefusedInOneSentence() throws Exception {
    var classes = compiled("first", "int visits; String last; boolean isNew;", "");
    var fresh = folder.resolve("fresh.agent");
    assertThat(pack(classes, fresh, "--with", "word=x").exit()).isZero();
    var out = folder.resolve("new.agent");
    var text = Files.writeString(folder.resolve("text"), "no package");

    assertThat(pack(classes, out, "--state", fresh.toString()).err())
        .contains(fresh + " has no state; an agent gets one at its first checkpoint");
    assertThat(pack(classes, out, "--state", text.toString()).err())
        .contains(text + " is no package: ");
    assertThat(pack(classes, out, "--state", folder.resolve("none").toString()).err())
        .contains("There is no package ");
    assertThat(out).doesNotExist();
  }

  /// The package of an agent that made a visit and came home.
  private Path home() throws Exception {
    var classes =
        compiled(
            "first",
            "int visits; String last = \"none\"; boolean isNew() { return false; }",
            "visits++; last = \"first\";");
    var out = folder.resolve("sent.agent");
    assertThat(pack(classes, out, "--with", "word=told once").exit()).isZero();
    var sent = read(out);
    var jar = sent.code().orElseThrow();
    var code = new VisitOrder.Code(Digest.of(jar).hex(), jar.toArray(), "guest.Guest");
    var scope = Scope.site(FolderVisit.ORIGIN);
    var inputs =
        new VisitOrder.Inputs(
            "Bot", List.of(FolderVisit.ORIGIN + "/"), scope, 1, Map.of("word", "told once"));
    try (var sandbox =
        ProcessSandbox.open(
            SandboxSettings.defaults().withBounds(1, 1, 256).withUserStartCache())) {
      var visit = new FolderVisit(site, scope, inputs, NamedLimits.ofTrial(List.of()));
      var state =
          visit.run(sandbox, code, TrialStart.of(Optional.empty())).visit().state().orElseThrow();
      var home = folder.resolve("home.agent");
      Files.write(home, sent.withState(Bytes.wrap(state)).withoutCode().encode().toArray());
      return home;
    }
  }

  private static AgentPackage read(Path file) throws IOException {
    var reading =
        new PackageReader(PackageLimits.DEFAULT).read(Bytes.wrap(Files.readAllBytes(file)));
    return ((PackageReading.Read) reading).agentPackage();
  }

  private CommandLines.Ran pack(Path classes, Path out, String... more) {
    var words =
        new ArrayList<>(List.of("agent", "pack", classes.toString(), "--main", "guest.Guest"));
    words.addAll(List.of("--key", key.toString(), "--host", "atp://agents.example:10434"));
    words.addAll(List.of("--site", "http://localhost/", "--out", out.toString()));
    words.addAll(List.of(more));
    return CommandLines.run(words.toArray(String[]::new));
  }

  private Path compiled(String name, String fields, String statements) throws Exception {
    var source = Files.createDirectories(folder.resolve(name + "-source")).resolve("Guest.java");
    Files.writeString(
        source,
        """
        package guest;
        import dev.sojourn.agent.*;
        public class Guest implements Agent {
          public record Told(String word) {}
          final Told told;
          %s
          public Guest(Told told) { this.told = told; }
          Guest() { this(null); }
          public Next visit(Visit visit) {
            %s
            visit.log("visits " + visits + ", " + last + ", " + isNew%s + ", " + told.word());
            return Next.done();
          }
        }
        """
            .formatted(fields, statements, fields.contains("isNew()") ? "()" : ""));
    var classes = Files.createDirectories(folder.resolve(name));
    var api = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-cp",
                api.toString(),
                "--release",
                "25",
                source.toString());
    assertThat(status).isZero();
    return classes;
  }
}
