package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ParcelTest {

  private static final int MOST = 64 * 1024 * 1024;

  private static final List<ParcelLine> LINES =
      List.of(
          new ParcelLine.Finding("{\"url\":\"http://a.example/ä\",\"n\":[1,{\"x\":null}]}"),
          new ParcelLine.Referral("http://b.example/\"quoted\""),
          new ParcelLine.Dropped(50_001),
          new ParcelLine.Counted(
              new FrontierCounts(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 0, 0, 0)),
          new ParcelLine.Page(PageRecordTest.FETCHED),
          new ParcelLine.Page(PageRecordTest.TIMED_OUT),
          new ParcelLine.Log("one line\tof text"));

  @Test
  void unpacksWhatAPageSaidThatSaysOneWordAMillionTimes() {
    for (int words : new int[] {20_000, 100_000, 1_000_000}) {
      var lines = List.<ParcelLine>of(new ParcelLine.Log("ha ".repeat(words)));

      assertLines(Parcel.pack("a1", 1, lines), lines);
    }
  }

  @Test
  void doesNotUnpackALineThatACarriageReturnBreaksInTwo() {
    var raw = Bytes.utf8("{\"finding\":{\"a\":1,\r\"forged\":2}}\n");
    var parcel =
        new Parcel(
            "a1", 1, 1, raw.size(), Digest.of(raw), Bytes.wrap(Zstd.compress(raw.toArray())));

    assertThat(parcel.unpack(ParcelLimits.DEFAULT))
        .isEqualTo(new ParcelReading.Damaged("Parcel 1 of a1 has a carriage return in a line."));
  }

  @Test
  void unpacksWhatItPacked() {
    var parcel = Parcel.pack("a1", 7, LINES);

    assertThat(parcel.number()).isEqualTo(7);
    assertThat(parcel.lines()).isEqualTo(7);
    assertLines(parcel, LINES);
  }

  @Test
  void aParcelForATransferHasTheSameLinesInFewerBytes() {
    var random = new Random(3);
    var lines = new ArrayList<ParcelLine>();
    for (int i = 0; i < 2_000; i++) {
      lines.add(
          new ParcelLine.Log("word %d and %d".formatted(random.nextInt(99), random.nextInt(99))));
    }
    var here = Parcel.pack("a1", 1, lines);
    var sent = Parcel.packForTransfer("a1", 1, lines);

    assertLines(sent, lines);
    assertThat(sent.digest()).isEqualTo(here.digest());
    assertThat(sent.body().size()).isLessThan(here.body().size());
  }

  @Test
  void packsJsonLines() {
    var raw = Zstd.decompress(Parcel.pack("a1", 1, LINES).body().toArray(), 10_000);

    assertThat(new String(raw, StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"finding":{"url":"http://a.example/ä","n":[1,{"x":null}]}}
            {"referral":"http://b.example/\\"quoted\\""}
            {"dropped":50001}
            {"frontier":{"waiting":1,"nofollowPages":2,"nofollowLinks":3,"canonicalElsewhere":4,"equalBodies":5,"tooDeep":6,"growingPaths":7,"repeatedSegments":8,"calendars":9,"tooLong":11,"userInfo":12}}
            {"page":{"url":"http://a.example/x","end":"http://a.example/y","foundOn":"http://a.example/","depth":1,"at":1780315200123,"millis":17,"outcome":"fetched","status":200,"type":"text/html","bytes":4711,"print":"0123456789abcdef","noindex":1}}
            {"page":{"url":"http://a.example/z","at":1780315220123,"millis":20000,"outcome":"timed-out","status":0,"reason":"it sent nothing for 20 s"}}
            {"log":"one line\\tof text"}
            """);
  }

  @Test
  void countersOfALaterVersionAreLeftOut() {
    var raw = "{\"frontier\":{\"waiting\":3,\"farAway\":4}}\n";

    assertLines(
        parcel(raw, 1),
        List.of(
            new ParcelLine.Counted(
                new FrontierCounts(0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))));
  }

  @Test
  void mayBeEmpty() {
    assertLines(Parcel.pack("a1", 1, List.of()), List.of());
  }

  @Test
  void refusesLinesWithMoreOrLessThanOneKnownMember() {
    for (var line :
        List.of(
            "{}",
            "[]",
            "\"log\"",
            "{\"finding\":{},\"log\":\"x\"}",
            "{\"finding\":1}",
            "{\"referral\":{}}",
            "{\"log\":null}",
            "{\"dropped\":0}",
            "{\"frontier\":[]}",
            "{\"frontier\":{\"waiting\":-1}}",
            "{\"frontier\":{\"waiting\":1.5}}",
            "{\"frontier\":{\"waiting\":1125899906842625}}",
            "{\"frontier\":{\"waiting\":[1]}}",
            "{\"frontier\":{\"waiting\":1}",
            "{\"dropped\":-1}",
            "{\"dropped\":1.5}",
            "{\"dropped\":1125899906842625}",
            "{\"dropped\":99999999999999999999}",
            "{\"order\":\"66\"}",
            "{\"page\":1}",
            "{\"page\":{}}",
            "{\"log\":\"x\"} {\"log\":\"y\"}",
            "{\"log\":\"x\"",
            "")) {
      assertDamaged(parcel(line + "\n", 1), "malformed line 1");
    }
  }

  @Test
  void aRecordOfAPageBringsNothingElseInItsLine() {
    var line = new ParcelLine.Page(PageRecordTest.FETCHED).asLine();
    var record = line.substring(0, line.length() - 1);
    assertDamaged(parcel(record + ",\"log\":{}}\n", 1), "malformed line 1");
    assertDamaged(parcel(record + "}}\n", 1), "malformed line 1");
    assertDamaged(parcel(record.replace("}", "\r}") + "}\n", 1), "carriage return");
    assertDamaged(parcel(record.replace("}", ",\"x\":\"\u0001\"}") + "}\n", 1), "malformed line 1");
    var raw = record.replace("}", ",\"x\":\"\u00ff\"}") + "}\n";
    var bytes = Bytes.wrap(raw.getBytes(StandardCharsets.ISO_8859_1));
    var body = Bytes.wrap(Zstd.compress(bytes.toArray()));
    assertDamaged(new Parcel("a1", 1, 1, bytes.size(), Digest.of(bytes), body), "not UTF-8");
    assertLines(
        parcel(line.replace("{\"page\":", "{ \"page\" : ") + "\n", 1),
        List.of(new ParcelLine.Page(PageRecordTest.FETCHED)));
  }

  @Test
  void refusesOtherCountsThanItNames() {
    assertDamaged(
        parcel("{\"log\":\"x\"}\n{\"log\":\"y\"}\n", 1), "has more than the 1 line that it names");
    assertDamaged(parcel("{\"log\":\"x\"}\n", 2), "has 1 line, and names 2");
    assertDamaged(parcel("{\"log\":\"x\"}", 1), "not ended");
  }

  @Test
  void refusesWhatIsNotUtf8() {
    var raw = Bytes.wrap(new byte[] {'{', '"', (byte) 0xff, '\n'});
    assertDamaged(
        new Parcel("a1", 1, 1, 4, Digest.of(raw), Bytes.wrap(Zstd.compress(raw.toArray()))),
        "not UTF-8");
  }

  @Test
  void refusesADecompressionBomb() {
    var bomb = Bytes.wrap(Zstd.compress(new byte[50 * 1024 * 1024]));
    assertThat(bomb.size()).isLessThan(10_000);

    assertDamaged(
        new Parcel("a1", 1, 0, 50 * 1024 * 1024, Digest.of(Bytes.EMPTY), bomb),
        "more than 100 times those of its frame");
    assertDamaged(new Parcel("a1", 1, 0, 10, Digest.of(Bytes.EMPTY), bomb), "decompress");
    assertDamaged(
        new Parcel("a1", 1, 0, 65L * 1024 * 1024, Digest.of(Bytes.EMPTY), bomb), "limit: 67108864");
  }

  @Test
  void linesHaveAsManyBytesAsTheyMayAndAsManyTimesTheirCompressedSize() {
    var parcel = oneLineOf(100_000);
    int ratio = Math.ceilDiv(100_000, parcel.body().size());

    assertThat(parcel.unpack(limits(100_000, ratio))).isInstanceOf(ParcelReading.Lines.class);
    assertThat(parcel.unpack(limits(99_999, ratio)))
        .isEqualTo(
            new ParcelReading.Damaged("Parcel 1 of a1 says it has 100000 bytes (limit: 99999)."));
    assertThat(parcel.unpack(limits(100_000, ratio - 1))).isInstanceOf(ParcelReading.Damaged.class);
    // A small body is no bomb.
    assertThat(oneLineOf(65_536).unpack(limits(100_000, 1)))
        .isInstanceOf(ParcelReading.Lines.class);
    assertThat(oneLineOf(65_537).unpack(limits(100_000, 1)))
        .isInstanceOf(ParcelReading.Damaged.class);
  }

  /// More and more of the same letter behind text that cannot be compressed.
  @Test
  void linesHaveAHundredTimesTheirCompressedSizeAndNoMore() {
    var random = new Random(4);
    var start = new StringBuilder();
    random.ints(2_000, 'a', 'z' + 1).forEach(start::appendCodePoint);
    int taken = 0;
    int refused = 0;
    for (int letters = 70_000; letters < 270_000; letters += 997) {
      var parcel = parcel("{\"log\":\"" + start + "a".repeat(letters) + "\"}\n", 1);
      if (parcel.rawBytes() <= 100L * parcel.body().size()) {
        assertThat(parcel.unpack(ParcelLimits.DEFAULT)).isInstanceOf(ParcelReading.Lines.class);
        taken++;
      } else {
        assertDamaged(parcel, "more than 100 times");
        refused++;
      }
    }
    assertThat(taken).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void linesHaveNotOneOctetMoreThanSixtyFourMebibytes() {
    assertDamaged(
        new Parcel("a1", 1, 64, MOST + 1, Digest.of(Bytes.EMPTY), Bytes.wrap(new byte[1_000_000])),
        "says it has 67108865 bytes (limit: 67108864)");
  }

  /// `SmallHeapParcelIT` reads one of as many bytes.
  @Tag("long-form")
  @Test
  void linesHaveSixtyFourMebibytesAndNotOneOctetMore() {
    var line = "{\"log\":\"" + "a".repeat((1 << 20) - 11) + "\"}\n";
    var lines = Bytes.utf8(line.repeat(64));
    var digest = Digest.of(lines);
    var frame = Parcel.compress(lines, Parcel.Effort.LOCAL);
    assertThat(new Parcel("a1", 1, 64, MOST, digest, frame).unpack(ParcelLimits.DEFAULT))
        .isInstanceOfSatisfying(
            ParcelReading.Lines.class,
            read -> {
              var count = new AtomicInteger();
              read.each(_ -> count.incrementAndGet());
              assertThat(count).hasValue(64);
            });
    assertDamaged(
        new Parcel("a1", 1, 64, MOST + 1, digest, frame),
        "says it has 67108865 bytes (limit: 67108864)");
  }

  private static Parcel oneLineOf(int bytes) {
    return parcel("{\"log\":\"" + "a".repeat(bytes - 11) + "\"}\n", 1);
  }

  @Test
  void aParcelOfMoreLinesThanMayBeIsRefusedBeforeOneIsUnpacked() {
    var garbage = Bytes.wrap(new byte[1_000_000]);
    assertDamaged(
        new Parcel("a1", 1, 2_000_001, 64 << 20, Digest.of(Bytes.EMPTY), garbage),
        "says it has 2000001 lines (limit: 2000000)");
  }

  @Test
  void aLineHasAsManyBytesAsItMayAndNotOneMore() {
    var parcel = parcel("{\"log\":\"" + "a".repeat(90) + "\"}\n{\"log\":\"x\"}\n", 2);

    assertThat(parcel.unpack(new ParcelLimits(1_000, 100, 10, 100)))
        .isInstanceOf(ParcelReading.Lines.class);
    assertThat(parcel.unpack(new ParcelLimits(1_000, 100, 10, 99)))
        .isEqualTo(
            new ParcelReading.Damaged(
                "Parcel 1 of a1 has a line 1 that is too long (limit: 99 bytes)."));
    assertThat(parcel.unpack(new ParcelLimits(1_000, 100, 1, 100)))
        .isEqualTo(new ParcelReading.Damaged("Parcel 1 of a1 says it has 2 lines (limit: 1)."));
  }

  @Test
  void aLineThatSpansManyPiecesOfTheFrameIsOneLine() {
    var lines =
        List.<ParcelLine>of(
            new ParcelLine.Log("ä".repeat(40_000)),
            new ParcelLine.Log(""),
            new ParcelLine.Log("\ud83d\ude00".repeat(30_001)));

    assertLines(Parcel.pack("a1", 1, lines), lines);
  }

  @Test
  void aReaderThatFailsEndsTheReading() {
    var reading = Parcel.pack("a1", 1, LINES).unpack(ParcelLimits.DEFAULT);
    assertThatThrownBy(
            () ->
                ((ParcelReading.Lines) reading)
                    .each(
                        line -> {
                          throw new IOException("the disk is full at " + line);
                        }))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the disk is full at Finding");
  }

  @Test
  void givesTheSameLinesWhenItIsReadAgain() {
    var finding = "{\"n\":{\"ä\":\"}}\"}}";
    var spaces = "{\"finding\":%s }\n{ \"finding\":%s}\n{\"finding\": %s}\n{\"log\":\"\ufffd\"}\n";
    var long20k = "{\"finding\":{\"text\":\"" + "x".repeat(20_000) + "\"}}\n";
    var empty = "{\"finding\":{}}\n{\"log\":\"{}}\"}\n{\"referral\":\"{}}\"}\n";
    var raw = spaces.replace("%s", finding) + long20k.repeat(3) + empty;

    assertReadAgain(parcel(raw, 10));
    assertReadAgain(Parcel.pack("a1", 1, LINES));
  }

  private static void assertReadAgain(Parcel parcel) {
    var lines = new ArrayList<ParcelLine>();
    var again = new ArrayList<ParcelLine>();
    assertThat(parcel.read(ParcelLimits.DEFAULT, lines::add)).isEmpty();
    var all = EnumSet.allOf(LineKind.class);
    assertThat(parcel.reread(ParcelLimits.DEFAULT, all, again::add)).isEmpty();
    assertThat(again).isEqualTo(lines);
  }

  @Test
  void givesOnlyLinesOfTheWantedKindsWhenItIsReadAgain() {
    var lines = new ArrayList<ParcelLine>();
    var wanted = EnumSet.of(LineKind.FINDING, LineKind.DROPPED);
    assertThat(Parcel.pack("a1", 1, LINES).reread(ParcelLimits.DEFAULT, wanted, lines::add))
        .isEmpty();
    assertThat(lines).containsExactly(LINES.get(0), LINES.get(2));
  }

  @Test
  void noticesWhenItIsReadAgainThatItHasChanged() {
    var whole = Parcel.pack("a1", 1, LINES);
    var other = Parcel.pack("a1", 1, LINES.reversed());
    var changed = new Parcel("a1", 1, 7, whole.rawBytes(), whole.digest(), other.body());
    assertThat(changed.reread(ParcelLimits.DEFAULT, EnumSet.noneOf(LineKind.class), _ -> {}))
        .hasValue("Parcel 1 of a1 has another digest than it names.");
  }

  @Test
  void refusesHalfOfASurrogatePair() {
    for (var line : List.of("{\"referral\":\"\\ud83d\"}", "{\"log\":\"\\ude00\\ud83d\"}")) {
      assertDamaged(parcel(line + "\n", 1), "malformed line 1");
    }
    assertLines(
        parcel("{\"log\":\"\\ud83d\\ude00\"}\n", 1), List.of(new ParcelLine.Log("\ud83d\ude00")));
  }

  private static ParcelLimits limits(int maxRawBytes, int maxRatio) {
    return new ParcelLimits(maxRawBytes, maxRatio, 10, maxRawBytes);
  }

  @Test
  void refusesAParcelWithOneFlippedBit() {
    var parcel = Parcel.pack("a1", 1, LINES);
    byte[] body = parcel.body().toArray();
    int harmless = 0;
    for (int bit = 0; bit < body.length * 8; bit++) {
      body[bit / 8] ^= (byte) (1 << (bit % 8));
      var tampered =
          new Parcel(
              "a1", 1, parcel.lines(), parcel.rawBytes(), parcel.digest(), Bytes.copyOf(body));
      // A bit of the frame's own header may mean nothing; then the lines are still the same.
      if (tampered.unpack(ParcelLimits.DEFAULT) instanceof ParcelReading.Lines lines) {
        assertThat(lines.toList()).isEqualTo(LINES);
        harmless++;
      }
      body[bit / 8] ^= (byte) (1 << (bit % 8));
    }
    assertThat(harmless).isLessThan(24);
  }

  private static Parcel parcel(String raw, int lines) {
    var bytes = Bytes.utf8(raw);
    return new Parcel(
        "a1", 1, lines, bytes.size(), Digest.of(bytes), Bytes.wrap(Zstd.compress(bytes.toArray())));
  }

  private static void assertLines(Parcel parcel, List<ParcelLine> lines) {
    assertThat(parcel.unpack(ParcelLimits.DEFAULT))
        .isInstanceOfSatisfying(
            ParcelReading.Lines.class, read -> assertThat(read.toList()).isEqualTo(lines));
    var inOnePass = new ArrayList<ParcelLine>();
    assertThat(parcel.read(ParcelLimits.DEFAULT, inOnePass::add)).isEmpty();
    assertThat(inOnePass).isEqualTo(lines);
  }

  private static void assertDamaged(Parcel parcel, String words) {
    assertThat(parcel.unpack(ParcelLimits.DEFAULT))
        .isInstanceOfSatisfying(
            ParcelReading.Damaged.class,
            damaged ->
                assertThat(damaged.sentence()).startsWith("Parcel 1 of a1 ").contains(words));
    assertThat(parcel.read(ParcelLimits.DEFAULT, _ -> {}))
        .hasValueSatisfying(
            sentence -> assertThat(sentence).startsWith("Parcel 1 of a1 ").contains(words));
  }
}
