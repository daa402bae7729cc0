package dev.sojourn.testing;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// The encoder of self-signed certificates (RFC 5280, in DER). The JDK has none for programs, and
/// its keytool is a program of its own, which costs the start of a JVM.
///
/// @param jcaName of the signature
/// @param identifier the same as an AlgorithmIdentifier
record CertificateEncoder(String jcaName, byte[] identifier) {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xA0;
  private static final int EXTENSIONS = 0xA3;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
  private static final byte[] ALTERNATIVE_NAMES = HexFormat.of().parseHex("0603551d11");
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final CertificateEncoder ECDSA =
      new CertificateEncoder("SHA256withECDSA", oid("06082a8648ce3d040302"));
  private static final CertificateEncoder RSA =
      new CertificateEncoder("SHA256withRSA", oid("06092a864886f70d01010b0500"));

  /// {@return the encoder for keys of a kind}
  ///
  /// @param kind `EC` or `RSA`
  static CertificateEncoder of(String kind) {
    return kind.equals("EC") ? ECDSA : RSA;
  }

  private static byte[] oid(String hex) {
    return der(SEQUENCE, HexFormat.of().parseHex(hex));
  }

  /// {@return the certificate of a key, signed with it}
  ///
  /// @param pair the key
  /// @param names as `dns:localhost` and `ip:127.0.0.1`
  /// @param from the first moment in which it is good
  /// @param until the last one
  /// @throws GeneralSecurityException if the key does not fit the signature
  byte[] encode(KeyPair pair, List<String> names, Instant from, Instant until)
      throws GeneralSecurityException {
    var name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text(UTF8_STRING, "test"))));
    var alternatives = names.stream().map(CertificateEncoder::generalName).toArray(byte[][]::new);
    var extension =
        der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, der(SEQUENCE, alternatives)));
    var serial = new BigInteger(63, new SecureRandom()).setBit(62);
    var signed =
        der(
            SEQUENCE,
            der(VERSION, der(INTEGER, new byte[] {2})),
            der(INTEGER, serial.toByteArray()),
            identifier,
            name,
            der(SEQUENCE, text(UTC_TIME, UTC.format(from)), text(UTC_TIME, UTC.format(until))),
            name,
            pair.getPublic().getEncoded(),
            der(EXTENSIONS, der(SEQUENCE, extension)));
    var signature = Signature.getInstance(jcaName);
    signature.initSign(pair.getPrivate());
    signature.update(signed);
    // The first octet says that no bit of the last one is unused.
    var bits = der(BIT_STRING, new byte[1], signature.sign());
    return der(SEQUENCE, signed, identifier, bits);
  }

  private static byte[] generalName(String name) {
    var value = name.substring(name.indexOf(':') + 1);
    return name.startsWith("ip:")
        ? der(IP_ADDRESS, InetAddress.ofLiteral(value).getAddress())
        : text(DNS_NAME, value);
  }

  private static byte[] text(int tag, String text) {
    return der(tag, text.getBytes(StandardCharsets.UTF_8));
  }

  /// A value of DER: its tag, its length, and its parts.
  private static byte[] der(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (var part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    var value = new ByteArrayOutputStream();
    value.write(tag);
    if (length >= 0x80) {
      // The long form: how many octets the length has.
      int octets = length >= 0x100 ? 2 : 1;
      value.write(0x80 | octets);
      if (octets == 2) {
        value.write(length >> 8);
      }
    }
    value.write(length);
    value.writeBytes(content.toByteArray());
    return value.toByteArray();
  }
}
