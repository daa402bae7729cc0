package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.base.ThreadUse;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Views of a reader that is in the hands of a page.
final class ForgedPageViewTest {
  /// More than any exception and the view itself take.
  private static final long FEW_BYTES = 64 << 10;

  private static final int TITLE = 3;
  private static final int LANGUAGE = 5;
  private static final int LINKS = 11;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 0x7f, 0x80, 0xff})
  void anotherFormat(int version) {
    var octets = PageViewTest.octets();
    octets[0] = (byte) version;
    assertRefused(octets, "a view of another format");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 12, 16})
  void aNegativeCountInTheHead(int at) {
    var octets = PageViewTest.octets();
    octets[at] = (byte) 0x80;
    assertRefused(octets, "a view with a negative count");
  }

  @Test
  void aPartThatDoesNotExist() {
    var octets = PageViewTest.octets();
    octets[2] = 1 << 1; // The bit after that of the last part.
    assertRefused(octets, "a view with a negative count");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, a length of -1 (expected: at most 87)",
    "-2147483648, a length of -2147483648 (expected: at most 87)",
    "2147483647, a length of 2147483647 (expected: at most 87)",
    "88, a length of 88 (expected: at most 87)",
    "84, a view that ends too early",
    "87, a view that ends too early",
  })
  void aLengthOfATextThatLies(int length, String message) {
    var octets =
        ViewOctets.head()
            .empty(0, TITLE)
            .int32(length)
            .raw('a', 'b', 'c')
            .empty(TITLE + 1, ViewOctets.SECTIONS)
            .raw(new int[16]);
    assertRefused(octets.toArray(), message);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, a length of -1 (expected: at most 34)",
    "35, a length of 35 (expected: at most 34)",
    "2147483647, a length of 2147483647 (expected: at most 34)",
    "0, LINKS without a count",
    "3, LINKS without a count",
    "4, a view that ends too early",
    "13, a view that ends too early",
    "14, a length of 1 (expected: at most 0)",
    "16, LINKS whose items end at another place",
    "34, LINKS whose items end at another place",
  })
  void aLengthOfAListThatLies(int length, String message) {
    var octets =
        ViewOctets.head()
            .empty(0, LINKS)
            .int32(length)
            .int32(1)
            .raw(0)
            .text("u")
            .text("x")
            .empty(LINKS + 1, ViewOctets.SECTIONS)
            .raw(new int[3])
            .toArray();
    assertRefused(octets, message);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, LINKS of -1 items (expected: at most 100000)",
    "-2147483648, LINKS of -2147483648 items (expected: at most 100000)",
    "2147483647, LINKS of 2147483647 items (expected: at most 100000)",
    "100001, LINKS of 100001 items (expected: at most 100000)",
    "100000, a view that ends too early",
    "2, a view that ends too early",
    "0, LINKS whose items end at another place",
  })
  void aCountThatLiesAllocatesNothing(int count, String message) {
    assertRefused(links(15, count, 1, 1), message);
  }

  /// The text of an item reaches into the section after its own.
  @ParameterizedTest
  @CsvSource({
    "2, 1, a length of 376 (expected: at most 0)",
    "1, 2, a length of 2 (expected: at most 1)",
    "-1, 1, a length of -1 (expected: at most 6)",
    "1, -1, a length of -1 (expected: at most 1)",
    "2147483647, 1, a length of 2147483647 (expected: at most 6)",
    "1, 2147483647, a length of 2147483647 (expected: at most 1)",
    "1, 0, LINKS whose items end at another place",
  })
  void itemsThatOverlap(int urlBytes, int textBytes, String message) {
    assertRefused(links(15, 1, urlBytes, textBytes), message);
  }

  private static byte[] links(int length, int count, int urlBytes, int textBytes) {
    return ViewOctets.head()
        .empty(0, LINKS)
        .int32(length)
        .int32(count)
        .raw(0)
        .int32(urlBytes)
        .raw('u')
        .int32(textBytes)
        .raw('x')
        .empty(LINKS + 1, ViewOctets.SECTIONS)
        .toArray();
  }

  @Test
  void aMillionLinks() {
    int count = 1_000_000;
    var octets = ViewOctets.head().empty(0, LINKS).int32(4 + 9 * count).int32(count);
    octets.raw(new int[9 * count]).empty(LINKS + 1, ViewOctets.SECTIONS);
    assertRefused(octets.toArray(), "LINKS of 1000000 items (expected: at most 100000)");
  }

  @ParameterizedTest
  @CsvSource({
    "7, HEADINGS, " + ViewLimits.HEADINGS + ", 4",
    "8, STRUCTURED_DATA, " + ViewLimits.SCRIPTS + ", 4",
    "9, FEEDS, " + ViewLimits.LINKS + ", 4",
    "10, LICENCES, " + 2 * PageUsage.MAX_LICENCES + ", 4",
    "11, LINKS, " + ViewLimits.LINKS + ", 9",
    "12, METAS, " + ViewLimits.METAS + ", 8",
    "13, NAMED_METAS, " + ViewLimits.METAS + ", 8",
  })
  void moreItemsThanAPageMayHave(int section, String name, int most, int itemBytes)
      throws MalformedViewException {
    ViewAnswers.assertWithinLimits(PageView.of(emptyItems(section, most, itemBytes)));
    assertRefused(
        emptyItems(section, most + 1, itemBytes),
        "%s of %d items (expected: at most %d)".formatted(name, most + 1, most));
  }

  private static byte[] emptyItems(int section, int count, int itemBytes) {
    return ViewOctets.head()
        .empty(0, section)
        .int32(4 + count * itemBytes)
        .int32(count)
        .raw(new int[count * itemBytes])
        .empty(section + 1, ViewOctets.SECTIONS)
        .toArray();
  }

  @Test
  void aLongerTextThanAPageMayHave() {
    var octets =
        ViewOctets.head()
            .empty(0, LANGUAGE)
            .text("e".repeat(65))
            .empty(LANGUAGE + 1, ViewOctets.SECTIONS);
    assertRefused(octets.toArray(), "LANGUAGE of 65 bytes (expected: at most 64)");
  }

  @Test
  void aLargerViewThanAPageMayHave() {
    assertRefused(
        Arrays.copyOf(PageViewTest.octets(), PageView.MAX_BYTES + 1),
        "a view of 33554433 bytes (expected: at most 33554432)");
  }

  @Test
  void octetsAfterTheEnd() {
    var octets = PageViewTest.octets();
    assertRefused(Arrays.copyOf(octets, octets.length + 1), "a view with octets after its end");
  }

  @Test
  void aViewCutAtAnyPlace() {
    var octets = PageViewTest.octets();
    for (int length = 0; length < octets.length; length++) {
      assertRefused(Arrays.copyOf(octets, length), "");
    }
  }

  @Test
  void anyOctetReplacedByAnyOther() {
    var octets = PageViewTest.octets();
    int read = 0;
    for (int at = 0; at < octets.length; at++) {
      for (int value = 0; value < 256; value++) {
        var forged = octets.clone();
        forged[at] = (byte) value;
        read += isRead(forged) ? 1 : 0;
      }
    }
    assertThat(read).isBetween(octets.length, 200 * octets.length);
  }

  @Test
  void randomViewsWithRandomDamage() {
    var random = new Random(20_261_201);
    var views = new RandomViews(random);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      var octets = PageView.of(views.page()).octets();
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
      }
      read += isRead(octets) ? 1 : 0;
    }
    assertThat(read).isBetween(500, 19_500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"80", "c3", "c0af", "eda080", "f4908080", "ff", "e28228", "f09f98"})
  void invalidUtf8(String hex) throws MalformedViewException {
    var octets = ViewOctets.head().empty(0, TITLE).int32(hex.length() / 2);
    for (int i = 0; i < hex.length(); i += 2) {
      octets.octet(Integer.parseInt(hex.substring(i, i + 2), 16));
    }
    var view = PageView.of(octets.empty(TITLE + 1, ViewOctets.SECTIONS).toArray());
    assertThat(view.title()).contains("\ufffd").hasSizeLessThanOrEqualTo(hex.length() / 2);
  }

  private static boolean isRead(byte[] octets) {
    try {
      ViewAnswers.assertWithinLimits(PageView.of(octets));
      return true;
    } catch (MalformedViewException e) {
      assertThat(e).hasMessageMatching("(?s).+");
      return false;
    }
  }

  /// The second refusal counts, since the first one loads classes.
  private static void assertRefused(byte[] octets, String message) {
    assertThat(refusal(octets)).isNotEmpty().contains(message);
    long before = ThreadUse.of(Thread.currentThread()).allocatedBytes();
    var refusal = refusal(octets);
    long allocated = ThreadUse.of(Thread.currentThread()).allocatedBytes() - before;
    assertThat(allocated).as("bytes for %s", refusal).isLessThan(FEW_BYTES);
  }

  private static String refusal(byte[] octets) {
    try {
      PageView.of(octets);
      return "";
    } catch (MalformedViewException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
