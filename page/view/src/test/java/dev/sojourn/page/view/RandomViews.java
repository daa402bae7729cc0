package dev.sojourn.page.view;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Random views, the same for the same seed.
final class RandomViews {
  private static final String CHARACTERS = "ab c<&\"\u00e9\u0416\u4e00\u0000\n\ufeff\uffff";
  private static final int SMILE = 0x1f600;

  private final Random random;

  RandomViews(Random random) {
    this.random = random;
  }

  ParsedPage page() {
    return new ParsedPage(
        new ParsedPage.Type(text(), text(), random.nextBoolean()),
        new ParsedPage.Texts(text(), texts(), text(), random.nextBoolean() ? "de-CH" : "", texts()),
        new ParsedPage.Links(
            list(() -> new Link(text(), text(), random.nextBoolean())), texts(), count(), count()),
        new ParsedPage.Statements(list(this::meta), list(this::meta), text(), texts()),
        random.nextInt(4) == 0 ? random.nextLong() >>> 1 : random.nextInt(100_000),
        parts(),
        text());
  }

  List<LinkContext> places() {
    return list(() -> new LinkContext(text(), "a", text(), text(), text()));
  }

  Set<PagePart> parts() {
    var parts = EnumSet.noneOf(PagePart.class);
    for (var part : PagePart.values()) {
      if (random.nextInt(3) == 0) {
        parts.add(part);
      }
    }
    return parts;
  }

  private PageMeta meta() {
    return new PageMeta(text(), text());
  }

  private int count() {
    return random.nextInt(4) == 0 ? random.nextInt() >>> 1 : random.nextInt(10);
  }

  private List<String> texts() {
    return list(this::text);
  }

  private <T> List<T> list(Supplier<T> item) {
    return Stream.generate(item).limit(random.nextInt(4)).toList();
  }

  private String text() {
    var text = new StringBuilder();
    for (int n = random.nextInt(3) == 0 ? 0 : random.nextInt(20); n > 0; n--) {
      int at = random.nextInt(CHARACTERS.length() + 1);
      text.appendCodePoint(at == CHARACTERS.length() ? SMILE : CHARACTERS.charAt(at));
    }
    return text.toString();
  }
}
