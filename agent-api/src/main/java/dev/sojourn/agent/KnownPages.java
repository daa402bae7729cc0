package dev.sojourn.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The pages of one site that an earlier crawl read or saw linked, in the order of their URLs. They
/// travel to the first visit as the state of an agent, and later in its frontier.
///
/// They stay encoded ([KnownPagesCodec]): about 25 bytes a page, and 8 more after the first search
/// by body. Immutable.
public final class KnownPages {
  /// No page at all.
  public static final KnownPages NONE = new KnownPages(new byte[0], 0, new int[0], List.of(), "");

  private static final long NUMBER = KnownPagesCodec.MAX_PAGES - 1;

  /// The most pages that are compared if the first bits of their bodies agree; honest sites have
  /// one or two.
  private static final int MAX_ALIKE = 64;

  private final byte[] bytes;
  private final int size;

  /// The place of every [KnownPagesCodec#RUN]th page; it can be read without the pages before it.
  private final int[] runs;

  private final List<Long> fields;
  private final String origin;

  /// For each page with a print, the first 40 bits of the body and the page's number. Sorted, so
  /// that no choice of prints makes a search slow. Built by the first search.
  private long[] byBody = new long[0];

  private boolean isSorted;

  KnownPages(byte[] bytes, int size, int[] runs, List<Long> fields, String origin) {
    this.bytes = bytes;
    this.size = size;
    this.runs = runs;
    this.fields = fields;
    this.origin = origin;
  }

  /// {@return pages, in the order of their URLs}
  ///
  /// @param pages of one site, each URL once
  /// @throws IllegalArgumentException if the pages are of several sites, or a URL is not normalised
  ///   or occurs twice
  public static KnownPages of(Collection<KnownPage> pages) {
    if (pages.isEmpty()) {
      return NONE;
    }
    var sorted = new ArrayList<>(pages);
    sorted.sort(Comparator.comparing(KnownPage::url));
    return KnownPagesCodec.decode(KnownPagesCodec.encode(sorted), Long.MAX_VALUE);
  }

  /// {@return whether bytes begin as encoded pages do; the state of an agent never does}
  ///
  /// @param bytes any
  public static boolean isEncoded(byte[] bytes) {
    return KnownPagesCodec.isEncoded(bytes);
  }

  /// Reads pages.
  ///
  /// @param bytes the output of [#toBytes()]; not copied, and must not be changed
  /// @return the pages
  /// @throws IllegalArgumentException if these are not encoded pages, or their URLs have more than
  ///   64 Mi characters in total
  public static KnownPages parse(byte[] bytes) {
    return bytes.length == 0
        ? NONE
        : KnownPagesCodec.decode(bytes, KnownPagesCodec.MAX_FOREIGN_CHARS);
  }

  /// {@return the encoded pages; do not change the array}
  public byte[] toBytes() {
    return bytes;
  }

  /// {@return how many pages there are}
  public int size() {
    return size;
  }

  /// {@return a page}
  ///
  /// @param number from 0, in the order of URLs
  public KnownPage get(int number) {
    var reader = runOf(number / KnownPagesCodec.RUN);
    for (int i = number % KnownPagesCodec.RUN; i > 0; i--) {
      reader.skip();
    }
    return reader.next();
  }

  /// {@return the number of a page; -1 if it is unknown}
  ///
  /// @param url normalised
  public int find(String url) {
    if (size == 0 || !url.startsWith(origin)) {
      return -1;
    }
    int run = lastRunUpTo(url);
    if (run < 0) {
      return -1;
    }
    var reader = runOf(run);
    int end = Math.min(size, (run + 1) * KnownPagesCodec.RUN);
    for (int number = run * KnownPagesCodec.RUN; number < end; number++) {
      int order = reader.nextUrl().compareTo(url);
      if (order == 0) {
        return number;
      }
      if (order > 0) {
        return -1;
      }
    }
    return -1;
  }

  private int lastRunUpTo(String url) {
    int low = 0;
    int high = runs.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (runOf(middle).nextUrl().compareTo(url) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /// {@return a page with this body; empty if there is no such page}
  ///
  /// @param body the first 64 bits of the SHA-256 of the body
  public Optional<KnownPage> findBody(long body) {
    if (!isSorted) {
      byBody = sortedByBody();
      isSorted = true;
    }
    long begin = body & ~NUMBER;
    int found = Arrays.binarySearch(byBody, begin);
    int first = found < 0 ? -found - 1 : found;
    int end = Math.min(byBody.length, first + MAX_ALIKE);
    for (int i = first; i < end && (byBody[i] & ~NUMBER) == begin; i++) {
      var page = get((int) (byBody[i] & NUMBER));
      if (page.print().filter(print -> print.body() == body).isPresent()) {
        return Optional.of(page);
      }
    }
    return Optional.empty();
  }

  private long[] sortedByBody() {
    var sorted = new long[size];
    int count = 0;
    for (int number = 0, run = 0; number < size; run++) {
      var reader = runOf(run);
      for (int end = Math.min(size, number + KnownPagesCodec.RUN); number < end; number++) {
        var print = reader.next().print();
        if (print.isPresent()) {
          sorted[count++] = (print.get().body() & ~NUMBER) | number;
        }
      }
    }
    var all = Arrays.copyOf(sorted, count);
    Arrays.sort(all);
    return all;
  }

  private KnownPagesCodec.Reader runOf(int run) {
    return new KnownPagesCodec.Reader(bytes, runs[run], origin, fields);
  }
}
