package dev.sojourn.dispatcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import dev.sojourn.samples.BetterUrl;
import dev.sojourn.samples.IndexWish;
import dev.sojourn.samples.IndexedPage;
import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.samples.Words;
import dev.sojourn.samples.links.BrokenLink;
import dev.sojourn.samples.links.LinkCheckAgent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentCatalogTest {

  /// An agent that goes nowhere.
  public static final class Idle implements Agent {
    @Override
    public Next visit(Visit visit) {
      return Next.done();
    }
  }

  /// No agent can be begun with these.
  public abstract static class Unfinished implements Agent {}

  /// Has no constructor that a worker could call.
  public static final class Demanding implements Agent {
    public Demanding(String demand) {
      assertThat(demand).isNotEmpty();
    }

    @Override
    public Next visit(Visit visit) {
      return Next.done();
    }
  }

  /// Another one that goes nowhere.
  public static final class Busy implements Agent {
    @Override
    public Next visit(Visit visit) {
      return Next.done();
    }
  }

  /// Takes a parameter of a type that none may have.
  public static final class Weighing implements Agent {
    /// What it takes.
    public record Scale(float grams) {}

    public Weighing(Scale scale) {
      assertThat(scale.grams()).isPositive();
    }

    @Override
    public Next visit(Visit visit) {
      return Next.done();
    }
  }

  @TempDir private Path folder;

  @Test
  void findsTheOnlyAgentOfADirectory() throws IOException {
    put(folder, Idle.class, Unfinished.class, Demanding.class);
    var code = read(AgentCatalog.of(folder).find(folder.toString()));
    assertThat(code.entryClass()).isEqualTo(Idle.class.getName());
  }

  @Test
  void saysWhichJavaAClassOfAnotherVersionBelongsTo() throws IOException {
    put(folder, Idle.class);
    var file = folder.resolve(Idle.class.getName().replace('.', '/') + ".class");
    var bytes = Files.readAllBytes(file);
    bytes[7] = 70;
    Files.write(file, bytes);

    assertThat(AgentCatalog.of(folder).find(folder.toString()))
        .isInstanceOfSatisfying(
            AgentReading.Unusable.class,
            unusable ->
                assertThat(unusable.sentence())
                    .contains(Idle.class.getName())
                    .contains("version 70.0, which is that of Java 26; compile it with JDK 25"));
  }

  @Test
  void theSameClassesHaveTheSameDigestFromAJarAndFromADirectory() throws IOException {
    put(folder, Idle.class, IndexingAgent.class);
    Files.writeString(folder.resolve("notes.txt"), "not code");
    var jar = folder.resolve("agents.jar");
    writeJar(jar, "", IndexingAgent.class, Idle.class);
    var catalog = AgentCatalog.of(folder);
    var fromDirectory = read(catalog.find(folder, Idle.class.getName()));
    var fromJar = read(catalog.find(jar, Idle.class.getName()));
    assertThat(fromJar.jar()).isEqualTo(fromDirectory.jar());
    assertThat(fromJar.digest()).isEqualTo(fromDirectory.digest());
  }

  @Test
  void packsNothingButClassesInOrderWithoutTheirTimes() throws IOException {
    put(folder, Idle.class, Unfinished.class);
    Files.createDirectories(folder.resolve("META-INF"));
    Files.writeString(folder.resolve("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\n");
    var first = read(AgentCatalog.of(folder).find(folder.toString()));
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
      }
    }
    var second = read(AgentCatalog.of(folder).find(folder.toString()));
    assertThat(second.jar()).isEqualTo(first.jar());
    var names = new ArrayList<String>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(first.jar().toArray()))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    assertThat(names).containsExactly(path(Idle.class), path(Unfinished.class));
  }

  @Test
  void findsNamedAgentsInTheJarsOfTheShelf() throws IOException {
    writeJar(folder.resolve("b.jar"), "idle=" + Idle.class.getName() + ", bad=x.Y", Idle.class);
    writeJar(folder.resolve("a.jar"), "", IndexingAgent.class);
    Files.writeString(folder.resolve("readme.txt"), "not a jar");
    var catalog = AgentCatalog.of(folder);
    assertThat(catalog.names()).containsExactly("bad", "idle");
    assertThat(read(catalog.find("idle")).entryClass()).isEqualTo(Idle.class.getName());
    assertThat(sentence(catalog.find("bad"))).contains("There is no class x.Y.");
  }

  @Test
  void aNamedAgentTravelsWithoutTheClassesOfTheOthers() throws Exception {
    var followed = Class.forName(IndexingAgent.class.getPackageName() + ".FollowedSite");
    Class<?>[] classes = {
      IndexingAgent.class,
      followed,
      IndexWish.class,
      Words.class,
      Words.Word.class,
      IndexedPage.class,
      BetterUrl.class,
      LinkCheckAgent.class,
      LinkCheckAgent.Options.class,
      BrokenLink.class
    };
    var names =
        "indexing=" + IndexingAgent.class.getName() + ", links=" + LinkCheckAgent.class.getName();
    var jar = folder.resolve("two.jar");
    writeJar(jar, names, classes);
    assertThat(entries(AgentCatalog.of(folder).find("indexing")))
        .containsExactlyInAnyOrder(
            path(IndexingAgent.class),
            path(followed),
            path(IndexWish.class),
            path(Words.class),
            path(Words.Word.class),
            path(IndexedPage.class),
            path(BetterUrl.class));
    assertThat(entries(AgentCatalog.of(folder).find("links")))
        .containsExactlyInAnyOrder(
            path(LinkCheckAgent.class), path(LinkCheckAgent.Options.class), path(BrokenLink.class));
    assertThat(entries(AgentCatalog.of(folder).find(jar, IndexingAgent.class.getName())))
        .as("of a file all classes travel")
        .hasSameSizeAs(classes);
  }

  private static List<String> entries(AgentReading reading) throws IOException {
    var names = new ArrayList<String>();
    var jar = new ByteArrayInputStream(read(reading).jar().toArray());
    try (var zip = new ZipInputStream(jar)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }

  @Test
  void saysWhichAgentsThereAreWhenTheNameIsWrong() throws IOException {
    writeJar(folder.resolve("b.jar"), "idle=" + Idle.class.getName(), Idle.class);
    assertThat(sentence(AgentCatalog.of(folder).find("idel")))
        .isEqualTo(
            "There is no agent named idel and no file of that name; name a jar, a directory of"
                + " classes, or one of these: idle.");
    assertThat(sentence(AgentCatalog.of(folder.resolve("absent")).find("idle")))
        .endsWith("; name a jar or a directory of classes.");
  }

  @Test
  void asksWhichOfSeveralIsMeant() throws IOException {
    put(folder, Idle.class, IndexingAgent.class, IndexWish.class);
    assertThat(sentence(AgentCatalog.of(folder).find(folder.toString())))
        .contains("several agents; name one of them by --main: " + Idle.class.getName())
        .contains(IndexingAgent.class.getName());
  }

  @Test
  void takesTheNameThatTheJarGivesAsWellAsTheClass() throws Exception {
    var jar = folder.resolve("two.jar");
    var names =
        "idle = " + Idle.class.getName() + "  demanding=" + Demanding.class.getName() + ",bad=x.Y";
    writeJar(jar, names, Idle.class, Busy.class, Demanding.class);
    var catalog = AgentCatalog.of(folder.resolve("none"));

    assertThat(read(catalog.find(jar, "idle")).entryClass()).isEqualTo(Idle.class.getName());
    assertThat(read(catalog.find(jar, Idle.class.getName())).entryClass())
        .isEqualTo(Idle.class.getName());
    assertThat(sentence(catalog.find(jar, "demanding"))).contains(Demanding.class.getName());
    assertThat(sentence(catalog.find(jar, "bad"))).contains("There is no class x.Y.");
    assertThat(sentence(catalog.find(jar, "ilde"))).contains("There is no class ilde.");
    assertThat(sentence(catalog.find(jar.toString())))
        .contains(
            "several agents; name one of them by --main: %s, idle (%s)."
                .formatted(Busy.class.getName(), Idle.class.getName()));
    assertThat(catalog.listed(jar))
        .extracting(ListedAgent::name)
        .containsExactly(Optional.empty(), Optional.of("idle"));
  }

  @Test
  void reportsOfEachAgentThatCannotBeBegunWithWhy() throws IOException {
    put(folder, Unfinished.class, Demanding.class, Weighing.class, Weighing.Scale.class);
    var catalog = AgentCatalog.of(folder.resolve("none"));
    var sentence =
        "In %s there is no public class that could be begun with. ".formatted(folder)
            + Demanding.class.getName()
            + " must have a public constructor without parameters, or with one record of its own. "
            + Unfinished.class.getName()
            + " must be a public class that is not abstract. "
            + Weighing.class.getName()
            + ": parameter grams";

    assertThat(sentence(catalog.find(folder.toString()))).startsWith(sentence);
    assertThatExceptionOfType(AgentCatalog.UnreadableException.class)
        .isThrownBy(() -> catalog.listed(folder))
        .withMessageStartingWith(sentence);
  }

  @Test
  void reportsOfAFaultyAgentBesideASoundOne() throws Exception {
    put(folder, Idle.class, Unfinished.class, Demanding.class);

    assertThat(AgentCatalog.of(folder).unlisted(folder))
        .singleElement()
        .asString()
        .startsWith(Demanding.class.getName() + " must have a public constructor");
  }

  @Test
  void saysThatThereIsNoAgentWhereNoClassIsOne() throws IOException {
    put(folder, AgentCatalogTest.class);

    assertThat(sentence(AgentCatalog.of(folder).find(folder.toString())))
        .isEqualTo(
            "In %s there is no agent: no public class that implements dev.sojourn.agent.Agent."
                .formatted(folder));
  }

  @Test
  void aMultiReleaseJarIsRefusedSinceNoHostChoosesAmongItsClasses() throws IOException {
    var jar = folder.resolve("versions.jar");
    writeVersions(jar, "true", "META-INF/versions/25/" + path(Idle.class));

    var sentence =
        "%s is a multi-release jar, which no host takes: META-INF/versions/25/%s is there for some versions of Java only; leave META-INF/versions out, and compile each class once."
            .formatted(jar, path(Idle.class));
    assertThat(sentence(AgentCatalog.of(folder).find(jar.toString()))).isEqualTo(sentence);
    assertThatExceptionOfType(AgentCatalog.UnreadableException.class)
        .isThrownBy(() -> AgentCatalog.of(folder).listed(jar))
        .withMessage(sentence);
  }

  /// Java does not look there, or finds no other code there.
  @Test
  void whatChangesNoClassForAnyVersionOfJavaIsLeftOut() throws IOException {
    var jar = folder.resolve("versions.jar");
    writeVersions(jar, "false", "META-INF/versions/25/" + path(Idle.class));
    assertThat(entries(AgentCatalog.of(folder).find(jar.toString())))
        .containsExactly(path(Idle.class));
    writeVersions(jar, "true", "META-INF/versions/9/module-info.class");
    assertThat(entries(AgentCatalog.of(folder).find(jar.toString())))
        .containsExactly(path(Idle.class));
    writeVersions(jar, "true", "META-INF/versions/9/notes.txt");
    assertThat(entries(AgentCatalog.of(folder).find(jar.toString())))
        .containsExactly(path(Idle.class));
  }

  private static void writeVersions(Path jar, String isMultiRelease, String further)
      throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, isMultiRelease);
    try (var zip = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var name : List.of(path(Idle.class), further)) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes(Idle.class));
        zip.closeEntry();
      }
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      manifest.write(zip);
      zip.closeEntry();
    }
  }

  @Test
  void saysWhyAClassCannotBeBegunWith() throws IOException {
    put(folder, Unfinished.class, Demanding.class, AgentCatalogTest.class);
    var catalog = AgentCatalog.of(folder);
    assertThat(sentence(catalog.find(folder, Unfinished.class.getName())))
        .contains("must be a public class that is not abstract");
    assertThat(sentence(catalog.find(folder, Demanding.class.getName())))
        .contains(
            "must have a public constructor without parameters, or with one record of its own");
    assertThat(sentence(catalog.find(folder, AgentCatalogTest.class.getName())))
        .contains("does not implement dev.sojourn.agent.Agent");
    assertThat(sentence(catalog.find(folder, "no.Such"))).contains("There is no class no.Such");
    assertThat(sentence(catalog.find(folder.toString()))).contains("there is no public class");
  }

  @Test
  void refusesToReplaceWhatEveryHostHas() throws IOException {
    put(folder, Idle.class, Agent.class);
    assertThat(sentence(AgentCatalog.of(folder).find(folder.toString())))
        .contains("brings dev/sojourn/agent/Agent.class, which every host has");
  }

  @Test
  void refusesNamesThatLeadOutOfTheJar() throws IOException {
    var jar = folder.resolve("evil.jar");
    try (var zip = new JarOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("../../evil.class"));
      zip.write(1);
      zip.closeEntry();
    }
    assertThat(sentence(AgentCatalog.of(folder).find(jar.toString())))
        .contains("has a class under the name ../../evil.class");
  }

  @Test
  void refusesAClassBomb() throws IOException {
    var jar = folder.resolve("bomb.jar");
    try (var zip = new JarOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("a/Bomb.class"));
      for (int i = 0; i < 40; i++) {
        zip.write(new byte[1024 * 1024]);
      }
      zip.closeEntry();
    }
    assertThat(sentence(AgentCatalog.of(folder).find(jar.toString()))).contains("more than 16 MiB");
  }

  @Test
  void refusesWhatIsNoCode() throws IOException {
    var text = Files.writeString(folder.resolve("text.jar"), "not a jar");
    var empty = Files.createDirectory(folder.resolve("empty"));
    var garbage = Files.createDirectory(folder.resolve("garbage"));
    Files.writeString(garbage.resolve("A.class"), "not a class");
    var catalog = AgentCatalog.of(folder);
    assertThat(sentence(catalog.find(text.toString()))).isEqualTo(text + " is no jar.");
    assertThat(sentence(catalog.find(empty.toString()))).isEqualTo(empty + " holds no classes.");
    assertThat(sentence(catalog.find(garbage.toString())))
        .isEqualTo(
            "In %s: A.class is no class file: it does not begin with the octets CAFEBABE."
                .formatted(garbage));
    assertThat(sentence(catalog.find(folder.resolve("no"), "A"))).startsWith("There is no file");
  }

  static AgentCode read(AgentReading reading) {
    assertThat(reading).isInstanceOf(AgentReading.Read.class);
    return ((AgentReading.Read) reading).code();
  }

  private static String sentence(AgentReading reading) {
    assertThat(reading).isInstanceOf(AgentReading.Unusable.class);
    return ((AgentReading.Unusable) reading).sentence();
  }

  static void put(Path folder, Class<?>... classes) throws IOException {
    for (var type : classes) {
      var file = folder.resolve(path(type));
      Files.createDirectories(file.getParent());
      Files.write(file, bytes(type));
    }
  }

  static void writeJar(Path jar, String names, Class<?>... classes) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!names.isEmpty()) {
      manifest.getMainAttributes().putValue("Sojourn-Agents", names);
    }
    try (var zip = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (var type : List.of(classes)) {
        zip.putNextEntry(new ZipEntry(path(type)));
        zip.write(bytes(type));
        zip.closeEntry();
      }
    }
  }

  static String path(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  static byte[] bytes(Class<?> type) throws IOException {
    try (var in = type.getResourceAsStream("/" + path(type))) {
      return in.readAllBytes();
    }
  }
}
