package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.NOSY;
import static dev.sojourn.host.daemon.SentAgents.PRYING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A daemon takes agents in only for the parts of a site that robots.txt routes to it.
@Timeout(300)
class RoutedVisitIT {
  private static final PassportLimits LIMITS =
      new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000);

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
    folder.page("index.html", "home", "here/", "there/", "nowhere/");
    folder.page("here/index.html", "here");
    folder.page("there/index.html", "there");
    folder.page("nowhere/index.html", "nowhere");
  }

  @AfterEach
  void closeTheOwner() {
    owner.close();
  }

  @Test
  void aPassportForAPartThatIsRoutedElsewhereIsRefusedWithTheLine() throws Exception {
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      folder.file(
          "robots.txt",
          """
          Mobile-agent-server: / %s
          Mobile-agent-server: /there/ atp://there.example:434
          Mobile-agent-server: /nowhere/ none
          """
              .formatted(host.address()));

      assertThat(refusal(host, "/there/"))
          .isEqualTo(
              "not-routed-here: robots.txt of http://site.example routes /there/ to another host:"
                  + " line 2, Mobile-agent-server: /there/ atp://there.example:434. This host is "
                  + "%s, atp://localhost:%d.".formatted(host.address(), host.address().port()));
      assertThat(refusal(host, "/nowhere/"))
          .isEqualTo(
              "not-routed-here: robots.txt of http://site.example lets no host take agents for"
                  + " /nowhere/: line 3, Mobile-agent-server: /nowhere/ none.");
      assertThat(dispatch(host, "/here/")).isInstanceOf(DispatchOutcome.Accepted.class);
    }
  }

  @Test
  void aMixedScopeIsCutToWhatIsRoutedHere() throws Exception {
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      folder.file(
          "robots.txt",
          """
          Mobile-agent-server: / atp://localhost:%d
          Mobile-agent-server: /there/ atp://there.example
          Mobile-agent-server: /nowhere/ none
          """
              .formatted(host.address().port()));
      var passport = owner.passport(host.address(), WALKING, WALKER);
      var client = owner.host(host.address());
      client.dispatch(owner.sign(passport, WALKING), true);

      var gathering = new Gathering(passport.agentId());
      assertThat(gathering.all(client).state()).isEqualTo(VisitState.FINISHED);

      assertThat(gathering.urls())
          .containsExactlyInAnyOrder(Owner.SITE + "/", Owner.SITE + "/here/");
    }
  }

  @Test
  void whereRobotsTxtRoutesNothingThePolicyDecides() throws Exception {
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      assertThat(dispatch(host, "/here/")).isInstanceOf(DispatchOutcome.Accepted.class);
    }
    var strict = "[policy]\nunrouted = \"refuse\"\n";
    try (var host = RunningHost.start(folder.config(List.of(owner), strict))) {
      assertThat(refusal(host, "/here/"))
          .isEqualTo(
              "not-routed-here: robots.txt of http://site.example names no host for /here/, and"
                  + " this host takes agents only where it is named.");
      folder.file("robots.txt", "Mobile-agent-server: /here/ %s\n".formatted(host.address()));
      assertThat(dispatch(host, "/here/")).isInstanceOf(DispatchOutcome.Accepted.class);
    }
  }

  @Test
  void aHostIsMeantByTheNamesOfItsConfiguration() throws Exception {
    var named = "[policy]\nnames = [\"atps://agents.example.org\"]\n";
    folder.file("robots.txt", "Mobile-agent-server: / atps://agents.example.org:10435\n");
    try (var host = RunningHost.start(folder.config(List.of(owner), named))) {
      assertThat(dispatch(host, "/here/")).isInstanceOf(DispatchOutcome.Accepted.class);
    }
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      assertThat(refusal(host, "/here/")).startsWith("not-routed-here: ");
    }
  }

  @Test
  void aHostReadsAMisspeltLineAsTheCrawlDoes() throws Exception {
    folder.page("private/secret.html", "secret");
    folder.file("robots.txt", "User-agent: *\nDisalow: /private/\n");
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      var passport = owner.passport(host.address(), PRYING, NOSY);
      var client = owner.host(host.address());
      client.dispatch(owner.sign(passport, PRYING), true);

      var gathering = new Gathering(passport.agentId());
      gathering.all(client);

      assertThat(gathering.findings())
          .extracting(f -> f.get("path").asText() + " " + f.get("answer").asText())
          .contains("/index.html page", "/private/secret.html refused");
    }
  }

  private String refusal(RunningHost host, String path) throws InterruptedException {
    var outcome = dispatch(host, path);
    assertThat(outcome).isInstanceOf(DispatchOutcome.Refused.class);
    var problem = ((DispatchOutcome.Refused) outcome).problem();
    assertThat(problem.status().code()).isEqualTo(301);
    return problem.code() + ": " + problem.detail();
  }

  private DispatchOutcome dispatch(RunningHost host, String path) throws InterruptedException {
    var scope = new PassportScope(Owner.SITE, List.of(path), List.of());
    var starts = List.of(Owner.SITE + path);
    var passport = owner.passport(host.address(), WALKING, WALKER, scope, starts, LIMITS);
    return owner.host(host.address()).dispatch(owner.sign(passport, WALKING), true);
  }
}
