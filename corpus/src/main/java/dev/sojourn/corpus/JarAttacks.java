package dev.sojourn.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.zip.ZipOutputStream;

/// Jars that are malformed, too large, or name places outside.
final class JarAttacks {
  private static final String FAMILY = "jar";
  private static final String NAME = "a name that is not allowed";

  private final List<CorpusAttack> attacks = new ArrayList<>();
  private final String entryClass;
  private final Map<String, byte[]> agent;

  /// @param agent the classes of an agent that does nothing
  private JarAttacks(String entryClass, Map<String, byte[]> agent) {
    this.entryClass = entryClass;
    this.agent = agent;
  }

  static List<CorpusAttack> of(String entryClass, Map<String, byte[]> agent) {
    var all = new JarAttacks(entryClass, agent);
    all.names();
    all.bombs();
    all.damaged();
    all.deceiving();
    return all.attacks;
  }

  private void names() {
    with("climbs out of its folder", NAME, "../../etc/cron.d/x");
    with("climbs out in the middle", NAME, "a/../../b.class");
    with("has an absolute name", NAME, "/etc/passwd.class");
    with("has a backslash", NAME, "..\\x.class");
    with("has a drive", NAME, "C:x.class");
    with("has a zero byte", NAME, "a\u0000.class");
    with("has a line break", NAME, "a\nb.class");
    with("has a letter that looks like another", NAME, "guest/jar/\u0410gent.class");
    with("has a direction mark", NAME, "a\u202ecssalc.class");
    with("has a dot segment", NAME, "a/./b.class");
    with("has an empty segment", NAME, "a//b.class");
    with("has a class without a name", NAME, "guest/.class");
    with("has nothing but the ending of a name", NAME, ".class");
    with("has an endless name", NAME, "a/".repeat(500) + "b.class");
    with("has classes for a later Java", "several versions", "META-INF/versions/25/A.class");
    with("has a class twice by two spellings", "two classes named", "guest.jar.Idle.class");
    with("hides a jar in it", "no class", "lib/inner.class");
  }

  private void bombs() {
    add("unpacks to more than it may", "unpacks to more", zip -> text(zip, "x.txt", 17 << 20));
    add(
        "unpacks to more in pieces",
        "unpacks to more",
        zip -> {
          for (int i = 0; i < 17; i++) {
            text(zip, "x" + i + ".txt", 1 << 20);
          }
        });
    add(
        "has a class of sixteen megabytes",
        "unpacks to more",
        zip -> text(zip, "guest/Big.class", (16 << 20) + 1));
    add(
        "has countless classes",
        "more than 2000 classes",
        zip -> {
          for (int i = 0; i < 2_001; i++) {
            text(zip, "guest/C" + i + ".class", 1);
          }
        });
    add(
        "has countless entries",
        "more than 4000 entries",
        zip -> {
          for (int i = 0; i < 4_001; i++) {
            text(zip, "x" + i + ".txt", 0);
          }
        });
    var noise = new byte[5 << 20];
    new Random(1).nextBytes(noise);
    add("is larger than it may be", "the jar has", zip -> Jars.entry(zip, "noise.txt", noise));
  }

  private void damaged() {
    raw("is empty", "no classes", new byte[0]);
    raw("is no jar", "no classes", "#!/bin/sh\nrm -rf /".getBytes(StandardCharsets.UTF_8));
    raw("has no classes", "no classes", Jars.of(zip -> text(zip, "a.txt", 10)));
    var whole = Jars.of(agent);
    raw("ends in the middle", "cannot be read", Arrays.copyOf(whole, whole.length / 3));
    raw("begins with noise", "no classes", concat(new byte[] {1, 2, 3}, whole));
    var flipped = whole.clone();
    flipped[flipped.length / 3] ^= 0x55;
    raw("has a flipped byte", "", flipped);
    raw("has two entries of one name", "two entries", twice());
    raw("has its class under another name", "has another name than its file", Jars.of(renamed()));
  }

  /// Jars that two readers may read differently. Sojourn uses the local headers, not the central
  /// directory.
  private void deceiving() {
    var whole = Jars.of(agent);
    var listed = whole.clone();
    int at = lastIndexOf(listed, "Idle".getBytes(StandardCharsets.US_ASCII));
    System.arraycopy("Evil".getBytes(StandardCharsets.US_ASCII), 0, listed, at, 4);
    finished("lists another name than it has", listed);
    finished("begins another jar at its end", concat(whole, Jars.of(renamed())));
    finished(
        "has a folder with a class in it under its name",
        Jars.of(
            zip -> {
              Jars.entry(zip, entryClass.replace('.', '/') + ".class", classFile());
              Jars.entry(zip, "guest/jar/Other.class/", new byte[100]);
            }));
    finished(
        "asks for a class path, an agent of the JVM and several versions",
        Jars.of(
            zip -> {
              var manifest =
                  "Manifest-Version: 1.0\r\nMulti-Release: true\r\nClass-Path: /etc/ ../x.jar\r\n"
                      + "Launcher-Agent-Class: "
                      + entryClass
                      + "\r\nEnable-Native-Access: ALL-UNNAMED\r\n\r\n";
              Jars.entry(zip, "META-INF/MANIFEST.MF", manifest.getBytes(StandardCharsets.UTF_8));
              Jars.entry(zip, entryClass.replace('.', '/') + ".class", classFile());
            }));
    raw("says that it is encrypted", "cannot be read", header(whole, 6, 1));
    raw("is compressed by a method that nobody has", "cannot be read", header(whole, 8, 99));
    raw("stores what it has not counted", "cannot be read", header(header(whole, 6, 8), 8, 0));
    raw("has a name that is not UTF-8", "cannot be read", header(whole, 30, 0xff));
  }

  private byte[] classFile() {
    return Objects.requireNonNull(agent.get(entryClass));
  }

  private void finished(String name, byte[] jar) {
    attacks.add(
        new CorpusAttack(
            "code", FAMILY, name, "finished", "", "", entryClass, jar, Optional.empty()));
  }

  /// The jar with one octet changed in the header of its first entry.
  private static byte[] header(byte[] jar, int at, int octet) {
    var changed = jar.clone();
    changed[at] = (byte) octet;
    return changed;
  }

  private static int lastIndexOf(byte[] bytes, byte[] part) {
    int at = bytes.length - part.length;
    while (!Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
      at--;
    }
    return at;
  }

  /// A jar with two names of the same length; one name is then overwritten with the other.
  private byte[] twice() {
    var jar =
        Jars.of(
            zip -> {
              text(zip, "guest/AAAA.class", 3);
              text(zip, "guest/BBBB.class", 4);
            });
    for (int i = 0; i < jar.length - 4; i++) {
      if (jar[i] == 'B' && jar[i + 1] == 'B' && jar[i + 2] == 'B' && jar[i + 3] == 'B') {
        Arrays.fill(jar, i, i + 4, (byte) 'A');
      }
    }
    return jar;
  }

  private Map<String, byte[]> renamed() {
    return Map.of("guest.jar.Other", agent.get(entryClass));
  }

  private void with(String name, String fragment, String entry) {
    add(name, fragment, zip -> text(zip, entry, 3));
  }

  private void add(String name, String fragment, Jars.Content content) {
    raw(
        name,
        fragment,
        Jars.of(
            zip -> {
              for (var own : agent.entrySet()) {
                Jars.entry(zip, own.getKey().replace('.', '/') + ".class", own.getValue());
              }
              content.write(zip);
            }));
  }

  private void raw(String name, String fragment, byte[] jar) {
    attacks.add(
        new CorpusAttack(
            "code",
            FAMILY,
            name,
            "denied",
            "admission",
            fragment,
            entryClass,
            jar,
            Optional.empty()));
  }

  private static void text(ZipOutputStream zip, String name, int bytes) throws IOException {
    Jars.entry(zip, name, new byte[bytes]);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    var both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
