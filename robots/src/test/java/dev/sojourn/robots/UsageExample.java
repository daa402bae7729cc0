package dev.sojourn.robots;

import dev.sojourn.robots.fetch.FetchAnswer;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.FetchStep;
import dev.sojourn.robots.fetch.RobotsFetch;
import dev.sojourn.robots.fetch.SiteRules;
import dev.sojourn.robots.fetch.Validators;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The examples of docs/robots.md, as they stand there.
final class UsageExample {

  private final HttpClient http = HttpClient.newHttpClient();

  private UsageExample() {}

  static UsageExample create() {
    return new UsageExample();
  }

  static String decide(byte[] body, String url) {
    // tag::decide[]
    var robots = RobotsTxt.parse(body, RobotsOptions.LENIENT);
    var access = robots.access("ExampleBot", url);
    if (!access.allowed()) {
      return "closed by line " + access.line(); // access.rule() is the rule itself
    }
    var delay = robots.crawlDelay("ExampleBot").orElse(Duration.ofSeconds(1));
    return switch (robots.route(url)) {
      case Route.Host(var host, var line) -> "line " + line + " sends agents to " + host;
      case Route.None _, Route.Unspecified _ -> "read it over HTTP, a page each " + delay;
      case Route.Indeterminate _ -> "read it over HTTP; no agent may be sent";
    };
    // end::decide[]
  }

  // tag::fetch[]
  SiteRules rules(String origin) throws InterruptedException {
    var fetch = RobotsFetch.of(origin, FetchSettings.STANDARD);
    while (true) {
      switch (fetch.next(answer(fetch.url()))) {
        case FetchStep.Request(var next) -> fetch = next;
        case FetchStep.Done(var result) -> {
          return SiteRules.first(result, Instant.now(), FetchSettings.STANDARD);
        }
      }
    }
  }

  FetchAnswer answer(String url) throws InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20)).build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      var location = response.headers().firstValue("location");
      return new FetchAnswer.Response(
          response.statusCode(), location, response.body(), Optional.empty(), Validators.NONE);
    } catch (IOException e) {
      return new FetchAnswer.Failure(e.toString());
    }
  }
  // end::fetch[]
}
