package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Agent;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.samples.IndexingAgent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code as `agent pack` packs it, and what it and `agent inspect` say of code that hosts refuse.
final class PackedCodeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path key;

  @BeforeEach
  void makeAKey() {
    key = folder.resolve("owner.key");
    assertThat(CommandLines.run("key", "new", key.toString()).exit()).isZero();
  }

  @Test
  void codeTravelsDeflatedAndIsNotLargerThanItsJar() throws IOException, URISyntaxException {
    var jar = folder.resolve("samples.jar");
    jarOf(placeOf(IndexingAgent.class), jar);

    var ran = pack(jar, folder.resolve("a.agent"), IndexingAgent.class.getName());

    assertThat(ran.exit()).as(ran.err()).isZero();
    var code = read(folder.resolve("a.agent")).code().orElseThrow();
    assertThat(code.size()).isLessThanOrEqualTo((int) Files.size(jar));
    try (var zip = new ZipInputStream(new ByteArrayInputStream(code.toArray()))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        assertThat(entry.getMethod()).as(entry.getName()).isEqualTo(ZipEntry.DEFLATED);
      }
    }
    assertThat(CommandLines.run("agent", "inspect", folder.resolve("a.agent").toString()).exit())
        .isZero();
  }

  @Test
  void parametersAreSignedWithThePassportAndShown() throws Exception {
    var classes =
        compiled(
            """
            package guest;
            import dev.sojourn.agent.*;
            import dev.sojourn.agent.parameter.*;
            public class Guest implements Agent {
              public record Told(String words, @Default("10") int best) {}
              public Guest(Told told) {}
              public Next visit(Visit visit) { return Next.done(); }
            }
            """);
    var out = folder.resolve("told.agent");

    assertThat(pack(classes, out, "guest.Guest").err())
        .contains("parameter words: nothing (expected: text)");
    assertThat(out).doesNotExist();
    assertThat(pack(classes, out, "guest.Guest", "--with", "words=robots").exit()).isZero();

    var passport = Passport.read(read(out).passport().payload());
    assertThat(passport.parameters()).isEqualTo(Map.of("words", "robots", "best", "10"));
    assertThat(CommandLines.run("agent", "inspect", out.toString()).out())
        .contains("words=robots")
        .contains("best=10");
  }

  @Test
  void packReportsEachViolationAndMakesNoFile() throws IOException, URISyntaxException {
    var out = folder.resolve("bad.agent");

    var ran = pack(hostile(), out, "guest.Guest");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err())
        .contains("Every host would refuse this agent: ")
        .contains("  also: ")
        .contains("java.lang.System.exit")
        .contains("java.io.File");
    assertThat(out).doesNotExist();
  }

  @Test
  void crawlRefusesTheSameBeforeItBegins() throws IOException, URISyntaxException {
    var out = folder.resolve("crawl");

    var ran =
        CommandLines.run(
            "crawl",
            "http://127.0.0.1:1/",
            "--agent",
            hostile().toString(),
            "--main",
            "guest.Guest",
            "--key",
            key.toString(),
            "--out",
            out.toString());

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err())
        .containsOnlyOnce("Every host would refuse this agent: ")
        .contains("java.lang.System.exit")
        .contains("java.io.File");
    assertThat(out).doesNotExist();
  }

  @Test
  void inspectReportsEachViolationOfAPackage() throws IOException, URISyntaxException {
    var good = folder.resolve("a.agent");
    assertThat(pack(placeOf(IndexingAgent.class), good, IndexingAgent.class.getName()).exit())
        .isZero();
    var bad = folder.resolve("bad.agent");
    Files.write(bad, withCode(read(good), hostile()).toArray());

    var json = JSON.readTree(CommandLines.run("agent", "inspect", bad.toString(), "--json").out());

    var noted = json.path("refusals").findValuesAsText("sentence").toString();
    assertThat(noted).as("%s", json).contains("java.lang.System.exit").contains("java.io.File");
  }

  @Test
  void inspectNamesADamagedClassFileOfAPackage() throws IOException, URISyntaxException {
    var good = folder.resolve("a.agent");
    var name = IndexingAgent.class.getName();
    assertThat(pack(placeOf(IndexingAgent.class), good, name).exit()).isZero();
    var whole = read(good);
    var bad = folder.resolve("bad.agent");
    Files.write(
        bad,
        new AgentPackage(
                whole.passport(),
                Optional.of(cut(whole.code().orElseThrow(), name.replace('.', '/') + ".class")),
                whole.state(),
                whole.hops())
            .encode()
            .toArray());

    var ran = CommandLines.run("agent", "inspect", bad.toString(), "--json");

    var noted = JSON.readTree(ran.out()).path("refusals").findValuesAsText("sentence").toString();
    assertThat(noted)
        .as("%s", ran)
        .contains(name.replace('.', '/') + ".class is a damaged class file: ");
    assertThat(ran.err()).doesNotContain("fault of");
  }

  /// The code with half of one of its class files.
  private static Bytes cut(Bytes code, String path) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var in = new ZipInputStream(new ByteArrayInputStream(code.toArray()));
        var out = new ZipOutputStream(bytes)) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var body = in.readAllBytes();
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(body, 0, entry.getName().equals(path) ? body.length / 2 : body.length);
      }
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  private static Bytes withCode(AgentPackage whole, Path classes) throws IOException {
    var reading = AgentCatalog.ofThisProgram().find(classes, "guest.Guest");
    var code = ((AgentReading.Read) reading).code();
    return new AgentPackage(whole.passport(), Optional.of(code.jar()), whole.state(), whole.hops())
        .encode();
  }

  private static AgentPackage read(Path file) throws IOException {
    var reading =
        new PackageReader(PackageLimits.DEFAULT).read(Bytes.wrap(Files.readAllBytes(file)));
    return ((PackageReading.Read) reading).agentPackage();
  }

  private CommandLines.Ran pack(Path agent, Path out, String main, String... more) {
    var words =
        List.of(
            "agent",
            "pack",
            agent.toString(),
            "--main",
            main,
            "--key",
            key.toString(),
            "--host",
            "atp://agents.example:10434",
            "--site",
            "https://docs.example/",
            "--out",
            out.toString());
    return CommandLines.run(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private Path hostile() throws IOException, URISyntaxException {
    return compiled(
        """
        package guest;
        import dev.sojourn.agent.*;
        public final class Guest implements Agent {
          public Next visit(Visit visit) {
            new java.io.File("/etc/passwd").delete();
            System.exit(0);
            return Next.done();
          }
        }
        """);
  }

  private Path compiled(String text) throws IOException, URISyntaxException {
    var source = Files.createDirectories(folder.resolve("source")).resolve("Guest.java");
    Files.writeString(source, text);
    var classes = Files.createDirectories(folder.resolve("classes"));
    var words =
        List.of(
            "-d", classes.toString(), "-cp", placeOf(Agent.class).toString(), "--release", "25");
    var all = new String[words.size() + 1];
    words.toArray(all);
    all[words.size()] = source.toString();
    var noted = new ByteArrayOutputStream();
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, noted, noted, all))
        .as(noted.toString(StandardCharsets.UTF_8))
        .isZero();
    return classes;
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void jarOf(Path classes, Path jar) throws IOException {
    if (Files.isRegularFile(classes)) {
      Files.copy(classes, jar);
      return;
    }
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (var file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }
}
