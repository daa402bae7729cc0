package dev.sojourn.host.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.rules.Ban;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bans and allowances of signers who have a name, a URL and keys.
class SignerChangesTest {
  private static final String BETA = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
  private static final String STRANGER = "aoqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
  private static final String URL = "https://gamma.example";
  private static final InstantSource CLOCK = () -> Instant.parse("2026-06-01T12:00:00Z");

  private final SigningKey gamma = SigningKey.generate(new SecureRandom());
  private final Directories directories = new Directories(gamma);

  @TempDir private Path folder = Path.of("");
  private CurrentRules rules;
  private SignerChanges changes;

  /// Knows the keys of one URL.
  private record Directories(SigningKey gamma) implements KeyLookup {
    @Override
    public Result find(AgentUrl url, String keyId) {
      throw new AssertionError("nobody is asked to find out who is banned");
    }

    @Override
    public Optional<Result.Published> known(AgentUrl url, String keyId) {
      return url.text().equals(URL) && keyId.equals(gamma.id())
          ? Optional.of(new Result.Published(gamma.verifyKey(), Optional.empty()))
          : Optional.empty();
    }
  }

  /// Decides without a disk and without visits.
  private final class Trust implements TrustChanges {
    @Override
    public TrustDecisions decisions() {
      return rules.now().decisions();
    }

    @Override
    public Changed decide(Change change) throws IOException {
      rules.replace(rules.now().decided(change.of(decisions()), directories));
      return new Changed(List.of(), Optional.empty());
    }
  }

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(folder.resolve("www"));
    rules =
        new CurrentRules(
            CurrentRules.Rules.of(config(), directories, CLOCK, TrustDecisions.NONE), CLOCK);
    changes = new SignerChanges(new Trust(), rules, RefusedSigners.open(folder, CLOCK), CLOCK);
  }

  private HostConfig config() {
    var toml =
        """
        data = "data"
        [[site]]
        origin = "http://site.example"
        root = "www"
        [[trust]]
        name = "beta"
        thumbprint = "%s"
        [[trust]]
        name = "gamma"
        url = "%s"
        """
            .formatted(BETA, URL);
    var reading = ConfigReader.parse(toml, folder.resolve("h.toml"), Map.of(), Instant.EPOCH);
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).config();
  }

  @Test
  void theKeyOfSomebodyWhoIsBannedIsReportedByTheirName() throws IOException {
    assertThat(rules.ban(BETA)).isEmpty();
    ban("beta", Optional.empty());
    ban("gamma", Optional.of(Duration.ofHours(1)));

    assertThat(rules.ban(BETA).map(ban -> ban.about(BETA)))
        .contains(BETA + " is that of beta, who is banned; 'host allow beta' lifts that");
    assertThat(rules.ban(gamma.id())).map(Ban::signer).contains("gamma");
    assertThat(rules.ban(URL)).map(Ban::signer).contains("gamma");
    assertThat(rules.ban(STRANGER)).isEmpty();
  }

  @Test
  void toAllowAKeyOrUrlOfSomebodyWhoIsBannedChangesNothingAndSaysWhatDoes() throws IOException {
    ban("beta", Optional.empty());
    ban("gamma", Optional.empty());
    var before = rules.now().decisions();

    assertThat(refusal(BETA))
        .isEqualTo(BETA + " is that of beta, who is banned; 'host allow beta' lifts that.");
    assertThat(refusal(gamma.id())).contains("is that of gamma, who is banned");
    assertThat(refusal(URL)).contains("'host allow gamma' lifts that");
    assertThat(rules.now().decisions()).isEqualTo(before);

    assertThat(done("beta")).isEqualTo("{\"allowed\":\"beta\",\"change\":\"ban lifted\"}");
    assertThat(done(BETA)).isEqualTo("{\"allowed\":\"beta\",\"change\":\"trusted already\"}");
    assertThat(rules.now().decisions().allowed()).isEmpty();
  }

  @Test
  void whoIsBannedTwiceIsReportedSoWhenOneBanIsLifted() throws IOException {
    ban("beta", Optional.empty());
    ban(BETA, Optional.empty());

    assertThat(refusal(BETA)).startsWith("The ban is lifted, and " + BETA + " is that of beta");
    assertThat(done("beta")).contains("ban lifted");
    assertThat(rules.ban(BETA)).isEmpty();
  }

  @Test
  void aKeyThatIsBannedByItselfIsNobodyElses() throws IOException {
    ban(STRANGER, Optional.empty());
    assertThat(rules.ban(STRANGER).map(ban -> ban.about(STRANGER)))
        .contains(STRANGER + " is banned; 'host allow " + STRANGER + "' lifts that");
    assertThat(done(STRANGER)).contains("ban lifted");
    assertThat(done(STRANGER)).contains("trusted from now on");
  }

  @Test
  void theNameOfNobodyForgesNoLineOfTheLogWhenItIsRefused() throws IOException {
    var attack = "x\n2026-06-01T12:00:00.000Z WARN all is well\u001b[2J\u202e" + "y".repeat(999);
    var clause = "No signer here is called 'x 2026-06-01T12:00:00.000Z WARN all is well [2J yyy";
    assertThat(refusal(attack)).startsWith(clause).hasSizeLessThan(500);
    assertThat(ban(attack, Optional.empty()))
        .isInstanceOfSatisfying(
            ControlAnswer.Refused.class,
            refused -> assertThat(refused.sentence()).startsWith(clause).hasSizeLessThan(500));
    assertThat(VisitShow.unclear(ForeignText.of(attack), List.of()).sentence())
        .startsWith("There is no visit here whose id begins with 'x 2026-06")
        .hasSizeLessThan(500);
  }

  private ControlAnswer.End ban(String signer, Optional<Duration> time) throws IOException {
    return changes.ban(
        new ControlRequest.BanSigner(
            ForeignText.of(signer), time, Optional.of(ForeignText.of("too many pages"))),
        "ann");
  }

  @Test
  void bansAreListedWithReasonAuthorAndEndAndWithoutThoseThatAreOver() throws IOException {
    ban("beta", Optional.empty());
    ban("gamma", Optional.of(Duration.ofHours(1)));
    var over =
        new Ban(
            STRANGER,
            Instant.EPOCH,
            Optional.of(Instant.EPOCH.plusSeconds(1)),
            Optional.empty(),
            Optional.empty());
    var held = rules.now().decisions();
    rules.replace(
        rules
            .now()
            .decided(
                new TrustDecisions(
                    Stream.concat(held.bans().stream(), Stream.of(over)).toList(), List.of()),
                directories));
    var items = new ArrayList<String>();

    var end = changes.bans(new Items(items));

    assertThat(items)
        .containsExactly(
            "{\"signer\":\"beta\",\"since\":\"2026-06-01T12:00:00Z\","
                + "\"reason\":\"too many pages\",\"by\":\"ann\"}",
            "{\"signer\":\"gamma\",\"since\":\"2026-06-01T12:00:00Z\","
                + "\"until\":\"2026-06-01T13:00:00Z\","
                + "\"reason\":\"too many pages\",\"by\":\"ann\"}");
    var json = JsonWriter.object(((ControlAnswer.Done) end).members());
    assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo("{\"bans\":2}");
  }

  /// Gathers the answers.
  private record Items(List<String> items) implements ControlAnswer {
    @Override
    public void item(Consumer<JsonWriter> members) {
      items.add(new String(JsonWriter.object(members), StandardCharsets.UTF_8));
    }

    @Override
    public void pulse() {}
  }

  private String refusal(String signer) throws IOException {
    var end = changes.allow(ForeignText.of(signer));
    assertThat(end).isInstanceOf(ControlAnswer.Refused.class);
    var refused = (ControlAnswer.Refused) end;
    assertThat(refused.why()).isEqualTo(ControlAnswer.Why.NONE);
    return refused.sentence();
  }

  private String done(String signer) throws IOException {
    var end = changes.allow(ForeignText.of(signer));
    assertThat(end).isInstanceOf(ControlAnswer.Done.class);
    var json = JsonWriter.object(((ControlAnswer.Done) end).members());
    return new String(json, StandardCharsets.UTF_8);
  }
}
