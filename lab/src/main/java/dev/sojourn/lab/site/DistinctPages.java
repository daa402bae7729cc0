package dev.sojourn.lab.site;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// A count of pages in which each URL counts once. It keeps 64 bits of a URL's SHA-256, so that a
/// million pages take 16 MiB at most, however long their URLs are; two of these share a number with
/// a chance of less than one in ten million. Not for several threads.
public final class DistinctPages {
  private static final int FIRST_SIZE = 1 << 10;

  private final MessageDigest digest = sha256();
  private long[] table = new long[FIRST_SIZE];
  private int count;

  /// Counts none yet.
  public DistinctPages() {}

  /// Counts a page, if it was not counted yet.
  ///
  /// @param url that tells it from others
  public void add(String url) {
    long number = ByteBuffer.wrap(digest.digest(url.getBytes(StandardCharsets.UTF_8))).getLong();
    // 0 marks a free place.
    if (!put(table, number == 0 ? 1 : number)) {
      return;
    }
    count++;
    if (count > table.length / 2) {
      var larger = new long[table.length * 2];
      for (long kept : table) {
        if (kept != 0) {
          put(larger, kept);
        }
      }
      table = larger;
    }
  }

  private static boolean put(long[] table, long number) {
    int place = (int) number & (table.length - 1);
    while (table[place] != 0) {
      if (table[place] == number) {
        return false;
      }
      place = (place + 1) & (table.length - 1);
    }
    table[place] = number;
    return true;
  }

  /// {@return how many were counted}
  public long count() {
    return count;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
