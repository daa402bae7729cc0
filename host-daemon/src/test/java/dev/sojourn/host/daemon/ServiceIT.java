package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The daemon as a service of its machine. It has a socket that was handed over, a manager that
/// wants notices, metrics, and a log for programs. Perl, which every Debian has, stands in for the
/// manager.
class ServiceIT {
  private static final Path PERL = Path.of("/usr/bin/perl");

  private static final String RECEIVE =
      "$| = 1; socket(S, AF_UNIX, SOCK_DGRAM, 0) or die; bind(S, pack_sockaddr_un($ARGV[0])) or"
          + " die; print \"bound\\n"
          + "\"; while (defined recv(S, $m, 4096, 0)) { print \"$m\\n"
          + "\" }";

  private static final String HAND_OVER =
      "socket(S, PF_INET, SOCK_STREAM, 0) or die; bind(S, pack_sockaddr_in(0, INADDR_LOOPBACK)) or"
          + " die; listen(S, 64) or die; open(STDIN, '+<&', \\*S) or die; exec @ARGV";

  @TempDir Path temporary;
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  static boolean hasPerl() {
    return Files.isExecutable(PERL);
  }

  @Test
  @EnabledIf("hasPerl")
  void aManagerStartsItReadsItsMetricsReloadsItAndEndsIt() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(5);
    try (var owner = new Owner()) {
      var service = "[metrics]\nlisten = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\n";
      var config = folder.config(List.of(owner), service);
      var receiver = receiver();
      try (var daemon = DaemonProcess.start(handedOver(config))) {
        await().until(() -> notices.contains("READY=1"));
        visit(owner, daemon);
        var page = metricsPage(daemon);
        assertMetrics(owner, page);
        assertTheManualNamesEachMetric(page);
        await().until(() -> notices.contains("WATCHDOG=1"));
        reload(config, daemon);
        refuseAReload(config, daemon);
        assertThat(daemon.terminate()).isZero();
        await().until(() -> notices.contains("STOPPING=1"));
        assertEachLineOfTheLogIsAnObject(daemon);
      } finally {
        receiver.destroyForcibly().waitFor();
      }
    }
  }

  private static void visit(Owner owner, DaemonProcess daemon) throws Exception {
    var host = owner.host(daemon.address());
    var passport = owner.passport(daemon.address(), WALKING, WALKER);
    var _ = host.dispatch(owner.sign(passport, WALKING), true);
    var _ = new Gathering(passport.agentId()).all(host);
    // Refused: its passport came before, with another agent.
    var again = Owner.withAgentId(passport, "another");
    var _ = host.dispatch(owner.sign(again, WALKING), true);
  }

  private String metricsPage(DaemonProcess daemon) throws Exception {
    var at = Pattern.compile("\"metrics\":\"([^\"]+)\"").matcher(daemon.readyLine());
    assertThat(at.find()).isTrue();
    assertThat(get(at.group(1), "/livez")).isEqualTo("alive\n");
    assertThat(get(at.group(1), "/readyz")).isEqualTo("ready\n");
    return get(at.group(1), "/metrics");
  }

  private String get(String address, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static void assertMetrics(Owner owner, String page) {
    var signer = "{signer=\"owner " + owner.key().id().substring(0, 6) + "\"} ";
    assertThat(page.lines())
        .contains(
            "sojourn_arrivals_total 3",
            "sojourn_refusals_total{reason=\"code-missing\"} 1",
            "sojourn_refusals_total{reason=\"dispatch-reused\"} 1",
            "sojourn_visits{state=\"finished\"} 1",
            "sojourn_visits_ended_total{state=\"finished\"} 1",
            "sojourn_pages_total" + signer + "5",
            "sojourn_findings_total" + signer + "5",
            "sojourn_workers{state=\"leased\"} 1")
        .anyMatch(line -> line.matches("sojourn_store_bytes [1-9]\\d+"))
        .anyMatch(line -> line.matches("process_resident_memory_bytes [1-9]\\d+"));
  }

  /// Neither more nor less.
  private static void assertTheManualNamesEachMetric(String page) throws IOException {
    var shown = new TreeSet<String>();
    page.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .forEach(line -> shown.add(line.split(" ", 4)[2]));
    var manual = Files.readString(Path.of("../docs/operate.md"));
    var named =
        Pattern.compile("(?m)^\\| `((?:sojourn|process|jvm)_\\w+)` \\|")
            .matcher(manual)
            .results()
            .map((MatchResult row) -> row.group(1))
            .toList();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(named);
  }

  private void reload(Path config, DaemonProcess daemon) throws Exception {
    notices.clear();
    Files.writeString(config, Files.readString(config) + "level = \"debug\"\n");
    var kill = new ProcessBuilder("kill", "-HUP", Long.toString(daemon.pid())).start();
    assertThat(kill.waitFor()).isZero();
    await().until(() -> notices.contains("READY=1"));
    // The watchdog hears from it at any time.
    assertThat(notices)
        .filteredOn(notice -> !notice.equals("WATCHDOG=1"))
        .first()
        .isEqualTo("RELOADING=1");
    assertThat(notices).anyMatch(notice -> notice.matches("MONOTONIC_USEC=[1-9]\\d+"));
    try (var owner = new Owner()) {
      var _ = owner.host(daemon.address()).status("unknown");
    }
    await().until(() -> daemon.errors().contains("\"level\":\"DEBUG\""));
  }

  private void refuseAReload(Path config, DaemonProcess daemon) throws Exception {
    notices.clear();
    Files.writeString(config, "one = 1\ntwo = 2\n" + Files.readString(config));
    var said = DaemonProcess.run("reload", "--config", config.toString());
    assertThat(said.exitCode()).isEqualTo(2);
    await()
        .until(
            () ->
                notices.stream()
                    .anyMatch(
                        notice ->
                            notice.startsWith("STATUS=Takes agents in at ")
                                && notice.contains("The last reload was refused: " + config)
                                && notice.contains("one: found an unknown key")));
    var mistakes =
        daemon.errors().lines().filter(line -> line.contains("The configuration stays as it was"));
    assertThat(mistakes).hasSize(2);
    var at = Pattern.compile("\"metrics\":\"([^\"]+)\"").matcher(daemon.readyLine());
    assertThat(at.find()).isTrue();
    assertThat(get(at.group(1), "/metrics")).contains("sojourn_config_last_reload_successful 0\n");
    assertThat(get(at.group(1), "/readyz"))
        .startsWith("ready\nThe configuration of before is in use");
  }

  private static void assertEachLineOfTheLogIsAnObject(DaemonProcess daemon) throws IOException {
    var json = new ObjectMapper();
    assertThat(daemon.errors().lines())
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(json.readTree(line).fieldNames())
                    .toIterable()
                    .contains("time", "level", "logger", "thread", "message"));
  }

  private ProcessBuilder handedOver(Path config) throws IOException {
    LentStartCache.toProgram(config);
    var builder = DaemonProcess.builder("run", "--config", config.toString(), "--json");
    builder.command().addAll(0, List.of(PERL.toString(), "-MSocket", "-e", HAND_OVER));
    builder.environment().remove("SOJOURN_LOG_LEVEL");
    builder.environment().put("SOJOURN_LISTEN", "127.0.0.1:1");
    builder.environment().put("NOTIFY_SOCKET", temporary.resolve("notify").toString());
    builder.environment().put("WATCHDOG_USEC", "2000000");
    return builder;
  }

  /// Gathers the notices, one for each line of a message.
  private Process receiver() throws IOException {
    var receiver =
        new ProcessBuilder(
                PERL.toString(), "-MSocket", "-e", RECEIVE, temporary.resolve("notify").toString())
            .start();
    var lines = new BufferedReader(receiver.inputReader(StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("bound");
    Thread.ofVirtual().start(() -> lines.lines().forEach(notices::add));
    return receiver;
  }
}
