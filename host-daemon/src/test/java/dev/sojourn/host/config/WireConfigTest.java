package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.server.AddressBlock;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.BodyCapacity;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `[wire]` and `[tls]`.
class WireConfigTest {
  private static final String LEAST =
      "data = \"data\"\n[[site]]\norigin = \"http://site.example\"\nroot = \"www\"\n";

  @TempDir Path folder;

  @BeforeEach
  void layOutTheFiles() throws IOException {
    Files.createDirectory(folder.resolve("www"));
  }

  @Test
  void fillsInTheDefaults() {
    var config = valid(LEAST);

    assertThat(config.tls()).isEmpty();
    assertThat(config.wire())
        .isEqualTo(
            new WireConfig(
                new WireLimits(8 << 10, 64, 32 << 10, 16 << 20),
                new ServerTimeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(5)),
                new ServerCapacity(
                    1_024, 128, 512, 16, new BodyCapacity(256 << 20, 128 << 20, 192 << 20, 16)),
                new MailConfig(16_000, 8, Duration.ofSeconds(20)),
                new ProxyConfig(List.of(), TlsAuthorities.USUAL, Duration.ofSeconds(30), 64, 5),
                AddressFilter.NONE,
                new PackageLimits(256 << 10, 8 << 20, 16 << 20, 1_024, 4 << 10)));
  }

  @Test
  void takesEveryKey() throws Exception {
    TestCertificate.write(folder);
    var config =
        valid(
            LEAST
                + """
                [tls]
                certificate = "host.pem"
                key = "host.key"
                check-every = "1 min"
                [wire]
                start-line = "1 KiB"
                headers = 20
                header-bytes = "3 KiB"
                body = "1 MiB"
                handshake-time = "1 s"
                head-time = "2 s"
                body-time = "3 s"
                idle-time = "4 s"
                write-time = "5 s"
                closing-time = "0 s"
                connections = 7
                connections-per-address = 8
                connections-per-network = 9
                requests-per-connection = 10
                body-memory = "11 MiB"
                passport = "12 KiB"
                code = "13 KiB"
                state = "14 KiB"
                hops = 15
                hop-bytes = "2 KiB"
                message-time = "16 s"
                proxy-targets = ["atps://inner.example"]
                proxy-authorities = "host.pem"
                proxy-time = "17 s"
                proxy-at-once = 18
                proxy-gateways = 19
                message-chars = 20
                messages-waiting = 21
                body-memory-per-address = "2 MiB"
                body-memory-per-network = "3 MiB"
                unpack-at-once = 4
                allow-from = ["192.0.2.0/24"]
                deny-from = ["2001:db8::1"]
                balancers = ["192.0.2.7"]
                """);

    assertThat(config.listen().getFirst().getPort()).isEqualTo(10_435);
    assertThat(config.tls())
        .contains(
            new TlsFiles(
                folder.resolve("host.pem"), folder.resolve("host.key"), Duration.ofMinutes(1)));
    assertThat(config.wire())
        .isEqualTo(
            new WireConfig(
                new WireLimits(1 << 10, 20, 3 << 10, 1 << 20),
                new ServerTimeouts(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(5),
                    Duration.ZERO),
                new ServerCapacity(7, 8, 9, 10, new BodyCapacity(11 << 20, 2 << 20, 3 << 20, 4)),
                new MailConfig(20, 21, Duration.ofSeconds(16)),
                new ProxyConfig(
                    List.of(new AtpAddress("inner.example", 10_435, true)),
                    TlsAuthorities.read(folder.resolve("host.pem")),
                    Duration.ofSeconds(17),
                    18,
                    19),
                new AddressFilter(
                    List.of(AddressBlock.parse("192.0.2.0/24").orElseThrow()),
                    List.of(AddressBlock.parse("2001:db8::1").orElseThrow()),
                    List.of(AddressBlock.parse("192.0.2.7").orElseThrow())),
                new PackageLimits(12 << 10, 13 << 10, 14 << 10, 15, 2 << 10)));
  }

  @Test
  void whatIsNoAddressMayNotConnect() {
    assertThat(
            errors(LEAST + "[wire]\nallow-from = [\"localhost\"]\ndeny-from = [\"10.0.0.1/8\"]\n"))
        .satisfiesExactly(
            error -> assertThat(error).contains("wire.allow-from: found \"localhost\""),
            error -> assertThat(error).contains("wire.deny-from: found \"10.0.0.1/8\""));
  }

  @Test
  void notEverybodyMayBeABalancer() {
    assertThat(errors(LEAST + "[wire]\nbalancers = [\"0.0.0.0/0\"]\n"))
        .singleElement()
        .asString()
        .contains("wire.balancers: found a block of all addresses");
  }

  @Test
  void listensAtSeveralAddresses() {
    assertThat(valid("listen = [\"127.0.0.1:1\", \"[::1]:2\"]\n" + LEAST).listen())
        .containsExactly(new InetSocketAddress("127.0.0.1", 1), new InetSocketAddress("::1", 2));
    assertThat(errors("listen = [\"127.0.0.1:1\", \"192.0.2.1:1\", \"x\"]\n" + LEAST))
        .satisfiesExactly(
            error -> assertThat(error).contains("listen: found \"192.0.2.1:1\""),
            error -> assertThat(error).contains("listen: found \"x\""));
    assertThat(errors("listen = [\"127.0.0.1:1\", \"127.0.0.1:1\"]\n" + LEAST))
        .singleElement()
        .asString()
        .contains("\"127.0.0.1:1\" again (expected: each address once)");
    assertThat(errors("listen = []\n" + LEAST)).singleElement().asString().contains("1 to 16");
    assertThat(errors("listen = [1]\n" + LEAST)).hasSize(1);
  }

  @Test
  void listensForOtherMachinesWhereItSpeaksTls() throws Exception {
    TestCertificate.write(folder);
    var tls = "[tls]\ncertificate = \"host.pem\"\nkey = \"host.key\"\n";

    assertThat(valid("listen = \"0.0.0.0:0\"\n" + LEAST + tls).listen().getFirst().getAddress())
        .matches(address -> address.isAnyLocalAddress());
    assertThat(errors("listen = \"0.0.0.0:0\"\n" + LEAST))
        .singleElement()
        .asString()
        .contains("[tls] with certificate and key", "policy.plain-beyond-loopback = true");
  }

  @Test
  void saysWhatIsWrongWithACertificate() {
    assertThat(errors(LEAST + "[tls]\ncertificate = \"none.pem\"\nkey = \"none.key\"\n"))
        .singleElement()
        .asString()
        .contains("tls.certificate", "There is no file", "none.pem");
    assertThat(errors(LEAST + "[tls]\n")).hasSize(2);
  }

  @Test
  void warnsOfCertificatesThatAreNotGood() throws Exception {
    TestCertificate.write(folder, 9);
    var tls = "[tls]\ncertificate = \"host.pem\"\nkey = \"host.key\"\n";
    for (var more :
        List.of(
            tls,
            "[wire]\nproxy-authorities = \"host.pem\"\n",
            "[identity]\nauthorities = \"host.pem\"\n")) {
      assertThat(warnings(LEAST + more))
          .singleElement()
          .asString()
          .contains("host.pem expired at ", "renewed");
    }
    TestCertificate.write(folder);
    assertThat(warnings(LEAST + tls)).isEmpty();
  }

  @Test
  void saysWhyACertificateCannotBeRead() throws IOException {
    Files.createDirectory(folder.resolve("host.pem"));
    assertThat(errors(LEAST + "[tls]\ncertificate = \"host.pem\"\nkey = \"host.pem\"\n"))
        .singleElement()
        .asString()
        .contains("PEM; ", "directory");
  }

  @Test
  void saysWhatIsWrongWithTheAuthoritiesOfAGateway() throws IOException {
    Files.writeString(folder.resolve("empty.pem"), "");
    assertThat(errors(LEAST + "[wire]\nproxy-authorities = \"none.pem\"\n"))
        .singleElement()
        .asString()
        .contains("wire.proxy-authorities", "there is no file", "none.pem");
    assertThat(errors(LEAST + "[wire]\nproxy-authorities = \"empty.pem\"\n"))
        .singleElement()
        .asString()
        .contains("wire.proxy-authorities", "no certificate");
  }

  private List<String> warnings(String toml) {
    var reading = ConfigReader.parse(toml, folder.resolve("host.toml"), Map.of(), Instant.now());
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).warnings();
  }

  private HostConfig valid(String toml) {
    var reading = ConfigReader.parse(toml, folder.resolve("host.toml"), Map.of(), Instant.now());
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).config();
  }

  private List<String> errors(String toml) {
    var reading = ConfigReader.parse(toml, folder.resolve("host.toml"), Map.of(), Instant.now());
    assertThat(reading).isInstanceOf(ConfigReading.Invalid.class);
    return ((ConfigReading.Invalid) reading).errors().stream().map(TomlError::toString).toList();
  }
}
