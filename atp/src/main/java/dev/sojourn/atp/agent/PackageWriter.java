package dev.sojourn.atp.agent;

import dev.sojourn.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Writes packages in the layout that [PackageReader] describes.
final class PackageWriter {

  private PackageWriter() {}

  static Bytes write(AgentPackage agent) {
    var passport = agent.passport().encode().toArray();
    int size =
        64
            + passport.length
            + agent.code().map(Bytes::size).orElse(0)
            + agent.state().map(Bytes::size).orElse(0);
    var bytes = new ByteArrayOutputStream(size);
    int parts =
        1
            + (agent.code().isPresent() ? 1 : 0)
            + (agent.state().isPresent() ? 1 : 0)
            + agent.hops().size();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(PackageReader.MAGIC);
      out.writeByte(PackageReader.VERSION);
      out.writeShort(parts);
      part(out, PackagePart.PASSPORT, passport);
      if (agent.code().isPresent()) {
        part(out, PackagePart.CODE, agent.code().get().toArray());
      }
      if (agent.state().isPresent()) {
        part(out, PackagePart.STATE, agent.state().get().toArray());
      }
      for (var hop : agent.hops()) {
        part(out, PackagePart.HOP, hop.encode().toArray());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  private static void part(DataOutputStream out, PackagePart part, byte[] content)
      throws IOException {
    out.writeByte(part.tag());
    out.writeInt(content.length);
    out.write(content);
  }
}
