package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class KnownPagesTest {
  private static final PagePrint PRINT = new PagePrint(0x0102030405060708L, 9, 0);

  @Test
  void isFrontCodedAsItsDrawingSays() {
    var pages =
        KnownPages.of(
            List.of(
                new KnownPage(
                    "http://h/b",
                    Optional.of("http://h/c"),
                    Optional.of(PRINT),
                    new PageValidators(Optional.of("\"1\""), Optional.empty())),
                KnownPage.unread("http://h/a")));

    assertThat(pages.toBytes())
        .containsExactly(
            octets(
                "KP",
                1, // magic, version
                2, // pages
                8,
                "http://h", // origin
                1,
                0,
                0,
                0,
                9,
                0,
                0,
                0,
                0, // one print of fields: type 9, no rules for robots
                0,
                2,
                "/a",
                0, // shares nothing, no marks
                1,
                1,
                "b",
                7, // shares the slash; print, own URL and ETag follow
                0,
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8, // print of fields number 0, body
                10,
                "http://h/c", // own URL
                3,
                "\"1\"")); // ETag
  }

  @Test
  void keepsAndFindsWhatARandomMapKeepsAndFinds() {
    var random = new Random(7);
    for (int round = 0; round < 20; round++) {
      var model = new TreeMap<String, KnownPage>();
      for (int i = random.nextInt(200); i >= 0; i--) {
        var page = randomPage(random);
        model.put(page.url(), page);
      }

      var pages = KnownPages.parse(KnownPages.of(model.values()).toBytes());

      var read = new ArrayList<KnownPage>();
      for (int i = 0; i < pages.size(); i++) {
        read.add(pages.get(i));
        assertThat(pages.find(pages.get(i).url())).isEqualTo(i);
        pages
            .get(i)
            .print()
            .ifPresent(
                print ->
                    assertThat(pages.findBody(print.body()).flatMap(KnownPage::print))
                        .map(PagePrint::body)
                        .contains(print.body()));
      }
      assertThat(read).containsExactlyElementsOf(model.values());
      for (int i = 0; i < 100; i++) {
        var other = randomPage(random).url();
        assertThat(pages.find(other) >= 0).isEqualTo(model.containsKey(other));
      }
      assertThat(pages.find("http://h")).isNegative();
      assertThat(pages.find("http://other/a")).isNegative();
      assertThat(pages.findBody(-1)).isEmpty();
    }
  }

  @Test
  void takesAbout25BytesAPage() {
    var pages = new ArrayList<KnownPage>();
    for (int i = 0; i < 10_000; i++) {
      var url = "http://docs.example/api/java.base/java/util/package" + i / 40 + "/Class" + i;
      var print = Optional.of(new PagePrint(i * 0x9e3779b97f4a7c15L, 1, 0));
      pages.add(new KnownPage(url, Optional.empty(), print, PageValidators.NONE));
    }

    assertThat(KnownPages.of(pages).toBytes().length).isLessThan(25 * 10_000);
  }

  /// Prints come from whoever made the pages.
  @Test
  void printsThatAreAllAlikeDoNotMakeASearchSlow() {
    var pages = new ArrayList<KnownPage>();
    for (int i = 0; i < 50_000; i++) {
      var print = Optional.of(new PagePrint(i % 1_000, 0, 0));
      var url = "http://h/" + i;
      pages.add(new KnownPage(url, Optional.empty(), print, PageValidators.NONE));
    }
    var known = KnownPages.of(pages);

    assertThat(known.findBody(0)).isPresent();
    assertThat(known.findBody(1_000)).isEmpty();
    for (int i = 0; i < 10_000; i++) {
      assertThat(known.findBody(1L << 40)).isEmpty();
    }
  }

  @Test
  void refusesPagesOfTwoSitesOneTwiceAndOneThatIsNotNormalised() {
    for (var url : List.of("http://other/", "http://h/a", "http://h/b/../c", "no url")) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(
              () -> KnownPages.of(List.of(KnownPage.unread("http://h/a"), KnownPage.unread(url))));
    }
  }

  /// A host, or an agent's state, may hold any octets.
  @Test
  void damagedOctetsAreRefusedOrAreOtherPages() {
    var random = new Random(3);
    var pages = new TreeMap<String, KnownPage>();
    for (int i = 0; i < 40; i++) {
      var page = randomPage(random);
      pages.put(page.url(), page);
    }
    var whole = KnownPages.of(pages.values()).toBytes();
    for (int i = 0; i < 2_000; i++) {
      var damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      readAll(
          random.nextInt(4) == 0
              ? Arrays.copyOf(damaged, random.nextInt(damaged.length))
              : damaged);
    }
    readAll(octets("KP", 1, 0xff, 0xff, 0xff, 0x7f, 1, "h"));
  }

  /// Front-coded, a few octets may stand for a URL of 8 KiB, which takes time to read.
  @Test
  void fewOctetsDoNotStandForEndlessUrls() {
    var long8k = "http://a.example/" + "x".repeat(8_000);
    var pages = new ArrayList<KnownPage>();
    for (int i = 0; i < 8_400; i++) {
      pages.add(
          new KnownPage(
              "%s%05d".formatted(long8k, i),
              Optional.empty(),
              Optional.empty(),
              PageValidators.NONE));
    }
    var octets = KnownPages.of(pages).toBytes();
    assertThat(octets.length).isLessThan(5 << 20);
    assertThatThrownBy(() -> KnownPages.parse(octets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the length of all URLs");
  }

  private static void readAll(byte[] octets) {
    KnownPages pages;
    try {
      pages = KnownPages.parse(octets);
    } catch (IllegalArgumentException _) {
      return;
    }
    for (int i = 0; i < pages.size(); i++) {
      assertThat(pages.find(pages.get(i).url())).isEqualTo(i);
    }
  }

  @Test
  void aPrintIsReadBackFromItsParts() {
    assertThat(PagePrint.parse("0102030405060708", PRINT.fields())).contains(PRINT);
    assertThat(PRINT.fields()).isEqualTo("0000000900000000");
    assertThat(PagePrint.parse("0102030405060708", "")).isEmpty();
    assertThat(PagePrint.parse("010203040506070g", PRINT.fields())).isEmpty();
  }

  @Test
  void anotherRuleForRobotsOrAnotherTypeMakesAnotherPrint() {
    var digest = "0102030405060708090a";
    var plain =
        PagePrint.of(
            digest, name -> name.equals("Content-Type") ? List.of("text/html") : List.of());
    var noindex =
        PagePrint.of(digest, name -> name.equals("X-Robots-Tag") ? List.of("noindex") : List.of());

    assertThat(plain.body()).isEqualTo(PRINT.body()).isEqualTo(noindex.body());
    assertThat(plain.robots()).isZero();
    assertThat(noindex.robots()).isNotZero();
    assertThat(plain.type()).isNotEqualTo(noindex.type());
  }

  @Test
  void validatorsThatNoRequestCanCarryAreLeftOut() {
    var injected = new PageValidators(Optional.of("\"a\"\r\nHost: x"), Optional.of("é"));

    assertThat(injected).isEqualTo(PageValidators.NONE);
    assertThat(new PageValidators(Optional.of("a".repeat(1_001)), Optional.of("")))
        .isEqualTo(PageValidators.NONE);
  }

  private static KnownPage randomPage(Random random) {
    var url = new StringBuilder("http://h/");
    for (int i = random.nextInt(5); i >= 0; i--) {
      url.append("abc/".charAt(random.nextInt(4)));
    }
    Optional<PagePrint> print =
        random.nextBoolean()
            ? Optional.of(new PagePrint((long) random.nextInt(9) << 60, random.nextInt(3), 0))
            : Optional.empty();
    Optional<String> some = random.nextBoolean() ? Optional.of("http://h/end") : Optional.empty();
    var etag = some.map(_ -> "\"e\"");
    return new KnownPage(url.toString(), some, print, new PageValidators(etag, some));
  }

  private static byte[] octets(Object... parts) {
    var out = new java.io.ByteArrayOutputStream();
    for (var part : parts) {
      if (part instanceof String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      } else {
        out.write((Integer) part);
      }
    }
    return out.toByteArray();
  }
}
