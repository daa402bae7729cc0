package dev.sojourn.sandbox.worker.state.frontier;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.LinkTally;
import dev.sojourn.agent.frontier.PriorityQueues;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The serializer of a [Frontier]: its limits and counters, the waiting URLs, the fingerprints of
/// URLs, those of bodies with their marks, the links of repeated bodies, and the pages that are
/// known from an earlier crawl.
///
/// The first number of a state names its format.
public final class FrontierSerializer extends Serializer<Frontier> {
  private static final int FORMAT = 1;
  private static final int MAX_DEPTH = 1_000_000;

  /// Known pages stay encoded, but each of their prints of eight octets becomes an object.
  private static final int KNOWN_BYTES_AN_OBJECT = Long.BYTES;

  private final Quota quota;
  private final Texts texts;
  private final Field waiting = field(Frontier.class, "waiting");
  private final Field seenUrls = field(Frontier.class, "seenUrls");
  private final Field bodies = field(Frontier.class, "bodies");
  private final Field marks = field(bodies.getType(), "marks");
  private final Field tally = field(Frontier.class, "tally");
  private final Field maxDepth = field(Frontier.class, "maxDepth");
  private final Field maxPages = field(Frontier.class, "maxPages");
  private final Field repeated = field(Frontier.class, "repeated");
  private final RepeatedLinksFields batches = new RepeatedLinksFields(repeated.getType());
  private final Field known = field(Frontier.class, "known");
  private final Field knownTaken = field(Frontier.class, "knownTaken");

  /// Creates a serializer.
  ///
  /// @param quota of the state
  /// @param texts of the state
  public FrontierSerializer(Quota quota, Texts texts) {
    this.quota = quota;
    this.texts = texts;
  }

  @Override
  public void write(Kryo kryo, Output output, Frontier frontier) {
    try {
      output.writeVarInt(FORMAT, true);
      output.writeVarInt(maxDepth.getInt(frontier), true);
      output.writeVarLong(maxPages.getLong(frontier), true);
      var out = new StateOutput(output, quota::spend);
      ((LinkTally) tally.get(frontier)).write(out);
      queues(frontier).write(out);
      urls(frontier).write(out);
      bodies(frontier).write(out);
      writeRepeated(output, repeated.get(frontier));
      writeKnown(output, frontier);
    } catch (IllegalAccessException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Frontier read(Kryo kryo, Input input, Class<? extends Frontier> type) {
    var frontier = new Frontier();
    kryo.reference(frontier);
    try {
      int format = input.readVarInt(true);
      if (format != FORMAT) {
        throw new StateException("a frontier of format " + format + " (expected: " + FORMAT + ")");
      }
      readLimits(input, frontier);
      readParts(input, frontier);
      readRepeated(input, repeated.get(frontier));
      readKnown(input, frontier);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return frontier;
  }

  private PriorityQueues queues(Frontier frontier) throws IllegalAccessException {
    return (PriorityQueues) waiting.get(frontier);
  }

  private FingerprintTable urls(Frontier frontier) throws IllegalAccessException {
    return (FingerprintTable) seenUrls.get(frontier);
  }

  private FingerprintTable bodies(Frontier frontier) throws IllegalAccessException {
    return (FingerprintTable) marks.get(bodies.get(frontier));
  }

  private void readLimits(Input input, Frontier frontier) throws IllegalAccessException {
    int depth = input.readVarInt(true);
    long pages = input.readVarLong(true);
    if (depth < 0 || pages < 0) {
      throw new StateException("a frontier with limits of " + depth + " and " + pages);
    }
    maxDepth.setInt(frontier, depth);
    maxPages.setLong(frontier, pages);
  }

  private void readParts(Input input, Frontier frontier) throws IllegalAccessException {
    var in = new StateInput(input.getBuffer(), input.position(), input.limit(), quota::spend);
    try {
      ((LinkTally) tally.get(frontier)).read(in);
      queues(frontier).read(in);
      urls(frontier).read(in);
      bodies(frontier).read(in);
    } catch (IllegalArgumentException e) {
      throw new StateException(String.valueOf(e.getMessage()));
    }
    input.setPosition(in.position());
  }

  private void writeKnown(Output output, Frontier frontier) throws IllegalAccessException {
    var pages = (KnownPages) known.get(frontier);
    var bytes = pages.size() == 0 ? new byte[0] : pages.toBytes();
    quota.writeArrayLength(output, bytes.length);
    quota.spend(bytes.length / KNOWN_BYTES_AN_OBJECT);
    if (bytes.length > 0) {
      output.writeBytes(bytes);
      output.writeVarInt(knownTaken.getInt(frontier), true);
    }
  }

  private void readKnown(Input input, Frontier frontier) throws IllegalAccessException {
    int length = quota.readArrayLength(input, 1);
    quota.spend(length / KNOWN_BYTES_AN_OBJECT);
    var bytes = input.readBytes(length);
    if (bytes.length == 0) {
      return;
    }
    try {
      var pages = KnownPages.parse(bytes);
      int taken = input.readVarInt(true);
      if (taken < 0 || taken > pages.size()) {
        throw new StateException(
            "a frontier that took " + taken + " of " + pages.size() + " known pages");
      }
      known.set(frontier, pages);
      knownTaken.setInt(frontier, taken);
    } catch (IllegalArgumentException e) {
      throw new StateException(String.valueOf(e.getMessage()));
    }
  }

  private void writeUrls(Output output, Collection<?> urls) {
    quota.writeLength(output, urls.size());
    for (var url : urls) {
      texts.write(output, (String) url);
    }
  }

  private List<String> readUrls(Input input) {
    int count = quota.readLength(input, 1);
    var urls = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      urls.add(texts.read(input));
    }
    return urls;
  }

  private void writeRepeated(Output output, Object links) throws IllegalAccessException {
    var waitingBatches = batches.of(links);
    quota.writeLength(output, waitingBatches.size());
    for (var batch : waitingBatches) {
      output.writeLong(batch.body());
      texts.write(output, batch.foundOn());
      output.writeVarInt(batch.depth(), true);
      output.writeBoolean(batch.begun());
      output.writeBoolean(batch.paid());
      writeUrls(output, batch.urls());
    }
  }

  private void readRepeated(Input input, Object links) throws IllegalAccessException {
    int count = quota.readLength(input, Long.BYTES + 5);
    for (int i = 0; i < count; i++) {
      var batch =
          new RepeatedLinksFields.Batch(
              input.readLong(),
              texts.read(input),
              depth(input),
              input.readBoolean(),
              input.readBoolean(),
              readUrls(input));
      batches.add(links, batch);
    }
  }

  private static int depth(Input input) {
    int depth = input.readVarInt(true);
    if (depth < 0 || depth > MAX_DEPTH) {
      throw new StateException("a URL at depth " + depth);
    }
    return depth;
  }

  static Field field(Class<?> type, String name) {
    try {
      var field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
