package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jars made to harm their reader.
class HostileJarTest {

  @Test
  void cannotBeLargerThanItsLimit() {
    assertRefused(new byte[CodeJar.MAX_JAR_BYTES + 1], "the jar has 4194305 bytes");
  }

  @Test
  void cannotUnpackToMoreThanItsLimit() throws IOException {
    assertRefused(
        zip(z -> entry(z, "Bomb.class", new byte[CodeJar.MAX_UNPACKED_BYTES + 1])),
        "the jar unpacks to more than 16777216 bytes");
  }

  @Test
  void cannotUnpackToMoreThanItsLimitInPieces() throws IOException {
    assertRefused(
        zip(
            z -> {
              for (int i = 0; i < 17; i++) {
                entry(z, "B" + i + ".txt", new byte[1 << 20]);
              }
            }),
        "the jar unpacks to more than 16777216 bytes");
  }

  @Test
  void cannotHaveCountlessClasses() throws IOException {
    assertRefused(
        zip(
            z -> {
              for (int i = 0; i <= CodeJar.MAX_CLASSES; i++) {
                entry(z, "C" + i + ".class", new byte[1]);
              }
            }),
        "the jar has more than 2000 classes");
  }

  @Test
  void cannotHaveCountlessEntries() throws IOException {
    assertRefused(
        zip(
            z -> {
              for (int i = 0; i <= CodeJar.MAX_ENTRIES; i++) {
                entry(z, "C" + i + ".txt", new byte[0]);
              }
            }),
        "the jar has more than 4000 entries");
  }

  @Test
  void cannotHaveTwoEntriesOfOneName() throws IOException {
    var jar = zip(z -> entry(z, "A.class", new byte[1]), z -> entry(z, "B.class", new byte[1]));
    for (int i = 0; i < jar.length; i++) {
      if (jar[i] == 'B' && i + 6 < jar.length && jar[i + 1] == '.' && jar[i + 2] == 'c') {
        jar[i] = 'A';
      }
    }
    assertRefused(jar, "the jar has two entries named A.class");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../etc/passwd",
        "/etc/passwd",
        "a/../b.class",
        "a/./b.class",
        "a//b.class",
        "..\\x.class",
        "a\u0000.class",
        "a:b.class",
        "\u0430.class"
      })
  void cannotNameAPlaceOutside(String name) throws IOException {
    assertRefused(zip(z -> entry(z, name, new byte[1])), "a name that is not allowed");
  }

  @Test
  void cannotShowOtherClassesToOtherVersions() throws IOException {
    assertRefused(
        zip(z -> entry(z, "META-INF/versions/21/A.class", new byte[1])),
        "classes for several versions of Java (allowed: each class once, and no"
            + " META-INF/versions)");
  }

  @Test
  void aNameBeyondAsciiIsShownAsItIs() throws IOException {
    assertRefused(
        zip(z -> entry(z, "ex/A$\u00c4rger.class", new byte[1])),
        "not allowed: ex/A$\u00c4rger.class (allowed: ASCII letters, digits, ");
    assertRefused(
        zip(z -> entry(z, "ex/A\u202e\u001b[31m.class", new byte[1])),
        "not allowed: ex/A\ufffd\ufffd[31m.class (allowed: ");
  }

  @Test
  void cannotBeEmptyOrNoJar() throws IOException {
    assertRefused(new byte[0], "the jar has no classes");
    assertRefused("not a jar".getBytes(StandardCharsets.UTF_8), "the jar has no classes");
    assertRefused(zip(z -> entry(z, "a.txt", new byte[1])), "the jar has no classes");
  }

  @Test
  void cannotEndInTheMiddle() throws IOException {
    var jar =
        zip(z -> entry(z, "A.class", "some content of a class".getBytes(StandardCharsets.UTF_8)));
    assertRefused(Arrays.copyOf(jar, 45), "the jar cannot be read");
  }

  private interface Content {
    void write(ZipOutputStream zip) throws IOException;
  }

  private static byte[] zip(Content... parts) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var part : parts) {
        part.write(zip);
      }
    }
    return bytes.toByteArray();
  }

  private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
    var crc = new CRC32();
    crc.update(content);
    var entry = new ZipEntry(name);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }

  private static void assertRefused(byte[] jar, String message) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> CodeJar.classes(jar))
        .withMessageContaining(message);
  }
}
