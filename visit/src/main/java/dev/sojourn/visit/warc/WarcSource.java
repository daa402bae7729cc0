package dev.sojourn.visit.warc;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.coding.Bodies;
import dev.sojourn.fetch.coding.BrokenEncodingException;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcRevisit;

/// The pages of a site from WARC files: the latest capture of each URL, with its status and fields.
/// The files are indexed when the source is opened, and read for each page.
///
/// Files may be added, grow and be replaced meanwhile. [#refresh] takes over all changes at once,
/// so a page comes either from the old files or from the new files. A file that is not read again
/// keeps its index entries. If a file was replaced, the id of the record shows this when a page is
/// read, and the file is read again.
///
/// The captured answers are untrusted input: heads, chunks and codings are decoded within limits.
/// Safe for use by many threads.
public final class WarcSource implements ContentSource {
  // Shared by all sites, because agents can request the same page repeatedly.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(WarcSource.class.getName()));

  /// The room for the head of an answer and the sizes of its chunks.
  private static final int FRAMING_BYTES = 1 << 20;

  private static final int BUFFER_BYTES = 8 * 1024;

  private static final int NOT_MODIFIED = 304;

  /// The largest number of attempts to read a page whose file is replaced between indexing and
  /// reading.
  private static final int MOST_ATTEMPTS = 10;

  private static final long RETRY_NANOS = 1_000_000;

  private final WarcSettings settings;

  /// Serialises the repeated reading of files for pages, since several pages often need the same
  /// file. Pages do not wait for [#refresh], which may read much more.
  private final ReentrantLock rereading = new ReentrantLock();

  private final AtomicReference<WarcIndex> index;

  /// A record is no longer at its place. Has no stack trace.
  private static final class RecordMovedException extends IOException {
    private static final long serialVersionUID = 1;

    RecordMovedException() {
      super("the file has changed since it was indexed");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /// The reason for reading files, which decides whether a file that was read is taken over.
  private enum Cause {
    /// The source is opened. All files are taken over.
    START,
    /// Files changed. A file that changed while it was read is not taken over.
    CHANGE,
    /// A page was no longer at its place. A file that ends within a record is a failure and is not
    /// taken over, since the page may still be written.
    PAGE
  }

  private WarcSource(WarcSettings settings) {
    this.settings = settings;
    this.index = new AtomicReference<>(WarcIndex.of(Map.of()));
  }

  /// Reads all files once.
  ///
  /// @param settings the files
  /// @return the source
  /// @throws IOException if a file cannot be opened, or the files have too many records
  public static WarcSource open(WarcSettings settings) throws IOException {
    var source = new WarcSource(settings);
    var _ = source.take(settings.files(), _ -> true, Cause.START);
    return source;
  }

  /// {@return a source without files, which [#refresh] fills}
  ///
  /// @param settings the settings, without files
  public static WarcSource empty(WarcSettings settings) {
    return new WarcSource(settings);
  }

  /// Reads the files that are new or changed, and takes over their content. If this fails, no page
  /// changes.
  ///
  /// @param files the current files of the site
  /// @param isSettled whether a new, changed or removed file may be taken over now; other files
  ///   keep their old content
  /// @return whether all files were taken over; otherwise a file is still being written
  /// @throws IOException if a file cannot be opened, or the files have too many records
  public boolean refresh(Collection<Path> files, Predicate<Path> isSettled) throws IOException {
    return take(files, isSettled, Cause.CHANGE);
  }

  private boolean take(Collection<Path> files, Predicate<Path> isSettled, Cause cause)
      throws IOException {
    var seen = index.get();
    var before = seen.files();
    var next = new TreeMap<Path, WarcFile>();
    var named = new HashSet<>(files);
    var changed = new TreeSet<>(files);
    changed.addAll(before.keySet());
    for (var path : named) {
      if (isSame(path, seen)) {
        changed.remove(path);
        next.put(path, before.get(path));
      }
    }
    boolean isAll = true;
    for (var path : List.copyOf(changed)) {
      if (!isSettled.test(path)) {
        isAll = false;
        changed.remove(path);
        Optional.ofNullable(before.get(path)).ifPresent(file -> next.put(path, file));
      }
    }
    isAll &= readAll(changed.stream().filter(named::contains).toList(), before, next, cause);
    takeOver(before, next);
    return isAll;
  }

  /// Replaces old files by the files that were read. Changes that were taken over meanwhile stay.
  private void takeOver(Map<Path, WarcFile> before, Map<Path, WarcFile> next) throws IOException {
    while (true) {
      var now = index.get();
      var files = merged(now, before, next);
      if (files.equals(now.files()) || index.compareAndSet(now, indexed(files))) {
        return;
      }
    }
  }

  private static Map<Path, WarcFile> merged(
      WarcIndex now, Map<Path, WarcFile> before, Map<Path, WarcFile> next) {
    var files = new TreeMap<>(now.files());
    var paths = new TreeSet<>(before.keySet());
    paths.addAll(next.keySet());
    for (var path : paths) {
      boolean isRead = !Objects.equals(before.get(path), next.get(path));
      boolean isOvertaken =
          !Objects.equals(before.get(path), now.files().get(path)) && isSame(path, now);
      if (isRead && !isOvertaken) {
        files.remove(path);
        Optional.ofNullable(next.get(path)).ifPresent(file -> files.put(path, file));
      }
    }
    return files;
  }

  /// Indexes files. Files that were read at the same time may together have too many records.
  private WarcIndex indexed(Map<Path, WarcFile> files) throws IOException {
    if (room(files) < 0) {
      throw WarcFile.tooMany(settings);
    }
    return WarcIndex.of(files);
  }

  private int room(Map<Path, WarcFile> files) {
    return settings.maxRecords()
        - files.values().stream().mapToInt(file -> file.entries().size()).sum();
  }

  /// Whether a file is unchanged since it was read.
  private static boolean isSame(Path path, WarcIndex index) {
    var known = Optional.ofNullable(index.files().get(path)).map(WarcFile::stamp);
    return known.isPresent() && known.equals(FileStamp.of(path));
  }

  /// Reads files into the next index.
  ///
  /// @return whether all files were taken over
  private boolean readAll(
      List<Path> paths, Map<Path, WarcFile> before, Map<Path, WarcFile> next, Cause cause)
      throws IOException {
    int room = room(next);
    boolean isAll = true;
    for (var path : paths) {
      var file = WarcFile.read(path, settings, room);
      boolean isTaken = cause == Cause.START || file.isSteady();
      if (cause == Cause.PAGE && isTaken && file.isCutOff()) {
        throw new IOException(path + " is being written");
      }
      isAll &= isTaken;
      var taken = Optional.ofNullable(isTaken ? file : before.get(path));
      taken.ifPresent(there -> next.put(path, there));
      room -= taken.map(there -> there.entries().size()).orElse(0);
    }
    return isAll;
  }

  /// Reads the files of a capture again if they have changed.
  ///
  /// @param seen the index in which the capture was looked up
  /// @return whether the index has changed or will change
  /// @throws IOException if a file is being written, so that its pages are not known yet, or if the
  ///   thread is interrupted
  private boolean reread(WarcIndex seen, WarcCapture capture) throws IOException {
    try {
      rereading.lockInterruptibly();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the visit ends");
    }
    try {
      if (!index.get().equals(seen)) {
        return true;
      }
      var files = new TreeSet<>(List.of(capture.place().file()));
      capture.referred().ifPresent(place -> files.add(place.file()));
      var _ =
          take(
              seen.files().keySet(),
              path -> files.contains(path) && FileStamp.of(path).isPresent(),
              Cause.PAGE);
      return !index.get().equals(seen) || !files.stream().allMatch(path -> isSame(path, seen));
    } finally {
      rereading.unlock();
    }
  }

  /// {@return the unreadable places of the files}
  public List<WarcDamage> damages() {
    return List.copyOf(index.get().damages());
  }

  /// {@return the number of URLs of the site in the files}
  public int size() {
    return index.get().size();
  }

  /// {@return whether there are no files, because none came yet or all were removed}
  public boolean isAway() {
    return index.get().files().isEmpty();
  }

  /// {@return the URLs of the site in the files, sorted}
  public List<PageUrl> urls() {
    return index.get().urls(settings.origin());
  }

  /// {@return the current pages that agents may get}
  public WarcPages pages() {
    return new WarcPages(
        index.get(),
        page -> PageUrl.parse(settings.origin() + page).filter(this::isGiven).isPresent());
  }

  /// {@return whether agents may get a URL, if it has a page}
  ///
  /// @param url a URL of the site
  public boolean isGiven(PageUrl url) {
    return settings.urls().refusal(url).isEmpty();
  }

  @Override
  public Content read(PageUrl url) throws IOException {
    var refusal = settings.urls().refusal(url);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      var now = index.get();
      var capture = now.find(url);
      if (capture.isEmpty() && isAway()) {
        throw new IOException("no WARC file of the site is there");
      }
      if (capture.isEmpty()) {
        return new Content.Missing(404, "The site has no page at " + url.path() + ".");
      }
      try {
        return content(url, capture.get());
      } catch (RecordMovedException e) {
        if (!reread(now, capture.get())) {
          return broken(url, e);
        }
        // Some programs delete a file before they rename the new file to its name.
        LockSupport.parkNanos(attempt * RETRY_NANOS);
      }
    }
    throw new IOException("its WARC file is away, or changes faster than it can be read");
  }

  private Content content(PageUrl url, WarcCapture capture) throws RecordMovedException {
    try {
      var answer = answer(capture.place());
      if (capture.referred().isPresent()) {
        answer = revisited(answer, answer(capture.referred().get()));
      }
      return answer.content(url, settings.maxBodyBytes());
    } catch (RecordMovedException e) {
      throw e;
    } catch (BrokenEncodingException e) {
      return new Content.Missing(
          0, "The capture cannot be read: " + e.getMessage() + ".", PageOutcome.BROKEN_ENCODING);
    } catch (IOException | RuntimeException e) {
      return broken(url, e);
    }
  }

  private static Content broken(PageUrl url, Exception e) {
    LOG.line(System.Logger.Level.WARNING, "The capture of {0} is broken: {1}", url, e.toString());
    return new Content.Missing(0, "The capture cannot be read.", PageOutcome.BROKEN_ANSWER);
  }

  /// Combines a revisit with its record. A revisit that contains the head of an answer keeps its
  /// own status and fields.
  private static HttpAnswer revisited(HttpAnswer revisit, HttpAnswer referred) {
    boolean hasHead = revisit.status() != 0 && revisit.status() != NOT_MODIFIED;
    return new HttpAnswer(
        hasHead ? revisit.status() : referred.status(),
        hasHead ? revisit.fields() : referred.fields(),
        referred.body(),
        referred.truncated());
  }

  private HttpAnswer answer(WarcPlace place) throws IOException {
    try (var channel = open(place.file());
        var records = records(channel, place)) {
      return answer(record(records, place));
    }
  }

  private static FileChannel open(Path file) throws IOException {
    try {
      RegularFile.requireIfThere(file);
      return FileChannel.open(file);
    } catch (NoSuchFileException _) {
      throw new RecordMovedException();
    }
  }

  private static WarcRecords records(FileChannel channel, WarcPlace place)
      throws RecordMovedException {
    try {
      return new WarcRecords(channel, place.offset());
    } catch (IOException | RuntimeException e) {
      throw moved(e);
    }
  }

  /// Returns the record at a place. Fails if there is another record or no record.
  private static WarcRecord record(WarcRecords records, WarcPlace place)
      throws RecordMovedException {
    try {
      var record = records.next();
      if (record.isPresent() && WarcName.ofId(record.get().id()).equals(place.id())) {
        return record.get();
      }
    } catch (IOException | RuntimeException e) {
      throw moved(e);
    }
    throw new RecordMovedException();
  }

  private static RecordMovedException moved(Exception e) {
    LOG.line(System.Logger.Level.DEBUG, "No record at its place: {0}", e.toString());
    return new RecordMovedException();
  }

  private HttpAnswer answer(WarcRecord record) throws IOException {
    int max = settings.maxBodyBytes();
    if (record instanceof WarcResource) {
      var body = Bodies.read(record.body().stream(), max);
      var type = List.of(record.contentType().toString());
      return new HttpAnswer(200, Map.of("content-type", type), body.bytes(), body.truncated());
    }
    boolean isRevisit = record instanceof WarcRevisit;
    if (isRevisit && record.body().size() == 0) {
      return new HttpAnswer(0, Map.of(), new byte[0], false);
    }
    var bounded = new BoundedInput(record.body().stream(), 2L * max + FRAMING_BYTES);
    long length = Math.min(record.body().size(), bounded.left);
    var block =
        LengthedBody.create(
            Channels.newChannel(bounded), ByteBuffer.allocate(BUFFER_BYTES).flip(), length);
    bounded.meter.begin();
    var http = HttpResponse.parse(block);
    bounded.meter.end();
    if (http.status() < 100) {
      throw new IOException("it holds no answer");
    }
    var fields = fields(http);
    if (isRevisit || !AnswerHead.isPage(http.status())) {
      return new HttpAnswer(http.status(), fields, new byte[0], false);
    }
    var coding = String.join(",", fields.getOrDefault("content-encoding", List.of()));
    if (!Bodies.isKnown(coding)) {
      throw new BrokenEncodingException("its encoding is not known");
    }
    var body = Bodies.decode(Bodies.read(http.body().stream(), max), coding, max, () -> {});
    return new HttpAnswer(http.status(), fields, body.bytes(), body.truncated());
  }

  private static Map<String, List<String>> fields(HttpResponse http) {
    var fields = new LinkedHashMap<String, List<String>>();
    http.headers()
        .map()
        .forEach((name, values) -> fields.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    return fields;
  }

  /// A stream that ends before it becomes too long.
  private static final class BoundedInput extends InputStream {
    private final HeadMeter meter = new HeadMeter();
    private final InputStream in;
    private long left;

    BoundedInput(InputStream in, long most) {
      this.in = in;
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      return left-- > 0 ? in.read() : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int most = (int) Math.min(length, left);
      int count = most <= 0 ? -1 : meter.take(in.read(buffer, offset, most));
      left -= Math.max(0, count);
      return count;
    }
  }
}
