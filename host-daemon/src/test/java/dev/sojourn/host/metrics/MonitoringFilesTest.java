package dev.sojourn.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ServerCounts;
import dev.sojourn.host.page.PageStoreCounts;
import dev.sojourn.host.store.Store;
import dev.sojourn.sandbox.WorkerCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The files for Prometheus and Grafana that the package ships, beside the metrics of a fresh
/// daemon.
class MonitoringFilesTest {
  private static final Path ALERTS = Path.of("src/deb/prometheus/alerts.yml");
  private static final Path DASHBOARD = Path.of("src/deb/grafana/dashboard.json");
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
  private static final Pattern NAME = Pattern.compile("\\b(?:sojourn|process|jvm)_[a-z_]+");
  private static final Pattern SERIES =
      Pattern.compile("\\b((?:sojourn|process|jvm)_[a-z_]+\\{[a-z]+=\"[^\"]*\"})");
  private static final Pattern CODE = Pattern.compile("\\| `([a-z-]+)` \\| \\d{3} \\|.*");

  @TempDir Path temporary;
  private Store store;
  private String metrics = "";

  @BeforeEach
  void readTheMetricsOfANewDaemon() throws IOException {
    store = Store.open(temporary.resolve("data"));
    var wire =
        new ServerCounts(
            new ConnectionCounts(0, 0, 1_024, 0, Map.of(), Map.of(), Optional.empty()),
            Map.of("head-timeout", 0L),
            0);
    metrics =
        new HostMetrics(
                store,
                temporary.resolve("data"),
                () -> wire,
                () -> Optional.of(Instant.EPOCH),
                () -> Map.of("http://a.example", 0L),
                () -> false,
                () -> new WorkerCounts(0, 0, 0, false),
                () -> new PageStoreCounts(0, 0, 0, 0, 0, 0, 0),
                new IntakeCounts(),
                new VisitCounts(() -> Set.of("crawler.example")))
            .text();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  static boolean hasPromtool() {
    return Files.isExecutable(PROMTOOL);
  }

  @Test
  void everyMetricThatTheAlertsNameIsThereBeforeTheFirstEvent() throws IOException {
    assertAllAreThere(Files.readString(ALERTS));
  }

  @Test
  void everyMetricThatTheDashboardNamesIsThereAndEachPanelHasOne() throws IOException {
    var dashboard = new ObjectMapper().readTree(Files.readString(DASHBOARD));
    var expressions = new ArrayList<String>();
    for (var panel : dashboard.path("panels")) {
      assertThat(panel.path("targets")).as(panel.path("title").asText()).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        var expression = target.path("expr").asText();
        assertThat(NAME.matcher(expression).find()).as(expression).isTrue();
        expressions.add(expression);
      }
    }

    assertAllAreThere(String.join("\n", expressions));
    assertThat(expressions).hasSizeGreaterThan(20);
  }

  private void assertAllAreThere(String text) {
    var names = NAME.matcher(text).results().map(found -> found.group()).distinct().toList();
    assertThat(names).isNotEmpty();
    for (var name : names) {
      assertThat(metrics).containsPattern("(?m)^" + name + "[{ ]");
    }
    SERIES.matcher(text).results().forEach(found -> assertThat(metrics).contains(found.group(1)));
  }

  @Test
  void everySumThatIsKnownInAdvanceBeginsAtZero() {
    assertThat(metrics)
        .contains(
            "sojourn_arrivals_total 0\n",
            "sojourn_requests_total{method=\"DISPATCH\"} 0\n",
            "sojourn_requests_total{method=\"DISPOSE\"} 0\n",
            "sojourn_refusals_total{reason=\"signer-untrusted\"} 0\n",
            "sojourn_refusals_total{reason=\"nonce-reused\"} 0\n",
            "sojourn_visits{state=\"parked\"} 0\n",
            "sojourn_visits_ended_total{state=\"killed\"} 0\n",
            "sojourn_pages_total{signer=\"crawler.example\"} 0\n",
            "sojourn_pages_total{signer=\"other\"} 0\n",
            "sojourn_page_bytes_total{signer=\"crawler.example\"} 0\n",
            "sojourn_findings_total{signer=\"other\"} 0\n",
            "sojourn_visit_cpu_seconds_total{signer=\"crawler.example\"} 0\n",
            "sojourn_connections_refused_total{limit=\"network\"} 0\n",
            "sojourn_connections_displaced_total{limit=\"address\"} 0\n")
        .doesNotContain("sojourn_visits_ended_total{state=\"running\"}");
  }

  /// The codes of `docs/atp.md` with which agents are refused.
  @Test
  void everyReasonOfARefusalBeginsAtZero() throws IOException {
    var codes =
        Files.readAllLines(Path.of("../docs/atp.md")).stream()
            .dropWhile(line -> !line.equals("### Answers to DISPATCH"))
            .map(CODE::matcher)
            .filter(Matcher::matches)
            .map(row -> row.group(1))
            .toList();

    assertThat(codes).hasSizeGreaterThan(25);
    for (var code : codes) {
      assertThat(metrics).contains("sojourn_refusals_total{reason=\"" + code + "\"} 0\n");
    }
  }

  @Test
  @EnabledIf(value = "hasPromtool", disabledReason = "there is no promtool (package prometheus)")
  void promtoolTakesTheAlertsAndEachComesWhenItMust() throws Exception {
    for (var file : List.of(ALERTS, Path.of("src/test/prometheus/alerts-test.yml"))) {
      Files.copy(file, temporary.resolve(file.getFileName()));
    }

    assertThat(promtool("check", "rules", "alerts.yml")).contains("SUCCESS: 13 rules found");
    assertThat(promtool("test", "rules", "alerts-test.yml")).contains("SUCCESS");
    for (var rule : Files.readAllLines(ALERTS)) {
      if (rule.contains("alert: ")) {
        var name = rule.substring(rule.indexOf("alert: ") + 7);
        assertThat(Files.readString(temporary.resolve("alerts-test.yml")))
            .containsPattern(name + "\n +exp_alerts:\n +- exp_labels");
      }
    }
  }

  @Test
  @EnabledIf(value = "hasPromtool", disabledReason = "there is no promtool (package prometheus)")
  void promtoolTakesTheMetrics() throws Exception {
    Files.writeString(temporary.resolve("metrics"), metrics);

    assertThat(promtool("check", "metrics")).isEmpty();
  }

  private String promtool(String... words) throws Exception {
    var command = new ArrayList<>(List.of(PROMTOOL.toString()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(temporary.toFile());
    if (Files.exists(temporary.resolve("metrics"))) {
      builder.redirectInput(temporary.resolve("metrics").toFile());
    }
    var process = builder.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
