package dev.sojourn.visit.warc;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;

/// The latest capture of each URL of a site. Of two captures with one date the later one in the
/// files counts. A revisit counts where the record is there that holds its body.
final class WarcIndex {
  private final WarcSettings settings;
  private final Map<String, WarcCapture> pages = new HashMap<>();
  private final List<WarcDamage> damages = new ArrayList<>();
  private int records;

  /// What is needed of records until all are read.
  private final Map<String, WarcPlace> referable = new HashMap<>();

  private final List<Revisit> revisits = new ArrayList<>();

  /// A revisit, with the names that its record may have, the surest first.
  private record Revisit(String page, WarcCapture capture, List<String> names) {}

  private WarcIndex(WarcSettings settings) {
    this.settings = settings;
  }

  /// Reads all files.
  ///
  /// @throws IOException if one cannot be opened, or they hold more records than are indexed
  static WarcIndex read(WarcSettings settings) throws IOException {
    var index = new WarcIndex(settings);
    for (int i = 0; i < settings.files().size(); i++) {
      int number = i;
      index.damages.addAll(
          WarcScan.read(
              settings.files().get(i),
              (record, offset) -> index.take(record, new WarcPlace(number, offset))));
    }
    index.resolveRevisits();
    return index;
  }

  Optional<WarcCapture> find(PageUrl url) {
    return Optional.ofNullable(pages.get(url.pathAndQuery()));
  }

  /// The URLs that have a capture, sorted.
  List<PageUrl> urls() {
    return pages.keySet().stream()
        .sorted()
        .flatMap(page -> PageUrl.parse(settings.origin() + page).stream())
        .toList();
  }

  List<WarcDamage> damages() {
    return damages;
  }

  int size() {
    return pages.size();
  }

  private void take(WarcRecord record, WarcPlace place) throws WarcScan.TooManyRecordsException {
    boolean isCapture =
        record instanceof WarcResponse
            || record instanceof WarcResource
            || record instanceof WarcRevisit;
    if (!isCapture || !(record instanceof WarcTargetRecord target)) {
      return;
    }
    var url = page(target.target()).filter(page -> page.origin().equals(settings.origin()));
    if (url.isEmpty()) {
      return;
    }
    records++;
    if (records > settings.maxRecords()) {
      throw new WarcScan.TooManyRecordsException(
          "the WARC files hold more than %,d records of %s; raise site.warc-records, or name fewer"
                  .formatted(settings.maxRecords(), settings.origin())
              + " files");
    }
    var page = url.get().pathAndQuery();
    var capture = new WarcCapture(place, record.date(), Optional.empty());
    if (record instanceof WarcRevisit revisit) {
      revisits.add(new Revisit(page, capture, names(revisit)));
      return;
    }
    offer(page, capture);
    referable.put(name(record.id()), place);
    referable.put(name(page, record.date()), place);
    target.payloadDigest().ifPresent(digest -> referable.put("digest " + digest, place));
  }

  /// Some writers put the URL in angle brackets, as an early draft had it.
  private static Optional<PageUrl> page(String target) {
    boolean isBracketed = target.startsWith("<") && target.endsWith(">");
    return PageUrl.parse(isBracketed ? target.substring(1, target.length() - 1) : target);
  }

  private static List<String> names(WarcRevisit revisit) {
    var names = new ArrayList<String>();
    revisit.refersTo().ifPresent(id -> names.add(name(id)));
    var url = revisit.refersToTargetURI().flatMap(uri -> page(uri.toString()));
    if (url.isPresent() && revisit.refersToDate().isPresent()) {
      names.add(name(url.get().pathAndQuery(), revisit.refersToDate().get()));
    }
    revisit.payloadDigest().ifPresent(digest -> names.add("digest " + digest));
    return names;
  }

  private static String name(URI id) {
    return "id " + id;
  }

  private static String name(String page, Instant date) {
    return "capture " + date + " " + page;
  }

  private void resolveRevisits() {
    for (var revisit : revisits) {
      var referred =
          revisit.names().stream().filter(referable::containsKey).findFirst().map(referable::get);
      var capture = revisit.capture();
      if (referred.isPresent()) {
        offer(revisit.page(), new WarcCapture(capture.place(), capture.date(), referred));
      } else {
        damages.add(
            new WarcDamage(
                settings.files().get(capture.place().file()),
                capture.place().offset(),
                "a revisit refers to a record that is not there"));
      }
    }
    revisits.clear();
    referable.clear();
  }

  private void offer(String page, WarcCapture capture) {
    pages.merge(page, capture, (old, next) -> next.date().isBefore(old.date()) ? old : next);
  }
}
