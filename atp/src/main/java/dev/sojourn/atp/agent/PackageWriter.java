package dev.sojourn.atp.agent;

import dev.sojourn.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Writes the layout that [PackageReader] draws.
final class PackageWriter {

  private PackageWriter() {}

  static Bytes write(AgentPackage agent) {
    var passport = envelope(agent.passport());
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
        part(out, PackagePart.HOP, envelope(hop));
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

  static byte[] envelope(Envelope envelope) {
    var bytes = new ByteArrayOutputStream(envelope.payload().size() + 256);
    try (var out = new DataOutputStream(bytes)) {
      shortText(out, envelope.payloadType());
      out.writeInt(envelope.payload().size());
      envelope.payload().writeTo(out);
      out.writeByte(envelope.signatures().size());
      for (var signature : envelope.signatures()) {
        shortText(out, signature.keyId());
        out.writeShort(signature.octets().size());
        signature.octets().writeTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void shortText(DataOutputStream out, String text) throws IOException {
    if (text.length() > 255 || !text.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw new IllegalArgumentException(
          "type or key id: " + text + " (expected: at most 255 printable ASCII characters)");
    }
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    out.writeByte(ascii.length);
    out.write(ascii);
  }
}
