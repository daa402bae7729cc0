package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.identity.signature.Envelope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PackageReaderTest {

  private static final byte[] PASSPORT = {
    1, // tag: passport
    0, 0, 0, 15, // length of the envelope
    1, 't', // payload type
    0, 0, 0, 2, '{', '}', // payload
    1, // signatures
    1, 'k', // key id
    0, 2, 9, 8, // signature
  };

  @Test
  void readsLiteralBytes() {
    var bytes =
        join(
            header(3),
            PASSPORT,
            new byte[] {2, 0, 0, 0, 1, 'c'}, // code
            new byte[] {3, 0, 0, 0, 0}); // state, empty

    assertThat(read(bytes))
        .isEqualTo(
            new PackageReading.Read(
                new AgentPackage(
                    new Envelope(
                        "t",
                        Bytes.utf8("{}"),
                        List.of(new Envelope.Signature("k", Bytes.wrap(new byte[] {9, 8})))),
                    Optional.of(Bytes.utf8("c")),
                    Optional.of(Bytes.EMPTY),
                    List.of())));
  }

  @Test
  void writesWhatItReads() {
    var agent = Packages.agent().withHops(Packages.hops(3, Packages.STATE));

    assertThat(new PackageReader(PackageLimits.DEFAULT).read(agent.encode()))
        .isEqualTo(new PackageReading.Read(agent));
  }

  @Test
  void refusesATruncatedPackageWhereverItIsCut() {
    byte[] whole = Packages.agent().withHops(Packages.hops(2, Packages.STATE)).encode().toArray();
    for (int length = 0; length < whole.length; length++) {
      assertThat(read(Arrays.copyOf(whole, length)))
          .describedAs("cut after " + length)
          .isInstanceOf(PackageReading.Garbled.class);
    }
  }

  @Test
  void namesThePartThatIsCut() {
    byte[] whole = Packages.agent().encode().toArray();

    assertGarbled(Arrays.copyOf(whole, 3), PackagePart.HEADER, "cut short");
    assertGarbled(Arrays.copyOf(whole, 40), PackagePart.PASSPORT, "cut short");
    assertGarbled(Arrays.copyOf(whole, whole.length - 3), PackagePart.STATE, "cut short");
  }

  @Test
  void refusesAHugeLengthWithoutTakingMemory() {
    assertGarbled(
        join(header(2), PASSPORT, new byte[] {2, 127, -1, -1, -1}),
        PackagePart.CODE,
        "limit: 8388608");
    assertGarbled(
        join(header(2), PASSPORT, new byte[] {3, -1, -1, -1, -1}),
        PackagePart.STATE,
        "says it has 4294967295 bytes");
  }

  @Test
  void refusesPartsOutOfOrderTwiceOrUnknown() {
    byte[] code = {2, 0, 0, 0, 0};
    byte[] state = {3, 0, 0, 0, 0};

    assertGarbled(join(header(3), PASSPORT, state, code), PackagePart.STATE, "out of order");
    assertGarbled(join(header(3), PASSPORT, code, code), PackagePart.CODE, "out of order");
    assertGarbled(join(header(2), PASSPORT, PASSPORT), PackagePart.PASSPORT, "out of order");
    assertGarbled(
        join(header(2), PASSPORT, new byte[] {9, 0, 0, 0, 0}),
        PackagePart.PASSPORT,
        "unknown kind");
  }

  @Test
  void refusesAPackageWithoutPassport() {
    assertGarbled(header(0), PackagePart.PASSPORT, "is missing");
    assertGarbled(join(header(1), new byte[] {2, 0, 0, 0, 0}), PackagePart.PASSPORT, "is missing");
  }

  @Test
  void refusesBytesAfterTheEnd() {
    assertGarbled(join(header(1), PASSPORT, new byte[] {0}), PackagePart.PASSPORT, "too many");
  }

  @Test
  void refusesAnotherVersionOrKind() {
    assertGarbled(new byte[] {'S', 'J', 'P', 'K', 2, 0, 0}, PackagePart.HEADER, "version 2");
    assertGarbled("PK\3\4ziparchive".getBytes(StandardCharsets.UTF_8), PackagePart.HEADER, "SJPK");
  }

  @Test
  void refusesTooManyHops() {
    var agent = Packages.agent().withHops(Packages.hops(3, Packages.STATE));
    var limits = new PackageLimits(100_000, 100_000, 100_000, 2, 4_096);

    assertThat(new PackageReader(limits).read(agent.encode()))
        .isInstanceOfSatisfying(
            PackageReading.Garbled.class,
            garbled -> {
              assertThat(garbled.part()).isEqualTo(PackagePart.HOP);
              assertThat(garbled.sentence())
                  .isEqualTo("The hop log of the package has more than 2 statements.");
              assertThat(garbled.problem().code()).isEqualTo("package-garbled");
            });
  }

  /// Bits of every part and of every weight: the bytes are no package any more, or their content is
  /// refused.
  @Test
  void refusesAPackageWithOneFlippedBit() {
    byte[] whole = Packages.agent().withHops(Packages.hops(2, Packages.STATE)).encode().toArray();
    var verifier = new PackageVerifier(Packages.settings(), InstantSource.fixed(Packages.NOW));
    assertThat(verdict(verifier, whole)).isInstanceOf(PackageVerdict.Verified.class);

    for (int bit = 0; bit < whole.length * 8; bit += 11) {
      whole[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(verdict(verifier, whole))
          .describedAs("bit " + bit)
          .isInstanceOfAny(PackageVerdict.Refused.class, PackageReading.Garbled.class);
      whole[bit / 8] ^= (byte) (1 << (bit % 8));
    }
  }

  private static Object verdict(PackageVerifier verifier, byte[] bytes) {
    return switch (read(bytes)) {
      case PackageReading.Garbled garbled -> garbled;
      case PackageReading.Read agent -> verifier.verify(agent.agentPackage());
    };
  }

  private static void assertGarbled(byte[] bytes, PackagePart part, String words) {
    assertThat(read(bytes))
        .isInstanceOfSatisfying(
            PackageReading.Garbled.class,
            garbled -> {
              assertThat(garbled.part()).isEqualTo(part);
              assertThat(garbled.sentence()).contains(words, part.words());
            });
  }

  private static PackageReading read(byte[] bytes) {
    return new PackageReader(PackageLimits.DEFAULT).read(Bytes.copyOf(bytes));
  }

  private static byte[] header(int parts) {
    return new byte[] {
      'S',
      'J',
      'P',
      'K', // magic
      1, // version
      0,
      (byte) parts, // number of parts
    };
  }

  private static byte[] join(byte[]... pieces) {
    var out = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      out.writeBytes(piece);
    }
    return out.toByteArray();
  }
}
