package dev.sojourn.lab.load;

import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/// The files of a host under load: a site of one page, the owner's key, a certificate, and a
/// configuration that accepts many agents.
///
/// @param folder of these files
record LoadSite(Path folder) {
  static final String ORIGIN = "http://site.example";
  private static final String PASSWORD = "changeit";

  /// Writes the files, and returns the configuration.
  Path write(SigningKey owner, boolean isTls)
      throws IOException, GeneralSecurityException, InterruptedException {
    Files.createDirectories(folder.resolve("www"));
    Files.writeString(folder.resolve("www/index.html"), "<title>One page</title>");
    new KeySet(List.of(owner.verifyKey())).write(folder.resolve("owner.jwk"));
    var toml =
        """
        listen = "127.0.0.1:0"
        data = "data"
        [[site]]
        origin = "%s"
        root = "www"
        [[trust]]
        name = "load"
        keys = "owner.jwk"
        [limits]
        visits-at-once = 1
        waiting-visits = 100000
        workers = 1
        [wire]
        connections = 15000
        connections-per-address = 15000
        connections-per-network = 15000
        idle-time = "1 h"
        """
            .formatted(ORIGIN);
    if (isTls) {
      var _ = writeCertificate();
    }
    var tls = "[tls]\ncertificate = \"host.pem\"\nkey = \"host.key\"\n";
    return Files.writeString(folder.resolve("host.toml"), isTls ? toml + tls : toml);
  }

  /// The certificate as a client's trust store; empty if there is none.
  KeyStore believed() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    if (Files.exists(certificateStore())) {
      var kept = KeyStore.getInstance(certificateStore().toFile(), PASSWORD.toCharArray());
      store.setCertificateEntry("host", kept.getCertificate("host"));
    }
    return store;
  }

  private Path certificateStore() {
    return folder.resolve("host.p12");
  }

  /// Writes a certificate and its key, and returns the two files.
  List<Path> writeCertificate() throws IOException, GeneralSecurityException, InterruptedException {
    Files.createDirectories(folder);
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command =
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            "host",
            "-keyalg",
            "EC",
            "-dname",
            "CN=load",
            "-ext",
            "san=ip:127.0.0.1",
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            certificateStore().toString(),
            "-storepass",
            PASSWORD);
    var log = folder.resolve("keytool.log");
    var made =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (made.waitFor() != 0) {
      throw new IOException("keytool made no certificate: " + Files.readString(log));
    }
    var kept = KeyStore.getInstance(certificateStore().toFile(), PASSWORD.toCharArray());
    var certificate = pem("CERTIFICATE", kept.getCertificate("host").getEncoded());
    var key = pem("PRIVATE KEY", kept.getKey("host", PASSWORD.toCharArray()).getEncoded());
    return List.of(
        Files.writeString(folder.resolve("host.pem"), certificate),
        Files.writeString(folder.resolve("host.key"), key));
  }

  private static String pem(String what, byte[] octets) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
