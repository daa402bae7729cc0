package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CompactFormTest {

  private static final String FILE =
      """
      User-agent: A-Bot
      Disallow: /x*y$
      Allow: /ü
      Crawl-delay: 2
      Foo: bar
      nonsense
      Mobile-agent-server: / atp://h.example:9
      Mobile-agent-server: /n none
      Sitemap: https://e.example/s.xml
      """;

  @Test
  void roundTripKeepsEverything() throws CompactFormException {
    for (var options :
        new RobotsOptions[] {
          RobotsOptions.STRICT,
          RobotsOptions.LENIENT.withLimits(1_000_000, 77),
          RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996)
        }) {
      var robots = RobotsTxt.parse(FILE.getBytes(StandardCharsets.UTF_8), options);
      var again = RobotsTxt.fromCompactForm(robots.toCompactForm());
      assertThat(again).isEqualTo(robots);
      assertThat(again.options()).isEqualTo(options);
      assertThat(again.diagnostics()).isEqualTo(robots.diagnostics());
      assertThat(again.records()).isEqualTo(robots.records());
      assertThat(again.territories()).isEqualTo(robots.territories());
      assertThat(again.access("a-bot", "/xzy")).isEqualTo(robots.access("a-bot", "/xzy"));
    }
  }

  @Test
  void hasTheLayoutThatIsWrittenDown() {
    var form =
        RobotsTxt.parse("User-agent: a\nDisallow: /x*".getBytes(StandardCharsets.UTF_8))
            .toCompactForm();
    assertThat(form)
        .startsWith(
            'S',
            'J',
            'R',
            'B', // magic
            2, // version
            0, // options: RFC 9309, strict
            0, // nothing cut
            0,
            7,
            (byte) 0xd0,
            0, // 512000 octets
            0,
            0,
            0x27,
            0x10, // 10000 route lines
            0,
            0,
            0,
            2, // lines read
            1,
            1,
            'a',
            1, // User-agent, one octet, line 1
            3,
            3,
            '/',
            'x',
            0,
            2) // Disallow, three octets, the last any sequence, line 2
        .hasSize(19 + 10 + 4);
  }

  @Test
  void everyDamagedOctetIsFound() {
    var form = RobotsTxt.parse(FILE.getBytes(StandardCharsets.UTF_8)).toCompactForm();
    for (int i = 0; i < form.length; i++) {
      var damaged = form.clone();
      damaged[i] ^= 0x10;
      assertThatThrownBy(() -> RobotsTxt.fromCompactForm(damaged))
          .isInstanceOf(CompactFormException.class)
          .hasMessageStartingWith("compact robots form: ");
    }
  }

  @Test
  void everyCutIsFound() {
    var form = RobotsTxt.parse(FILE.getBytes(StandardCharsets.UTF_8)).toCompactForm();
    for (int length = 0; length < form.length; length++) {
      var cut = Arrays.copyOf(form, length);
      assertThatThrownBy(() -> RobotsTxt.fromCompactForm(cut))
          .isInstanceOf(CompactFormException.class);
    }
  }

  /// A forger knows the checksum: what is accepted must still answer every question.
  @Test
  void forgedFormIsRefusedOrAnswersEverything() {
    var random = new Random(7);
    var form = RobotsTxt.parse(FILE.getBytes(StandardCharsets.UTF_8)).toCompactForm();
    int accepted = 0;
    for (int i = 0; i < 20_000; i++) {
      var forged = form.clone();
      for (int k = random.nextInt(3); k >= 0; k--) {
        forged[5 + random.nextInt(form.length - 9)] = (byte) random.nextInt(256);
      }
      var crc = new CRC32C();
      crc.update(forged, 0, forged.length - 4);
      ByteBuffer.wrap(forged).putInt(forged.length - 4, (int) crc.getValue());
      try {
        var robots = RobotsTxt.fromCompactForm(forged);
        accepted++;
        askEverything(robots);
      } catch (CompactFormException e) {
        assertThat(e).hasMessageStartingWith("compact robots form: ");
      }
    }
    assertThat(accepted).isPositive();
  }

  /// The limit that a form names is in its header, where a forger writes what he likes.
  @Test
  void forgedFormWithMoreRoutesThanItsLimitIsRefusedUnlessTheyAreHidden() throws Exception {
    var file = "Mobile-agent-server: / none\n".repeat(3).getBytes(StandardCharsets.US_ASCII);
    var form = RobotsTxt.parse(file).toCompactForm();
    assertThat(RobotsTxt.fromCompactForm(forged(form, 14, 3)).routeRecords()).hasSize(3);
    assertThatThrownBy(() -> RobotsTxt.fromCompactForm(forged(form, 14, 2)))
        .isInstanceOf(CompactFormException.class)
        .hasMessageContaining("3 routes, more than its limit");
    var hidden = RobotsTxt.parse(file, RobotsOptions.STRICT.withLimits(1 << 20, 2)).toCompactForm();
    assertThat(RobotsTxt.fromCompactForm(hidden).route("/")).isEqualTo(new Route.Indeterminate());
  }

  @Test
  void forgedFormThatIsLongerThanAnyFileOfItsLimitMakesIsRefused() {
    // Records of the default group, four octets each: User-agent: * in line 1, again and again.
    var header = RobotsTxt.parse(new byte[0]).toCompactForm();
    var form = Arrays.copyOf(header, header.length + 4 * 600_000);
    for (int i = 19; i + 4 < form.length; i += 4) {
      form[i] = 1;
      form[i + 1] = 1;
      form[i + 2] = '*';
      form[i + 3] = 1;
    }
    assertThatThrownBy(() -> RobotsTxt.fromCompactForm(forged(form, 18, 0)))
        .isInstanceOf(CompactFormException.class)
        .hasMessageContaining("longer than any of its limit");
  }

  @Test
  void longestImageOfAFileFitsIntoAForm() throws CompactFormException {
    var file = ("User-agent: *\nDisallow: " + "/ ".repeat(8_000) + "\n").repeat(32);
    var robots = RobotsTxt.parse(file.getBytes(StandardCharsets.US_ASCII), RobotsOptions.LENIENT);
    assertThat(robots.truncated()).isTrue();
    assertThat(RobotsTxt.fromCompactForm(robots.toCompactForm())).isEqualTo(robots);
  }

  /// With one octet altered and the checksum made right.
  private static byte[] forged(byte[] form, int at, int octet) {
    var forged = form.clone();
    forged[at] = (byte) octet;
    if (at == 14) {
      forged[13] = 0;
    }
    var crc = new CRC32C();
    crc.update(forged, 0, forged.length - 4);
    ByteBuffer.wrap(forged).putInt(forged.length - 4, (int) crc.getValue());
    return forged;
  }

  static void askEverything(RobotsTxt robots) {
    robots.access("a-bot", "http://h/xzy?q");
    robots.agent("a-bot").explain("/n/x");
    robots.agent("a-bot").contentUsage("/n/x");
    robots.agent("a-bot").contentSignals();
    robots.agent("a-bot").requestRates();
    robots.crawlDelay("b");
    robots.route("http://h/n/x");
    robots.territories();
    robots.groups();
    robots.records();
    robots.sitemaps();
    robots.licenses();
    robots.diagnostics().forEach(d -> assertThat(d.toString()).isNotBlank());
  }
}
