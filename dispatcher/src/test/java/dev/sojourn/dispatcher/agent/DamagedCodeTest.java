package dev.sojourn.dispatcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jars and class files that lost a part or have wrong octets.
final class DamagedCodeTest {
  private static final int TRIALS = 3_000;
  private static final String NOT_WHOLE =
      " is a damaged jar, or not whole: the directory at its end ";

  /// The distance of the field that says where the directory begins, in a jar without a comment.
  private static final int OFFSET_FROM_END = 6;

  @TempDir private Path folder;

  @Test
  void aClassFileThatIsCutOffIsNamedWithItsJar() throws IOException {
    var whole = AgentCatalogTest.bytes(IndexingAgent.class);
    var entry = AgentCatalogTest.path(IndexingAgent.class);
    var file = folder.resolve(entry);
    Files.createDirectories(file.getParent());
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThat(sentence(folder))
        .startsWith("In " + folder + ": " + entry + " is a damaged class file: ");
    assertThatExceptionOfType(AgentCatalog.UnreadableException.class)
        .isThrownBy(() -> AgentCatalog.of(folder.resolve("none")).listed(folder))
        .withMessage(sentence(folder));
  }

  @Test
  void aJarThatIsCutOffIsNamedWithTheEntryAtWhichItEnds() throws IOException {
    var jar = jar();
    var whole = Files.readAllBytes(jar);
    Files.write(jar, Arrays.copyOf(whole, whole.length / 3));

    assertThat(sentence(jar))
        .isEqualTo(
            jar
                + " is a damaged jar, at its entry "
                + AgentCatalogTest.path(IndexingAgent.class)
                + ": it ends too soon.");
  }

  @Test
  void aJarWithoutTheWholeOfItsDirectoryIsNotTakenForAWholeOne() throws IOException {
    var jar = jar();
    var whole = Files.readAllBytes(jar);
    int entries = startOfDirectory(whole);
    for (int length : new int[] {whole.length - 1, whole.length - 100, entries}) {
      Files.write(jar, Arrays.copyOf(whole, length));

      assertThat(sentence(jar)).as("%d of %d", length, whole.length).startsWith(jar + NOT_WHOLE);
      assertThatExceptionOfType(AgentCatalog.UnreadableException.class)
          .isThrownBy(() -> AgentCatalog.of(folder.resolve("none")).listed(jar))
          .withMessageStartingWith(jar + NOT_WHOLE);
    }
  }

  @Test
  void aJarWhoseDirectoryNamesFewerEntriesIsDamaged() throws IOException {
    var jar = jar();
    var whole = Files.readAllBytes(jar);
    var other = folder.resolve("other.jar");
    AgentCatalogTest.writeJar(other, "");
    var few = Files.readAllBytes(other);
    int directory = startOfDirectory(whole);
    int fewDirectory = startOfDirectory(few);
    // The entries of one jar, and the directory of another whose offset fits.
    var joined = Arrays.copyOf(whole, directory + few.length - fewDirectory);
    System.arraycopy(few, fewDirectory, joined, directory, few.length - fewDirectory);
    ByteBuffer.wrap(joined)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(joined.length - OFFSET_FROM_END, directory);
    Files.write(jar, joined);

    assertThat(sentence(jar)).startsWith(jar + NOT_WHOLE);
  }

  private static int startOfDirectory(byte[] jar) {
    return ByteBuffer.wrap(jar).order(ByteOrder.LITTLE_ENDIAN).getInt(jar.length - OFFSET_FROM_END);
  }

  @Test
  void aClassUnderAnotherNameIsNamedWithItsOwn() throws IOException {
    Files.write(folder.resolve("Other.class"), AgentCatalogTest.bytes(IndexingAgent.class));

    assertThat(sentence(folder))
        .contains("Other.class holds the class " + IndexingAgent.class.getName());
  }

  @Test
  void noCutAndNoFlippedOctetOfAClassFileIsAFault() throws IOException {
    var whole = AgentCatalogTest.bytes(IndexingAgent.class);
    var path = AgentCatalogTest.path(IndexingAgent.class);
    var random = new Random(7);
    for (int trial = 0; trial < TRIALS; trial++) {
      var damaged = damaged(whole, random);
      assertThatCode(
              () -> {
                var fault = ClassFault.of(path, damaged);
                fault.ifPresent(
                    clause -> assertThat(clause).hasLineCount(1).doesNotContain("null"));
              })
          .doesNotThrowAnyException();
    }
  }

  @Test
  void noCutAndNoFlippedOctetOfAJarIsAFault() throws IOException {
    var jar = jar();
    var whole = Files.readAllBytes(jar);
    var random = new Random(11);
    int refused = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Files.write(jar, damaged(whole, random));
      switch (AgentCatalog.of(folder).find(jar.toString())) {
        case AgentReading.Read _ -> {}
        case AgentReading.Unusable(var sentence, _) -> {
          refused++;
          assertThat(sentence).contains(jar.toString()).hasLineCount(1).doesNotContain("null");
        }
      }
    }
    // Behind the entries only the sizes and places count.
    assertThat(refused).isGreaterThan(TRIALS / 2);
  }

  @Test
  void aDamagedJarOnTheShelfHidesNoOther() throws IOException {
    var names = "idle=" + AgentCatalogTest.Idle.class.getName();
    AgentCatalogTest.writeJar(folder.resolve("good.jar"), names, AgentCatalogTest.Idle.class);
    for (var name : new String[] {"a.jar", "z.jar"}) {
      Files.write(folder.resolve(name), new byte[] {'P', 'K', 3, 4, 0});
    }

    assertThat(AgentCatalog.of(folder).names()).containsExactly("idle");
  }

  private Path jar() throws IOException {
    var jar = folder.resolve("agent.jar");
    AgentCatalogTest.writeJar(jar, "", IndexingAgent.class);
    return jar;
  }

  private String sentence(Path file) {
    var reading = AgentCatalog.of(folder.resolve("none")).find(file.toString());
    assertThat(reading).isInstanceOf(AgentReading.Unusable.class);
    return ((AgentReading.Unusable) reading).sentence();
  }

  private static byte[] damaged(byte[] whole, Random random) {
    if (random.nextInt(4) == 0) {
      return Arrays.copyOf(whole, random.nextInt(whole.length));
    }
    var damaged = whole.clone();
    for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    return damaged;
  }
}
