package dev.sojourn.visit.warc;

import dev.sojourn.agent.PageUrl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;

/// The entry of one record in the index of its file.
///
/// @param page the path and query of its URL
/// @param capture the capture; for a revisit, without the record to which it refers
/// @param isRevisit whether another record contains its body
/// @param refersTo the possible names of the record to which a revisit refers, the most reliable
///   first
record WarcEntry(String page, WarcCapture capture, boolean isRevisit, List<WarcName> refersTo) {
  /// The number of bytes of a record's block that contain the status of an answer.
  static final int HEAD_BYTES = 16;

  private static final int STATUS_DIGITS = 3;
  private static final int OK = 200;

  /// Reads a record.
  ///
  /// @param origin the origin of the site
  /// @param head the first bytes of the record's block
  /// @return the entry; empty if the record is not a capture of a page of the site
  static Optional<WarcEntry> of(
      String origin, Path file, WarcRecord record, byte[] head, long offset) {
    boolean isCapture =
        record instanceof WarcResponse
            || record instanceof WarcResource
            || record instanceof WarcRevisit;
    if (!isCapture || !(record instanceof WarcTargetRecord target)) {
      return Optional.empty();
    }
    var url = page(target.target()).filter(page -> page.origin().equals(origin));
    if (url.isEmpty()) {
      return Optional.empty();
    }
    var id = WarcName.ofId(record.id());
    var capture =
        new WarcCapture(
            new WarcPlace(file, offset, id),
            record.date(),
            record instanceof WarcResource ? OK : status(head),
            target.payloadDigest().map(WarcName::ofPayload).orElse(id),
            Optional.empty());
    return Optional.of(
        record instanceof WarcRevisit revisit
            ? new WarcEntry(url.get().pathAndQuery(), capture, true, names(revisit))
            : new WarcEntry(url.get().pathAndQuery(), capture, false, List.of()));
  }

  /// Reads a URL. Some writers put it in angle brackets, as in an early draft of the format.
  private static Optional<PageUrl> page(String target) {
    boolean isBracketed = target.startsWith("<") && target.endsWith(">");
    return PageUrl.parse(isBracketed ? target.substring(1, target.length() - 1) : target);
  }

  private static List<WarcName> names(WarcRevisit revisit) {
    var names = new ArrayList<WarcName>();
    revisit.refersTo().ifPresent(id -> names.add(WarcName.ofId(id)));
    var url = revisit.refersToTargetURI().flatMap(uri -> page(uri.toString()));
    if (url.isPresent() && revisit.refersToDate().isPresent()) {
      names.add(WarcName.ofCapture(url.get().pathAndQuery(), revisit.refersToDate().get()));
    }
    revisit.payloadDigest().ifPresent(digest -> names.add(WarcName.ofPayload(digest)));
    return names;
  }

  /// The status at the start of an answer such as `HTTP/1.1 200`; 0 if the start has another form.
  private static int status(byte[] head) {
    var text = new String(head, StandardCharsets.ISO_8859_1);
    int space = text.indexOf(' ');
    if (!text.startsWith("HTTP/") || space < 0 || space + STATUS_DIGITS >= text.length()) {
      return 0;
    }
    int status = 0;
    for (int i = 1; i <= STATUS_DIGITS; i++) {
      int digit = text.charAt(space + i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      status = status * 10 + digit;
    }
    return status;
  }

  /// The names by which revisits may refer to this record.
  List<WarcName> names() {
    return List.of(
        capture.place().id(), WarcName.ofCapture(page, capture.date()), capture.payload());
  }
}
