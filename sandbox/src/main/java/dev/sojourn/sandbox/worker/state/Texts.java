package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/// Strings as a length and UTF-8, or UTF-16 where a lone surrogate would be lost.
final class Texts {
  private final Quota quota;

  Texts(Quota quota) {
    this.quota = quota;
  }

  void write(Output output, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean exact = new String(bytes, StandardCharsets.UTF_8).equals(text);
    if (!exact) {
      bytes = text.getBytes(StandardCharsets.UTF_16BE);
    }
    output.writeVarInt(bytes.length * 2 + (exact ? 0 : 1), true);
    output.writeBytes(bytes);
  }

  String read(Input input) {
    int head = input.readVarInt(true);
    int length = head >>> 1;
    int left = input.limit() - input.position();
    if (length > left) {
      throw new StateException("text of " + length + " bytes (expected: at most " + left + ")");
    }
    quota.spend(1);
    var charset = (head & 1) == 0 ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16BE;
    var text = new String(input.getBuffer(), input.position(), length, charset);
    input.setPosition(input.position() + length);
    return text;
  }
}
