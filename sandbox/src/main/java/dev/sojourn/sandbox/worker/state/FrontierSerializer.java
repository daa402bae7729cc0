package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Arrays;

/// The serializer of a [Frontier]: the waiting URLs, then the fingerprints without the free slots
/// of their tables.
final class FrontierSerializer extends Serializer<Frontier> {
  /// Taken slots that may be passed, for each slot there is; honest fingerprints pass fewer than
  /// one.
  private static final int MAX_PASSED = 16;

  private final Quota quota;
  private final Texts texts;
  private final Field waiting = field(Frontier.class, "waiting");
  private final Field seenUrls = field(Frontier.class, "seenUrls");
  private final Field seenBodies = field(Frontier.class, "seenBodies");
  private final Field table = field(seenUrls.getType(), "table");
  private final Field size = field(seenUrls.getType(), "size");

  FrontierSerializer(Quota quota, Texts texts) {
    this.quota = quota;
    this.texts = texts;
  }

  @Override
  public void write(Kryo kryo, Output output, Frontier frontier) {
    try {
      var urls = (ArrayDeque<?>) waiting.get(frontier);
      output.writeVarInt(urls.size(), true);
      for (var url : urls) {
        texts.write(output, (String) url);
      }
      writePrints(output, seenUrls.get(frontier));
      writePrints(output, seenBodies.get(frontier));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Frontier read(Kryo kryo, Input input, Class<? extends Frontier> type) {
    var frontier = new Frontier();
    kryo.reference(frontier);
    try {
      @SuppressWarnings("unchecked") // declared so in Frontier
      var urls = (ArrayDeque<String>) waiting.get(frontier);
      int count = quota.readLength(input, 1);
      for (int i = 0; i < count; i++) {
        urls.addLast(texts.read(input));
      }
      readPrints(input, seenUrls.get(frontier));
      readPrints(input, seenBodies.get(frontier));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return frontier;
  }

  private void writePrints(Output output, Object prints) throws IllegalAccessException {
    output.writeVarInt(size.getInt(prints), true);
    for (long print : (long[]) table.get(prints)) {
      if (print != 0) {
        output.writeLong(print);
      }
    }
  }

  /// Fills a table of twice to four times the number of prints, as growing would have made it.
  private void readPrints(Input input, Object prints) throws IllegalAccessException {
    int count = quota.readLength(input, Long.BYTES);
    int slots = Math.max(64, Integer.highestOneBit(Math.max(1, count * 2)) * 2);
    var filled = new long[slots];
    var read = input.readLongs(count);
    Arrays.sort(read);
    int added = 0;
    long passed = (long) MAX_PASSED * slots;
    for (int i = 0; i < read.length; i++) {
      long print = read[i];
      if (print == 0 || (i > 0 && read[i - 1] == print)) {
        continue;
      }
      int slot = (int) print & (slots - 1);
      while (filled[slot] != 0) {
        slot = (slot + 1) & (slots - 1);
        if (--passed < 0) {
          throw new StateException("fingerprints that all belong in one place");
        }
      }
      filled[slot] = print;
      added++;
    }
    table.set(prints, filled);
    size.setInt(prints, added);
  }

  private static Field field(Class<?> type, String name) {
    try {
      var field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
