package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import java.util.ArrayList;

/// Encodes [PageChanges]: a text with the letter of each page's kind, and the URLs in the same
/// order. If the changes are unknown, it encodes the reason.
final class ChangesCodec {
  private ChangesCodec() {}

  static FieldWriter write(PageChanges changes) {
    return switch (changes) {
      case PageChanges.Unreported(var reason) -> new FieldWriter(128).flag(false).text(reason);
      case PageChanges.Reported(var pages, boolean isWhole) -> {
        var kinds = new StringBuilder();
        pages.forEach(page -> kinds.append(letter(page.kind())));
        yield new FieldWriter(64 * pages.size() + 64)
            .flag(true)
            .flag(isWhole)
            .text(kinds.toString())
            .texts(pages.stream().map(PageChange::url).toList());
      }
    };
  }

  static PageChanges read(FieldReader in) throws PipeException {
    if (!in.flag()) {
      return new PageChanges.Unreported(in.text());
    }
    boolean isWhole = in.flag();
    var kinds = in.text();
    var urls = in.texts();
    if (urls.size() != kinds.length()) {
      throw new PipeException(urls.size() + " pages with " + kinds.length() + " kinds of change");
    }
    var pages = new ArrayList<PageChange>(urls.size());
    for (int i = 0; i < urls.size(); i++) {
      pages.add(new PageChange(urls.get(i), kind(kinds.charAt(i))));
    }
    return new PageChanges.Reported(pages, isWhole);
  }

  private static char letter(Kind kind) {
    return switch (kind) {
      case NEW -> 'N';
      case CHANGED -> 'C';
      case GONE -> 'G';
    };
  }

  private static Kind kind(char letter) throws PipeException {
    return switch (letter) {
      case 'N' -> Kind.NEW;
      case 'C' -> Kind.CHANGED;
      case 'G' -> Kind.GONE;
      default -> throw new PipeException("kind of a change: " + letter);
    };
  }
}
