package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetractedAgent;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.cli.option.PassedText;
import dev.sojourn.dispatcher.cli.remote.JourneyCollecting.Missed;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit retract`: calls an agent back.
@Command(
    name = "retract",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Call an agent back: end its visit where it is not over, and get its state and findings."
          + " With --wait the visit has this long to end by itself.",
      "",
      "The passport with the code's digest, the state of the last checkpoint and the hop log come"
          + " home. With --out, everything that nobody has collected yet comes too, in"
          + " FILE.findings.jsonl: a line {\"finding\":…}, {\"referral\":…} or {\"log\":…} each."
          + " The host forgets findings that are on disk here. After a failure the same command"
          + " goes on. Without --out nothing is collected, and findings stay at the host.",
      "",
      "An agent that went on along its itinerary comes home from where it is now, also if a host"
          + " where it was before is gone. The findings of each further host are in"
          + " FILE.stop2.findings.jsonl, FILE.stop3.findings.jsonl, …",
      "",
      "With --out, the command compares everything with what the host signed about the visit. It"
          + " keeps everything even if they differ."
    },
    footer = {
      "",
      "Exit code 0 if it came, 6 if it came and its journey left out a site, or a host where it was"
          + " before did not deliver all, 3 if no host has such an agent of yours, 4 if its host"
          + " did not answer or deliver all, 5 if it does not know the key or delivered other"
          + " findings than it signed, 1 if what it delivers cannot be kept.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} visit retract 'atp://agents.example:10434/#k3v9' --out home.agent"
    })
public final class VisitRetract implements Callable<Integer> {
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Set<VisitState> UNDER_WAY =
      EnumSet.of(VisitState.WAITING, VisitState.RUNNING, VisitState.LEAVING);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private RetryOptions retries = new RetryOptions();

  @Parameters(index = "0", paramLabel = "AGENT", description = "atp://HOST:PORT/#AGENT-ID")
  private String uri = "";

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The file for the package, with the findings beside it; it must not exist.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--host-keys",
      paramLabel = "FILE",
      description = {
        "Keys of hosts (see host key). One of them must have signed the host's statement about",
        "the visit. Without this option, a statement counts whoever signed it."
      })
  private Optional<Path> hostKeys = Optional.empty();

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long the visit may go on before the host ends it, at most 5m (default: the host ends"
              + " it at once).")
  private Optional<Duration> wait = Optional.empty();

  /// Creates the command, for picocli.
  public VisitRetract() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var agent = AgentUri.parse(uri);
    if (wait.filter(time -> !isWait(time)).isPresent()) {
      throw new CommandException(
          ExitCode.USAGE, "The value of --wait has to be whole seconds, from 1s to 5m.");
    }
    if (out.filter(Files::exists).isPresent()) {
      throw new CommandException(
          ExitCode.FAILED, out.get() + " exists already; choose another name or delete it.");
    }
    if (out.isPresent()) {
      CollectedFile.check(CollectedFile.beside(out.get()), agent);
    }
    var known = hostKeys.map(KeyFile::publicKeys);
    var home = home(agent, known);
    if (json.isGiven()) {
      printJson(agent, home);
    } else {
      print(agent, home);
    }
    if (home.findings.isPresent()
        && home.findings.get().verdict instanceof StatementCheck.Broken(var fault)) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "%s: %s; what came is kept in %s and %s."
              .formatted(
                  agent.host(), Messages.withoutStop(fault), home.findings.get().file, out.get()));
    }
    boolean isWhole =
        home.passed.stream().allMatch(PassedStop::isReplaced) && missed(home).isEmpty();
    return (isWhole ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }

  private static List<Missed> missed(Home home) {
    return home.findings.map(Findings::missed).orElseGet(List::of);
  }

  private static boolean isWait(Duration time) {
    return time.isPositive()
        && time.equals(Duration.ofSeconds(time.toSeconds()))
        && time.compareTo(MAX_WAIT) <= 0;
  }

  /// The result of a RETRACT, with findings if `--out` is given.
  ///
  /// @param passed the stops of its itinerary that did not take the agent
  private record Home(RetractedAgent coming, List<PassedStop> passed, Optional<Findings> findings) {
    AgentPackage agent() {
      return coming.agent();
    }
  }

  private record Findings(long count, String file, StatementCheck verdict, List<Missed> missed) {}

  /// Writes the package last: if the package exists, the findings are there too.
  private Home home(AgentUri agent, Optional<KeySet> known)
      throws IOException, InterruptedException {
    var coming = retracted(agent);
    var home = coming.agent();
    var passport = passport(home);
    var passed = PassedStop.of(passport, home.hops());
    if (out.isEmpty()) {
      return new Home(coming, passed, Optional.empty());
    }
    var hosts = new ArrayList<>(PassedStop.way(passport, home.hops()));
    if (!hosts.contains(agent.host())) {
      // The first host also has another name, or a gateway is in front of it.
      hosts.set(0, agent.host());
    }
    var way = hosts.stream().map(host -> new AgentUri(host, agent.agentId())).toList();
    try (var journey = new JourneyCollecting(remote, retries.policy(), passport, out.get())) {
      journey.along(way, hosts.indexOf(agent.host()));
      var verdict = journey.verdict(home, known);
      write(home, out.get());
      journey.complete();
      var findings = new Findings(journey.findings(), journey.files(), verdict, journey.missed());
      return new Home(coming, passed, Optional.of(findings));
    }
  }

  /// If the named host is gone, calls the agent back from its present host.
  private RetractedAgent retracted(AgentUri agent) throws IOException, InterruptedException {
    var answer = retracted(agent.host(), agent);
    var search = new AgentSearch(remote, retries.policy());
    if (!AgentSearch.isLost(answer) || !search.mayBeElsewhere(agent)) {
      return Refusals.given(answer, agent, remote.key());
    }
    var found = search.find(agent).agent();
    return Refusals.given(retracted(found.host(), agent), found, remote.key());
  }

  private Answer<RetractedAgent> retracted(AtpAddress host, AgentUri agent)
      throws IOException, InterruptedException {
    return remote.ask(
        host,
        retries.policy(),
        client -> {
          if (wait.isPresent()) {
            awaitEnd(client, agent.agentId(), wait.get());
          }
          return client.retract(agent.agentId());
        });
  }

  /// Asks for the status until the visit is over or the agent parks, for at most `longest`.
  private static void awaitEnd(HostClient client, String agentId, Duration longest)
      throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    for (long left = longest.toNanos();
        left > 0
            && client.status(agentId) instanceof Answer.Given<VisitStatus>(var status, _)
            && UNDER_WAY.contains(status.state());
        left = until - System.nanoTime()) {
      Thread.sleep(Duration.ofNanos(Math.min(left, PAUSE.toNanos())));
    }
  }

  /// Writes the file whole or not at all, and never replaces another file.
  private static void write(AgentPackage home, Path file) throws IOException {
    var temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try (var channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.file(temporary))) {
      home.encode().writeTo(Channels.newOutputStream(channel));
    }
    Files.move(temporary, file);
  }

  private static Passport passport(AgentPackage home) throws IOException {
    try {
      return Passport.read(home.passport().payload());
    } catch (JsonException e) {
      throw new IOException("The passport that came home cannot be read.", e);
    }
  }

  private static long stays(Home home) {
    return home.agent().hops().stream()
        .filter(hop -> hop.payloadType().equals(HopStatement.PAYLOAD_TYPE))
        .count();
  }

  private void printJson(AgentUri agent, Home home) {
    var object = new LinkedHashMap<String, Object>();
    object.put("agent", agent.agentId());
    object.put("host", agent.host().toString());
    object.put("visit", home.coming.state().map(VisitState::word).orElse(null));
    object.put("stateBytes", home.agent().state().map(Bytes::size).orElse(0));
    object.put("stays", stays(home));
    object.put("passed", PassedText.json(home.passed));
    object.put("file", out.map(Path::toString).orElse(null));
    object.put("findings", home.findings.map(Findings::count).orElse(null));
    object.put("findingsFile", home.findings.map(Findings::file).orElse(null));
    object.put("findingsMatch", home.findings.map(f -> matches(f.verdict)).orElse(null));
    object.put("missed", missed(home).stream().map(m -> m.agent().toString()).toList());
    object.put("signerKnown", home.findings.map(f -> isSignerKnown(f.verdict)).orElse(null));
    JsonOption.print(spec.commandLine().getOut(), object);
  }

  private void print(AgentUri agent, Home home) {
    int stateBytes = home.agent().state().map(Bytes::size).orElse(0);
    long stays = stays(home);
    var printer = spec.commandLine().getOut();
    printer.println(
        String.format(
            Locale.ROOT,
            "Agent %s was called back with %s of state and %s.%s",
            agent.agentId(),
            Messages.count(stateBytes, "byte"),
            Messages.count(stays, "signed stay"),
            home.coming
                .state()
                .map(state -> " Its visit is over: " + state.word() + ".")
                .orElse("")));
    printer.println(
        home.findings
            .map(
                findings ->
                    "%s that nobody had collected: see %s."
                        .formatted(Messages.count(findings.count, "finding"), findings.file))
            .orElse("Its findings stay at the host; with --out they come home, too."));
    home.findings.map(f -> sentence(f.verdict)).ifPresent(printer::println);
    home.passed.forEach(
        stop -> printer.println("Its journey left out " + PassedText.words(stop) + "."));
    for (var one : missed(home)) {
      printer.println(
          "Findings are missing: %s; when it is there again: sojourn visit retract %s --out OTHER"
              .formatted(Messages.withoutStop(one.why()), Messages.typed(one.agent().toString())));
    }
    printer.flush();
  }

  private static String matches(StatementCheck verdict) {
    return switch (verdict) {
      case StatementCheck.Holds _ -> "yes";
      case StatementCheck.Broken _ -> "no";
      case StatementCheck.Open _ -> "unknown";
    };
  }

  private static boolean isSignerKnown(StatementCheck verdict) {
    return verdict instanceof StatementCheck.Holds(var isKnown) && isKnown;
  }

  private static String sentence(StatementCheck verdict) {
    return switch (verdict) {
      case StatementCheck.Holds(var isSignerKnown) ->
          "Everything that the agent said came home, and it is what the host signed"
              + (isSignerKnown ? "." : "; not checked: with which key (--host-keys).");
      case StatementCheck.Broken _ -> "They are not what the host signed.";
      case StatementCheck.Open(var why) ->
          "They were not compared with what the host signed. " + why;
    };
  }
}
