package dev.sojourn.host.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/// A certificate with its key, made by the JDK's keytool when a test runs, so that none is kept
/// anywhere.
public final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private TestCertificate() {}

  /// Writes `host.pem` and `host.key`, good for this machine and two days.
  public static void write(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    write(folder, "+0d");
  }

  /// The same for two days from another day on, as `-9d`.
  public static void write(Path folder, String firstDay)
      throws IOException, InterruptedException, GeneralSecurityException {
    Files.deleteIfExists(folder.resolve("host.p12"));
    var store = folder.resolve("host.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var command =
        List.of(
            keytool.toString(),
            "-genkeypair",
            "-alias",
            "host",
            "-keyalg",
            "EC",
            "-dname",
            "CN=test",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-startdate",
            firstDay,
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    var made =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (made.waitFor() != 0) {
      throw new IOException(Files.readString(folder.resolve("keytool.log")));
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    var certificate = keys.getCertificate("host").getEncoded();
    var key = keys.getKey("host", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(folder.resolve("host.pem"), pem("CERTIFICATE", certificate));
    Files.writeString(folder.resolve("host.key"), pem("PRIVATE KEY", key));
  }

  private static String pem(String what, byte[] octets) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
