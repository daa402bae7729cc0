package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.StopResolver;
import dev.sojourn.dispatcher.agent.AdmissionTrial;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.dispatcher.crawl.FirstRules;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent pack`: puts code, passport and signature into one file for a host.
@Command(
    name = "pack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Pack and sign an agent for one host and one site, or for a journey over several.",
      "",
      "With --then, an agent that goes on along its itinerary is sent from host to host. The hosts"
          + " are looked up now, in the robots.txt of the sites, and signed.",
      "",
      "AGENT is a jar, a directory of classes, or the name of an agent that came with this program."
          + " Only classes are packed, always in the same way: the same classes have the same"
          + " digest, and a host that has it needs no second copy. Nothing is run.",
      "",
      "Code that every host would refuse is not packed; each violation is listed."
    },
    footer = {
      "",
      "Exit code 0 if it is packed, 3 if every host would refuse the code, 2 if something else is"
          + " wrong with it. With sites to look up: 3 also if one names no host, 4 if its"
          + " robots.txt cannot be had.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent pack target/classes --main org.example.Indexer \\",
      "    --key owner.key --host atp://agents.example:10434 \\",
      "    --site https://docs.example/api/ --out indexer.agent"
    })
final class AgentPack implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "AGENT", description = "A jar, a directory of classes, or a name.")
  private String agent = "";

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "The class to begin with, or its name in the jar's manifest (default: the only one that"
              + " is an agent).")
  private Optional<String> entryClass = Optional.empty();

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "Signs the passport.")
  private Path key = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "atp://HOST:PORT",
      description =
          "The host that the agent is sent to (default: the one that robots.txt of --site names).")
  private Optional<String> host = Optional.empty();

  @Option(
      names = "--site",
      required = true,
      paramLabel = "URL",
      description = "What the agent may see: the pages whose URLs begin with this.")
  private String site = "";

  @Option(
      names = "--start",
      paramLabel = "URL",
      description = "A page to begin with; may be repeated (default: the URL of --site).")
  private List<String> starts = new ArrayList<>();

  @Mixin private ItineraryOptions itinerary = new ItineraryOptions();

  @Mixin private SiteOptions sites = new SiteOptions();

  @Mixin private ParameterOptions parameters = new ParameterOptions();

  @Mixin private StateOption state = new StateOption();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "The product token, which picks the group of robots.txt (default: ${DEFAULT-VALUE}).")
  private String token = "SojournBot";

  @Option(
      names = "--signature-agent",
      paramLabel = "URL",
      description = "The URL under which you publish your keys, as https://crawler.example.")
  private Optional<String> signatureAgent = Optional.empty();

  @Option(
      names = "--valid",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long the passport is valid, as 90s, 15m, 2h, 7d (default: 1d).")
  private Duration valid = Duration.ofDays(1);

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long the visit may take (default: 1h).")
  private Duration time = Duration.ofHours(1);

  @Option(
      names = "--stay",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long an agent that parks may stay at each host, at most as long as --valid"
              + " (default: not at all). The host may allow less.")
  private Optional<Duration> stay = Optional.empty();

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Pages that may be fetched (default: ${DEFAULT-VALUE}).")
  private long pages = 100_000;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "The file to make; it must not exist.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    var home = state.read();
    var found = code();
    requireAdmissible(found);
    var code = home.map(h -> h.of(found, parameters)).orElseGet(() -> parameters.of(found));
    var signer = KeyFile.signing(key);
    var passport = passport(code, signer, way(), home.map(StateOption.Home::digest));
    var fresh = AgentPackage.sign(passport, signer, code.jar());
    var bytes = home.map(h -> fresh.withState(h.bytes())).orElse(fresh).encode();
    if (Files.exists(out)) {
      throw new CommandException(
          ExitCode.FAILED, out + " exists already; choose another name or delete it.");
    }
    try (var file = Files.newOutputStream(out, StandardOpenOption.CREATE_NEW)) {
      bytes.writeTo(file);
    }
    report(code, passport, bytes.size(), home.map(h -> h.bytes().size()).orElse(0));
    return ExitCode.DONE.code();
  }

  private AgentCode code() {
    var catalog = AgentCatalog.ofThisProgram();
    var reading =
        entryClass.isPresent()
            ? catalog.find(Path.of(agent), entryClass.get())
            : catalog.find(agent);
    return switch (reading) {
      case AgentReading.Read read -> read.code();
      case AgentReading.Unusable unusable ->
          throw new CommandException(ExitCode.USAGE, unusable.sentence());
    };
  }

  /// Refuses code that every host would refuse.
  private static void requireAdmissible(AgentCode code) {
    var refusal = AdmissionTrial.refusal(code.jar());
    if (!refusal.isEmpty()) {
      throw new CommandException(ExitCode.REFUSED, refusal);
    }
  }

  /// The first host, and the legs after it.
  private record Way(AtpAddress first, List<PassportLeg> legs) {}

  private Way way() throws InterruptedException {
    var http = HttpSettings.standard(token + "/0.1", sites.authorities().context());
    try (var fetcher = HttpFetcher.open(http)) {
      var robots = new RobotsFetcher(fetcher, InstantSource.system());
      var resolver =
          new StopResolver(
              origin -> FirstRules.fetch(robots, origin, new WireTally()).outcome(),
              new Reach(itinerary.isPlainAllowed()));
      var first =
          host.isPresent()
              ? AtpAddress.parse(host.get())
                  .orElseThrow(
                      () -> wrong("--host: " + host.get() + " (expected: atp://HOST:PORT)"))
              : ItineraryOptions.host(url("--site", site), resolver);
      return new Way(first, itinerary.legs(first, resolver));
    }
  }

  private Passport passport(
      AgentCode code, SigningKey signer, Way way, Optional<Digest> stateDigest) {
    var area = url("--site", site);
    var random = new SecureRandom();
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    try {
      return new Passport(
              new Passport.Identity(
                  id(random),
                  id(random),
                  signer.id(),
                  signatureAgent.map(KeyFile::agentUrl).map(AgentUrl::text),
                  token),
              new Passport.Grant(
                  code.digest(),
                  code.entryClass(),
                  new PassportScope(area.origin(), List.of(area.path()), List.of()),
                  starts.isEmpty()
                      ? List.of(area.toString())
                      : starts.stream().map(start -> url("--start", start).toString()).toList(),
                  limits(),
                  new TreeMap<>(code.parameters())),
              new Passport.Journey(0, Optional.empty(), stateDigest, way.legs()),
              new Passport.Validity(way.first(), now, now.plus(valid), id(random)))
          .withOwnerKey(signer.verifyKey());
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private PassportLimits limits() {
    if (stay.isPresent() && stay.get().compareTo(valid) > 0) {
      throw wrong("--stay: longer than the passport is valid (expected: at most --valid)");
    }
    var further = new EnumMap<PassportLimits.Further, Long>(PassportLimits.Further.class);
    stay.ifPresent(
        longest -> further.put(PassportLimits.Further.STAY_MILLISECONDS, longest.toMillis()));
    return new PassportLimits(time, pages, Long.MAX_VALUE, Long.MAX_VALUE, further);
  }

  private PageUrl url(String option, String value) {
    return PageUrl.parse(value)
        .orElseThrow(() -> wrong(option + ": " + value + " (expected: an http or https URL)"));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static String id(SecureRandom random) {
    var bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void report(AgentCode code, Passport passport, int bytes, int stateBytes) {
    var printer = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("file", out.toString());
      object.put("bytes", bytes);
      object.put("agent", passport.agentId());
      object.put("entry", code.entryClass());
      object.put("code", code.digest().hex());
      object.put("codeBytes", code.jar().size());
      object.put("stateBytes", stateBytes);
      object.put("host", passport.audience().toString());
      object.put("itinerary", hosts(passport));
      object.put("expires", passport.expires().toString());
      object.put("staySeconds", stay.map(Duration::toSeconds).orElse(0L));
      JsonOption.print(printer, object);
      return;
    }
    printer.println(out);
    printer.flush();
    var err = spec.commandLine().getErr();
    err.println(
        String.format(
            Locale.ROOT,
            "Packed %s (code %s, %,d bytes%s) for %s, valid until %s.",
            code.entryClass(),
            code.digest().hex().substring(0, 12),
            code.jar().size(),
            stateBytes == 0
                ? ""
                : String.format(Locale.ROOT, "; with a state of %,d bytes", stateBytes),
            passport.audience(),
            passport.expires()));
    hosts(passport).forEach(leg -> err.println("  then " + String.join(" or ", leg)));
    err.flush();
  }

  private static List<List<String>> hosts(Passport passport) {
    return passport.legs().stream()
        .map(leg -> leg.stops().stream().map(stop -> stop.host().toString()).toList())
        .toList();
  }
}
