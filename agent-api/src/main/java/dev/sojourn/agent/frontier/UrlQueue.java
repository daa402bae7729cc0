package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/// The waiting URLs of a frontier, first in, first out. A few hundred URLs at each end are texts;
/// the URLs between them are packed in blocks.
///
/// In a breadth-first crawl, most URLs of a site wait at the same time, and the oldest is taken
/// first. The queue therefore keeps only the order of arrival. It packs neighbours together, since
/// they were found on the same page.
public final class UrlQueue {
  private final int blockUrls;

  /// The URLs that are taken next.
  private ArrayDeque<WaitingUrl> head = new ArrayDeque<>();

  private final ArrayDeque<UrlBlock> blocks = new ArrayDeque<>();

  /// The URLs that came last.
  private ArrayDeque<WaitingUrl> tail = new ArrayDeque<>();

  private int tailOctets;
  private int inBlocks;

  /// Creates an empty queue.
  public UrlQueue() {
    this(UrlBlock.MAX_URLS);
  }

  /// Creates an empty queue with blocks of another size.
  ///
  /// @param blockUrls how many URLs are packed together
  public UrlQueue(int blockUrls) {
    this.blockUrls = Math.clamp(blockUrls, 1, UrlBlock.MAX_URLS);
  }

  /// {@return how many URLs wait}
  public int size() {
    return head.size() + inBlocks + tail.size();
  }

  /// {@return whether none waits}
  public boolean isEmpty() {
    return size() == 0;
  }

  /// Adds a URL at the end.
  ///
  /// @param waiting a URL; it and its page have at most [dev.sojourn.agent.PageUrl#MAX_CHARS]
  ///   characters each
  public void add(WaitingUrl waiting) {
    tail.addLast(waiting);
    tailOctets += waiting.url().length() + waiting.foundOn().length();
    if (tail.size() < blockUrls && tailOctets < UrlBlock.FULL_TEXT_OCTETS) {
      return;
    }
    if (head.isEmpty() && blocks.isEmpty()) {
      swapEnds();
    } else {
      blocks.addLast(UrlBlock.pack(tail));
      inBlocks += tail.size();
      tail.clear();
    }
    tailOctets = 0;
  }

  /// Takes the URL that waited longest.
  ///
  /// @return the URL
  /// @throws NoSuchElementException if none waits
  public WaitingUrl take() {
    fill(1);
    return head.removeFirst();
  }

  /// {@return the URLs that will be taken next; they stay in the queue}
  ///
  /// @param most the limit of URLs
  public List<WaitingUrl> upcoming(int most) {
    fill(most);
    var next = new ArrayList<WaitingUrl>();
    var all = head.iterator();
    while (next.size() < most && all.hasNext()) {
      next.add(all.next());
    }
    var last = tail.iterator();
    while (next.size() < most && last.hasNext()) {
      next.add(last.next());
    }
    return next;
  }

  private void fill(int wanted) {
    while (head.size() < wanted && !blocks.isEmpty()) {
      var block = blocks.getFirst();
      head.addAll(block.unpack());
      blocks.removeFirst();
      inBlocks -= block.urls();
    }
    if (head.isEmpty()) {
      swapEnds();
      tailOctets = 0;
    }
  }

  private void swapEnds() {
    var taken = head;
    head = tail;
    tail = taken;
  }

  /// Writes the queue into a state.
  ///
  /// @param out receives the octets, and counts the objects that a reader will make of them
  /// @throws IOException if the output is full
  public void write(StateOutput out) throws IOException {
    var all = new ArrayList<UrlBlock>();
    packed(head, all);
    all.addAll(blocks);
    packed(tail, all);
    out.number(all.size());
    for (var block : all) {
      block.write(out);
    }
  }

  /// Packs URLs into blocks; after a large [#upcoming], the head needs several.
  private static void packed(ArrayDeque<WaitingUrl> urls, List<UrlBlock> into) {
    var part = new ArrayList<WaitingUrl>();
    int octets = 0;
    for (var url : urls) {
      part.add(url);
      octets += url.url().length() + url.foundOn().length();
      if (part.size() == UrlBlock.MAX_URLS || octets >= UrlBlock.FULL_TEXT_OCTETS) {
        into.add(UrlBlock.pack(part));
        part.clear();
        octets = 0;
      }
    }
    if (!part.isEmpty()) {
      into.add(UrlBlock.pack(part));
    }
  }

  /// Reads the URLs of a state into this empty queue.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if the octets are malformed
  public void read(StateInput in) {
    int count = in.count(1);
    for (int i = 0; i < count; i++) {
      var block = UrlBlock.read(in);
      blocks.addLast(block);
      inBlocks += block.urls();
    }
  }
}
