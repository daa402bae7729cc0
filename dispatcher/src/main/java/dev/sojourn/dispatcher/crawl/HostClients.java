package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.Destinations;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.dispatcher.plan.Reach;
import dev.sojourn.identity.key.SigningKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// The hosts of a crawl, two clients for each: one that tries again by itself, and one that does
/// not. May be used by any thread.
final class HostClients {
  private final Map<Way, HostClient> patient = new ConcurrentHashMap<>();
  private final Map<Way, HostClient> impatient = new ConcurrentHashMap<>();
  private final AtpClient client;
  private final SigningKey owner;
  private final RetryPolicy policy;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Reach reach;

  HostClients(
      AtpClient client,
      SigningKey owner,
      Duration patience,
      InstantSource clock,
      RandomGenerator random,
      Reach reach) {
    this.client = client;
    this.owner = owner;
    this.policy = new RetryPolicy(3, Duration.ofMillis(200), Duration.ofSeconds(5), patience);
    this.clock = clock;
    this.random = random;
    this.reach = reach;
  }

  /// The key of a client: two sites may name one host, and only one of them may name hosts at any
  /// address.
  private record Way(AtpAddress host, Destinations destinations) {}

  HostClient patient(AtpAddress host, Destinations destinations) {
    return patient.computeIfAbsent(new Way(host, destinations), w -> client(w, policy));
  }

  HostClient impatient(AtpAddress host, Destinations destinations) {
    return impatient.computeIfAbsent(
        new Way(host, destinations), w -> client(w, RetryPolicy.NEVER));
  }

  private HostClient client(Way way, RetryPolicy retry) {
    return new HostClient(client, way.host(), owner, retry, clock, random)
        .following(reach::allows)
        .connecting(way.destinations());
  }
}
