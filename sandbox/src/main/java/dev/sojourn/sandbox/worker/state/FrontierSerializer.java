package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPages;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The serializer of a [Frontier]: the waiting URLs, the fingerprints of URLs, those of bodies with
/// their marks, the links of repeated bodies, the runs in which the waiting URLs were found, and
/// the pages that are known from an earlier crawl.
///
/// The first number of a state is negative and names its format. In the first format it is the
/// number of waiting URLs, bodies have no marks, and there are neither links of repeated bodies nor
/// runs. In the second no page is known; it is still written where none is.
final class FrontierSerializer extends Serializer<Frontier> {
  private static final int FIRST_FORMAT = -1;
  private static final int SECOND_FORMAT = -2;
  private static final int THIRD_FORMAT = -3;

  /// The marks of a body in the first format: its links are taken, and no URL is better than the
  /// one that it is kept under.
  private static final int FIRST_FORMAT_MARKS = 1 << 5 | 1;

  private static final int MAX_DEPTH = 1_000_000;

  private final Quota quota;
  private final Texts texts;
  private final Field waiting = field(Frontier.class, "waiting");
  private final Field origins = field(Frontier.class, "origins");
  private final OriginFields runs = new OriginFields(origins.getType());
  private final Field seenUrls = field(Frontier.class, "seenUrls");
  private final Field bodies = field(Frontier.class, "bodies");
  private final Field marks = field(bodies.getType(), "marks");
  private final Field repeated = field(Frontier.class, "repeated");
  private final RepeatedLinksFields batches = new RepeatedLinksFields(repeated.getType());
  private final Field known = field(Frontier.class, "known");
  private final Field knownTaken = field(Frontier.class, "knownTaken");
  private final FingerprintTable urlTable;
  private final FingerprintTable bodyTable;

  FrontierSerializer(Quota quota, Texts texts) {
    this.quota = quota;
    this.texts = texts;
    this.urlTable = new FingerprintTable(quota, seenUrls.getType());
    this.bodyTable = new FingerprintTable(quota, bodies.getType());
  }

  @Override
  public void write(Kryo kryo, Output output, Frontier frontier) {
    try {
      var pages = (KnownPages) known.get(frontier);
      output.writeVarInt(pages.size() == 0 ? SECOND_FORMAT : THIRD_FORMAT, true);
      writeUrls(output, (Collection<?>) waiting.get(frontier));
      urlTable.write(output, seenUrls.get(frontier));
      writeBodies(output, bodies.get(frontier));
      writeRepeated(output, repeated.get(frontier));
      writeRuns(output, origins.get(frontier));
      if (pages.size() > 0) {
        output.writeVarInt(pages.toBytes().length, true);
        output.writeBytes(pages.toBytes());
        output.writeVarInt(knownTaken.getInt(frontier), true);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Frontier read(Kryo kryo, Input input, Class<? extends Frontier> type) {
    var frontier = new Frontier();
    kryo.reference(frontier);
    try {
      int format = format(input);
      boolean isFirstFormat = format == FIRST_FORMAT;
      @SuppressWarnings("unchecked") // declared so in Frontier
      var urls = (ArrayDeque<String>) waiting.get(frontier);
      urls.addAll(readUrls(input));
      urlTable.read(input, seenUrls.get(frontier));
      readBodies(input, bodies.get(frontier), isFirstFormat);
      if (!isFirstFormat) {
        readRepeated(input, repeated.get(frontier));
        readRuns(input, origins.get(frontier), urls.size());
      } else if (!urls.isEmpty()) {
        runs.add(origins.get(frontier), new OriginFields.Run("", 0, urls.size()));
      }
      if (format == THIRD_FORMAT) {
        readKnown(input, frontier);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return frontier;
  }

  private static int format(Input input) {
    int start = input.position();
    int format = input.readVarInt(true);
    if (format >= 0) {
      input.setPosition(start);
      return FIRST_FORMAT;
    }
    if (format != SECOND_FORMAT && format != THIRD_FORMAT) {
      throw new StateException("length: " + format + " (expected: zero or more)");
    }
    return format;
  }

  private void readKnown(Input input, Frontier frontier) throws IllegalAccessException {
    var bytes = input.readBytes(quota.readLength(input, 1));
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
    output.writeVarInt(urls.size(), true);
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

  private void writeBodies(Output output, Object known) throws IllegalAccessException {
    bodyTable.write(output, known);
    var prints = bodyTable.prints(known);
    var marked = (int[]) marks.get(known);
    for (int i = 0; i < prints.length; i++) {
      if (prints[i] != 0) {
        output.writeVarInt(marked[i], true);
      }
    }
  }

  private void readBodies(Input input, Object known, boolean isFirstFormat)
      throws IllegalAccessException {
    int[] slots = bodyTable.read(input, known);
    var marked = new int[bodyTable.prints(known).length];
    for (int slot : slots) {
      marked[slot] = isFirstFormat ? FIRST_FORMAT_MARKS : input.readVarInt(true);
    }
    marks.set(known, marked);
  }

  private void writeRepeated(Output output, Object links) throws IllegalAccessException {
    var waitingBatches = batches.of(links);
    output.writeVarInt(waitingBatches.size(), true);
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

  private void writeRuns(Output output, Object found) throws IllegalAccessException {
    var all = runs.of(found);
    output.writeVarInt(all.size(), true);
    for (var run : all) {
      texts.write(output, run.foundOn());
      output.writeVarInt(run.depth(), true);
      output.writeVarInt(run.urls(), true);
    }
  }

  /// The runs of a state hold as many URLs as wait there, or it is none that was written here.
  private void readRuns(Input input, Object found, int urls) throws IllegalAccessException {
    int count = quota.readLength(input, 3);
    int left = urls;
    for (int i = 0; i < count; i++) {
      var run = new OriginFields.Run(texts.read(input), depth(input), input.readVarInt(true));
      if (run.urls() < 1 || run.urls() > left) {
        throw new StateException(
            "a frontier with a run of " + run.urls() + " of " + left + " URLs");
      }
      left -= run.urls();
      runs.add(found, run);
    }
    if (left != 0) {
      throw new StateException("a frontier with " + left + " URLs in no run");
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
