package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.List;

/// The bytes of the agents that one of their kind is given. They end a message.
final class PartsCodec {
  private PartsCodec() {}

  static FieldWriter write(FieldWriter out, List<AgentPart> parts) {
    out.int32(parts.size());
    for (var part : parts) {
      var territory = part.territory();
      out.text(territory.origin())
          .texts(territory.includes())
          .texts(territory.excludes())
          .blob(part.state());
    }
    return out;
  }

  static List<AgentPart> read(FieldReader in) throws PipeException {
    int count = in.int32();
    if (count < 0 || count > AgentPart.MOST) {
      throw new PipeException(count + " agents to combine");
    }
    var parts = new ArrayList<AgentPart>(count);
    for (int i = 0; i < count; i++) {
      parts.add(new AgentPart(new Scope(in.text(), in.texts(), in.texts()), in.blob()));
    }
    return parts;
  }
}
