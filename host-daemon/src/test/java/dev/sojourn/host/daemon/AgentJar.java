package dev.sojourn.host.daemon;

import dev.sojourn.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// Packs classes of these tests as an agent's code.
final class AgentJar {
  private AgentJar() {}

  static Bytes of(String... classes) {
    var bytes = new ByteArrayOutputStream();
    try (var jar = new JarOutputStream(bytes)) {
      for (var type : classes) {
        var name = type.replace('.', '/') + ".class";
        var entry = new JarEntry(name);
        entry.setTime(0);
        jar.putNextEntry(entry);
        try (var in = AgentJar.class.getClassLoader().getResourceAsStream(name)) {
          if (in == null) {
            throw new IOException(name + " is not on the class path");
          }
          in.transferTo(jar);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }
}
