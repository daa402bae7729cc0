package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.WallName;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Encodes [FromWorker]. The decoder runs in the caller's process and reads bytes from a process
/// that may be hostile, so it makes only texts, arrays and lists.
final class FromWorkerCodec {
  private static final int READY = 65;
  private static final int STARTED = 66;
  private static final int PAGE_WANTED = 67;
  private static final int FINDING = 68;
  private static final int REFERRAL = 69;
  private static final int LOG_LINE = 70;
  private static final int CHECKPOINT = 71;
  private static final int STOPPING = 72;
  private static final int FINISHED = 73;
  private static final int DENIED = 74;
  private static final int STOPPED = 75;
  private static final int FAILED = 76;
  private static final int SPENT = 77;
  private static final int REPLY = 78;
  private static final int NOINDEX = 79;
  private static final int DROPPED = 80;
  private static final int CHANGES_WANTED = 81;
  private static final int DETAIL_WANTED = 82;
  private static final int USAGE_WANTED = 84;
  private static final int LINKS_COUNTED = 85;
  private static final int SHORTENED = 86;
  private static final int SPENT_BYTES = 16;
  private static final int DROPPED_BYTES = 8;
  private static final int VIEWS_BYTES = 4;
  private static final int DETAIL_BYTES = 4;
  private static final int COUNTERS = 16;
  private static final int COUNTERS_BYTES = COUNTERS * Long.BYTES;

  private static final int TEXT_BYTES = 16 << 10;
  private static final int URL_BYTES = 32 << 10;
  // 16,000 characters with at most four bytes each.
  private static final int REPLY_BYTES = 64 << 10;
  private static final int NEXT_BYTES = 1 << 20;

  private FromWorkerCodec() {}

  static int maxBytes(int type) throws PipeException {
    return switch (type) {
      case STARTED, NOINDEX, CHANGES_WANTED -> 0;
      case SPENT -> SPENT_BYTES;
      case DROPPED -> DROPPED_BYTES;
      case SHORTENED -> VIEWS_BYTES;
      case DETAIL_WANTED -> DETAIL_BYTES;
      case LINKS_COUNTED -> COUNTERS_BYTES;
      case PAGE_WANTED ->
          3 * URL_BYTES + PageWantedFields.KNOWN_BYTES + FromWorker.PageWanted.MAX_NEXT_BYTES;
      case REFERRAL, USAGE_WANTED -> URL_BYTES;
      case REPLY -> REPLY_BYTES;
      case FINDING -> VisitLimits.MAX_FINDING_BYTES + 4;
      case CHECKPOINT -> VisitLimits.MAX_STATE_BYTES + 4;
      case FINISHED -> VisitLimits.MAX_STATE_BYTES + NEXT_BYTES;
      case READY, LOG_LINE, STOPPING, DENIED, STOPPED, FAILED -> TEXT_BYTES;
      default ->
          throw new PipeException("message of type " + type + " (expected: 65 to 82, or 84 to 86)");
    };
  }

  // Both ends of the pipe come from the same build.
  @SuppressWarnings("EnumOrdinal")
  static ByteBuffer encode(FromWorker message) {
    return switch (message) {
      case FromWorker.Ready(var walls) -> ready(walls);
      case FromWorker.Started(var visit) -> new FieldWriter(0).frame(STARTED, visit);
      case FromWorker.PageWanted wanted ->
          PageWantedFields.write(new FieldWriter(256), wanted).frame(PAGE_WANTED, wanted.visit());
      case FromWorker.Noindex(var visit) -> new FieldWriter(0).frame(NOINDEX, visit);
      case FromWorker.Shortened(var visit, var views) ->
          new FieldWriter(VIEWS_BYTES).int32(bits(views)).frame(SHORTENED, visit);
      case FromWorker.ChangesWanted(var visit) -> new FieldWriter(0).frame(CHANGES_WANTED, visit);
      case FromWorker.Finding(var visit, var json) ->
          new FieldWriter(json.length + 4).blob(json).frame(FINDING, visit);
      case FromWorker.DetailWanted(var visit, var detail) ->
          new FieldWriter(DETAIL_BYTES).int32(detail.ordinal()).frame(DETAIL_WANTED, visit);
      case FromWorker.UsageWanted(var visit, var url) -> texts(USAGE_WANTED, visit, url);
      case FromWorker.Referral(var visit, var url) -> texts(REFERRAL, visit, url);
      case FromWorker.Dropped(var visit, var count) ->
          new FieldWriter(DROPPED_BYTES).int64(count).frame(DROPPED, visit);
      case FromWorker.LinksCounted(var visit, var counts) ->
          counters(new FieldWriter(COUNTERS_BYTES), counts).frame(LINKS_COUNTED, visit);
      case FromWorker.LogLine(var visit, var line) -> texts(LOG_LINE, visit, line);
      case FromWorker.Reply(var visit, var asked, var isTaken, var text) ->
          new FieldWriter(128).int32(asked).flag(isTaken).text(text).frame(REPLY, visit);
      case FromWorker.Checkpoint(var visit, var state) ->
          new FieldWriter(state.length + 4).blob(state).frame(CHECKPOINT, visit);
      case FromWorker.Stopping(var visit, var limit, var reason, var where) ->
          place(new FieldWriter(256).text(limit).text(reason), where).frame(STOPPING, visit);
      case FromWorker.Spent(var visit, var cpuNanos, var allocatedBytes) ->
          new FieldWriter(SPENT_BYTES).int64(cpuNanos).int64(allocatedBytes).frame(SPENT, visit);
      case FromWorker.End(var visit, var end) -> end(visit, end);
    };
  }

  private static ByteBuffer end(int visit, VisitEnd.Reported end) {
    return switch (end) {
      case VisitEnd.Finished(var state, var next) ->
          next(new FieldWriter(state.length + 256).blob(state), next).frame(FINISHED, visit);
      case VisitEnd.Denied(var by, var reason, var where, var others) ->
          place(new FieldWriter(256).text(by.name()).text(reason), where)
              .texts(others)
              .frame(DENIED, visit);
      case VisitEnd.Stopped(var limit, var reason, var where) ->
          place(new FieldWriter(256).text(limit).text(reason), where).frame(STOPPED, visit);
      case VisitEnd.Failed(var reason, var where) ->
          place(new FieldWriter(256).text(reason), where).frame(FAILED, visit);
    };
  }

  static FromWorker decode(int type, int visit, byte[] body) throws PipeException {
    var in = new FieldReader(body);
    FromWorker message =
        switch (type) {
          case READY -> ready(in);
          case STARTED -> new FromWorker.Started(visit);
          case PAGE_WANTED -> PageWantedFields.read(visit, in);
          case NOINDEX -> new FromWorker.Noindex(visit);
          case SHORTENED -> new FromWorker.Shortened(visit, views(in.int32()));
          case CHANGES_WANTED -> new FromWorker.ChangesWanted(visit);
          case DETAIL_WANTED -> new FromWorker.DetailWanted(visit, detail(in.int32()));
          case USAGE_WANTED -> new FromWorker.UsageWanted(visit, in.text());
          case FINDING -> new FromWorker.Finding(visit, in.blob());
          case REFERRAL -> new FromWorker.Referral(visit, in.text());
          case DROPPED -> new FromWorker.Dropped(visit, in.int64());
          case LINKS_COUNTED -> new FromWorker.LinksCounted(visit, counters(in));
          case LOG_LINE -> new FromWorker.LogLine(visit, in.text());
          case REPLY -> new FromWorker.Reply(visit, in.int32(), in.flag(), in.text());
          case CHECKPOINT -> new FromWorker.Checkpoint(visit, in.blob());
          case STOPPING -> new FromWorker.Stopping(visit, in.text(), in.text(), place(in));
          case SPENT -> new FromWorker.Spent(visit, in.int64(), in.int64());
          default -> new FromWorker.End(visit, end(type, in));
        };
    in.end();
    if ((message.visit() == 0) != (type == READY)) {
      throw new PipeException("message of type " + type + " for visit " + visit);
    }
    return message;
  }

  private static VisitEnd.Reported end(int type, FieldReader in) throws PipeException {
    return switch (type) {
      case FINISHED -> new VisitEnd.Finished(in.blob(), next(in));
      case DENIED ->
          new VisitEnd.Denied(
              constant(WallName.class, in.text()),
              in.text(),
              place(in),
              in.texts(FromWorker.End.MAX_OTHERS, TEXT_BYTES));
      case STOPPED -> new VisitEnd.Stopped(in.text(), in.text(), place(in));
      default -> new VisitEnd.Failed(in.text(), place(in));
    };
  }

  private static ByteBuffer texts(int type, int visit, String... texts) {
    var out = new FieldWriter(128);
    for (var text : texts) {
      out.text(text);
    }
    return out.frame(type, visit);
  }

  private static FieldWriter counters(FieldWriter out, FrontierCounts counts) {
    counts.all().forEach(out::int64);
    return out;
  }

  private static FrontierCounts counters(FieldReader in) throws PipeException {
    var counters = new ArrayList<Long>();
    for (int i = 0; i < COUNTERS; i++) {
      counters.add(in.int64());
    }
    return FrontierCounts.of(counters);
  }

  private static FieldWriter place(FieldWriter out, CodePlace where) {
    return out.text(where.className()).text(where.method()).int32(where.line());
  }

  private static CodePlace place(FieldReader in) throws PipeException {
    return new CodePlace(in.text(), in.text(), in.int32());
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) throws PipeException {
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException _) {
      throw new PipeException("name of a wall or its state: " + name);
    }
  }

  /// Writes whether the agent stays, and until when. The last fields are its next URLs or legs.
  private static FieldWriter next(FieldWriter out, Next next) {
    return switch (next) {
      case Next.Done _ -> out.flag(false).texts(List.of());
      case Next.Onward(var urls) -> out.flag(false).texts(urls);
      case Next.Along(var itinerary) ->
          ItineraryCodec.write(out.flag(false).texts(List.of()), itinerary);
      case Next.Park(var until) ->
          out.flag(true)
              .flag(until.time().isPresent())
              .int64(until.time().map(FromWorkerCodec::millis).orElse(0L))
              .flag(until.onMessage())
              .flag(until.onChange())
              .texts(List.of());
    };
  }

  /// Returns the milliseconds of a time. A time that is out of range becomes the nearest time in
  /// range.
  private static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException _) {
      return time.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  private static WakeConditions until(FieldReader in) throws PipeException {
    boolean hasTime = in.flag();
    var time = Instant.ofEpochMilli(in.int64());
    try {
      return new WakeConditions(
          hasTime ? Optional.of(time) : Optional.empty(), in.flag(), in.flag());
    } catch (IllegalArgumentException e) {
      throw new PipeException("an agent that nothing can wake");
    }
  }

  private static Next next(FieldReader in) throws PipeException {
    var park = in.flag() ? Optional.of(until(in)) : Optional.<WakeConditions>empty();
    var urls = in.texts(FromWorker.End.MAX_URLS, NEXT_BYTES);
    var itinerary = ItineraryCodec.read(in);
    if (!itinerary.isEmpty()) {
      return Next.along(itinerary);
    }
    if (park.isPresent()) {
      return Next.park(park.get());
    }
    return urls.isEmpty() ? Next.done() : Next.onward(urls);
  }

  private static ByteBuffer ready(List<SandboxWalls.Wall> walls) {
    var out = new FieldWriter(1024).int32(walls.size());
    for (var wall : walls) {
      out.text(wall.name()).text(wall.state().name()).text(wall.detail());
    }
    return out.frame(READY, 0);
  }

  private static FromWorker.Ready ready(FieldReader in) throws PipeException {
    int count = in.int32();
    var walls = new ArrayList<SandboxWalls.Wall>();
    for (int i = 0; i < count; i++) {
      walls.add(
          new SandboxWalls.Wall(
              in.text(), constant(SandboxWalls.State.class, in.text()), in.text()));
    }
    return new FromWorker.Ready(walls);
  }

  private static PageDetail detail(int number) throws PipeException {
    var details = PageDetail.values();
    if (number < 0 || number >= details.length) {
      throw new PipeException("part of a page: " + number);
    }
    return details[number];
  }

  /// Returns a bit for each view; the first view has the lowest bit.
  // Both ends of the pipe come from the same build.
  @SuppressWarnings("EnumOrdinal")
  private static int bits(Set<PagePart> views) {
    return views.stream().mapToInt(view -> 1 << view.ordinal()).sum();
  }

  @SuppressWarnings("EnumOrdinal")
  private static Set<PagePart> views(int bits) throws PipeException {
    if (bits <= 0 || bits >= 1 << PagePart.values().length) {
      throw new PipeException("views of a page: " + bits);
    }
    var views = EnumSet.allOf(PagePart.class);
    views.removeIf(view -> (bits & 1 << view.ordinal()) == 0);
    return views;
  }
}
