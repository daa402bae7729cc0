package dev.sojourn.visit.view;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.base.Digest;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.visit.content.ChangedPageException;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.PageBody;
import dev.sojourn.visit.content.ViewedPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Makes the views of pages: from the store, or else by a reader. Any thread may use it.
public final class PageViews {
  /// The attempts to read a page that changes meanwhile.
  private static final int ATTEMPTS = 3;

  private final ViewReader reader;
  private final ViewStore store;

  /// Creates views.
  ///
  /// @param reader reads pages
  /// @param store keeps the views of pages whose source names their version
  public PageViews(ViewReader reader, ViewStore store) {
    this.reader = reader;
    this.store = store;
  }

  /// {@return a source whose pages have views} So pages that are read ahead are also parsed ahead.
  ///
  /// @param source the source of the pages
  public ContentSource over(ContentSource source) {
    return new ViewingSource(source, this);
  }

  /// Reads a page with its view.
  ///
  /// @param source the source of the page
  /// @param url the URL of the page
  /// @param held the validators; if there are none, the page is always read
  /// @param opens whether the body is read now, since it will be needed
  /// @return the answer; a page has a view
  /// @throws IOException if the page could not be read for a temporary reason, or changes again and
  ///   again
  /// @throws InterruptedException if the thread was interrupted
  public Content read(ContentSource source, PageUrl url, PageValidators held, boolean opens)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        var content = source.read(url, held);
        if (!(content instanceof Content.Found found)) {
          return content;
        }
        return opens ? opened(found) : viewed(found);
      } catch (ChangedPageException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /// Returns a page with its body in memory, and the view of this body.
  private Content.Found opened(Content.Found found) throws IOException, InterruptedException {
    if (found.content() instanceof PageBody.Held) {
      return viewed(found);
    }
    var body = found.content().read();
    var held =
        new Content.Found(
            found.url(),
            found.status(),
            found.headers(),
            new PageBody.Held(body, found.content().version(), found.content().isKept()));
    var digest = Digest.of(body);
    var viewed = found.viewed().filter(page -> page.digest().equals(digest));
    return viewed.isPresent() ? held.with(viewed.get()) : viewed(held, body, digest);
  }

  /// {@return a page with its view}
  ///
  /// @param found the page
  /// @throws ChangedPageException if the page now has another body
  /// @throws IOException if its body cannot be read now
  /// @throws InterruptedException if the thread was interrupted
  public Content.Found viewed(Content.Found found) throws IOException, InterruptedException {
    if (found.viewed().isPresent()) {
      return found;
    }
    int sizeBytes = found.content().sizeBytes();
    var version = found.content().version();
    var kept = version.flatMap(name -> kept(found, name)).filter(p -> p.sizeBytes() == sizeBytes);
    if (kept.isPresent()) {
      return found.with(kept.get());
    }
    var body = found.content().read();
    var digest = Digest.of(body);
    return version.isPresent() ? made(found, body, digest) : viewed(found, body, digest);
  }

  private Content.Found viewed(Content.Found found, byte[] body, Digest digest)
      throws InterruptedException {
    var kept =
        kept(found, found.content().version().orElse(digest.hex()))
            .filter(page -> page.digest().equals(digest) && page.sizeBytes() == body.length);
    return kept.isPresent() ? found.with(kept.get()) : made(found, body, digest);
  }

  private Content.Found made(Content.Found found, byte[] body, Digest digest)
      throws InterruptedException {
    var page = new ViewedPage(digest, body.length, reader.view(source(found, body)));
    // Another attempt may parse the page, since a reader can also end by a fault of the machine.
    if (page.view().unparsed().isEmpty()) {
      var version = found.content().version().orElse(digest.hex());
      keep(found, ViewKind.PAGE, version, page.toBytes());
    }
    return found.with(page);
  }

  private Optional<ViewedPage> kept(Content.Found found, String version) {
    return kept(found, ViewKind.PAGE, version).flatMap(PageViews::parsed);
  }

  private Optional<byte[]> kept(Content.Found found, ViewKind kind, String version) {
    return found.content().isKept() ? store.find(key(found, kind, version)) : Optional.empty();
  }

  private void keep(Content.Found found, ViewKind kind, String version, byte[] view) {
    if (found.content().isKept()) {
      store.put(key(found, kind, version), view);
    }
  }

  private static Optional<ViewedPage> parsed(byte[] octets) {
    try {
      return Optional.of(ViewedPage.parse(octets));
    } catch (MalformedViewException _) {
      return Optional.empty();
    }
  }

  /// {@return a part of a page with a view; empty if the page has changed or gone since}
  ///
  /// @param page the page
  /// @param detail the part
  /// @throws InterruptedException if the thread was interrupted
  public Optional<byte[]> detail(Content.Found page, PageDetail detail)
      throws InterruptedException {
    // The elements are those of the very octets that have the view.
    var digest = page.viewed().orElseThrow().digest().hex();
    if (detail == PageDetail.TREE) {
      var kept = kept(page, ViewKind.TREE, digest).filter(PageViews::isTree);
      if (kept.isPresent()) {
        return kept;
      }
    }
    var body = body(page);
    if (body.isEmpty()) {
      return body;
    }
    return Optional.of(
        switch (detail) {
          case BYTES -> body.get();
          case TEXT -> reader.text(source(page, body.get()));
          case TREE -> {
            var tree = reader.tree(source(page, body.get()));
            if (!tree.shortened().contains(PagePart.MARKUP)) {
              keep(page, ViewKind.TREE, digest, tree.octets());
            }
            yield tree.octets();
          }
        });
  }

  /// Returns the octets of a page with a view; empty if the page has changed or gone since. If the
  /// octets have another digest, the view in the store is made again. A program can write into a
  /// mapped file without a new version.
  private Optional<byte[]> body(Content.Found page) throws InterruptedException {
    try {
      var body = page.content().read();
      var digest = Digest.of(body);
      if (page.viewed().orElseThrow().digest().equals(digest)) {
        return Optional.of(body);
      }
      var _ = made(page, body, digest);
    } catch (IOException _) {
      // The page has gone.
    }
    return Optional.empty();
  }

  private static boolean isTree(byte[] octets) {
    try {
      var _ = TreeView.of(octets);
      return true;
    } catch (MalformedViewException _) {
      return false;
    }
  }

  private static ViewReader.Source source(Content.Found found, byte[] body) {
    return new ViewReader.Source(found.url(), found.headers(), body);
  }

  /// The key covers the fields, since rules of the operator and of the site may change them.
  private static ViewKey key(Content.Found found, ViewKind kind, String version) {
    var url = found.url();
    return new ViewKey(
        url.origin(), url.pathAndQuery(), kind, version + " " + fields(found.headers()));
  }

  /// Names the fields that matter for a view.
  private static String fields(Map<String, List<String>> headers) {
    var mattering = new TreeMap<String, List<String>>();
    for (var name : List.of("content-type", "link", "refresh")) {
      var values = headers.get(name);
      if (values != null) {
        mattering.put(name, values);
      }
    }
    return mattering.toString();
  }
}
