package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.sandbox.VisitOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The fields of [FromWorker.PageWanted].
final class PageWantedFields {
  /// The most bytes of a known page, without its URL.
  static final int KNOWN_BYTES = 4 << 10;

  /// The number of texts of an upcoming page: its URL and both validators.
  private static final int TEXTS_A_PAGE = 3;

  private PageWantedFields() {}

  static FieldWriter write(FieldWriter out, FromWorker.PageWanted wanted) {
    out.text(wanted.url()).text(wanted.foundOn()).int32(wanted.depth());
    var known = wanted.known();
    out.flag(known.isPresent());
    known.ifPresent(page -> known(out, page));
    boolean isHeld = !wanted.held().isEmpty();
    return out.flag(isHeld).texts(isHeld ? withValidators(wanted) : wanted.next());
  }

  private static void known(FieldWriter out, KnownPage page) {
    out.text(page.own()).flag(page.print().isPresent());
    page.print().ifPresent(p -> out.int64(p.body()).int32(p.type()).int32(p.robots()));
    out.text(page.validators().etag().orElse(""));
    out.text(page.validators().lastModified().orElse(""));
  }

  private static List<String> withValidators(FromWorker.PageWanted wanted) {
    var texts = new ArrayList<String>(wanted.next().size() * TEXTS_A_PAGE);
    for (int i = 0; i < wanted.next().size(); i++) {
      var held = wanted.held().get(i);
      texts.add(wanted.next().get(i));
      texts.add(held.etag().orElse(""));
      texts.add(held.lastModified().orElse(""));
    }
    return texts;
  }

  static FromWorker.PageWanted read(int visit, FieldReader in) throws PipeException {
    var url = in.text();
    var foundOn = in.text();
    int depth = in.int32();
    Optional<KnownPage> known = in.flag() ? Optional.of(known(url, in)) : Optional.empty();
    boolean isHeld = in.flag();
    var texts =
        in.texts(
            VisitOrder.MAX_READ_AHEAD * (isHeld ? TEXTS_A_PAGE : 1),
            FromWorker.PageWanted.MAX_NEXT_BYTES);
    if (!isHeld) {
      return new FromWorker.PageWanted(visit, url, foundOn, depth, texts, known, List.of());
    }
    if (texts.size() % TEXTS_A_PAGE != 0) {
      throw new PipeException(texts.size() + " texts of pages with validators");
    }
    var next = new ArrayList<String>();
    var held = new ArrayList<PageValidators>();
    for (int i = 0; i < texts.size(); i += TEXTS_A_PAGE) {
      next.add(texts.get(i));
      held.add(validators(texts.get(i + 1), texts.get(i + 2)));
    }
    return new FromWorker.PageWanted(visit, url, foundOn, depth, next, known, held);
  }

  private static KnownPage known(String url, FieldReader in) throws PipeException {
    var own = in.text();
    Optional<PagePrint> print =
        in.flag()
            ? Optional.of(new PagePrint(in.int64(), in.int32(), in.int32()))
            : Optional.empty();
    Optional<String> end = own.equals(url) ? Optional.empty() : Optional.of(own);
    return new KnownPage(url, end, print, validators(in.text(), in.text()));
  }

  private static PageValidators validators(String etag, String lastModified) {
    return new PageValidators(
        Optional.of(etag).filter(text -> !text.isEmpty()),
        Optional.of(lastModified).filter(text -> !text.isEmpty()));
  }
}
