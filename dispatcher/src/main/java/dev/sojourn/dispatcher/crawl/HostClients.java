package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.dispatcher.plan.Reach;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// The hosts of a crawl, two clients for each: one that tries again by itself, and one that does
/// not. May be used by any thread.
final class HostClients {
  private final Map<AtpAddress, HostClient> patient = new ConcurrentHashMap<>();
  private final Map<AtpAddress, HostClient> impatient = new ConcurrentHashMap<>();
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

  HostClient patient(AtpAddress host) {
    return patient.computeIfAbsent(host, h -> client(h, policy));
  }

  HostClient impatient(AtpAddress host) {
    return impatient.computeIfAbsent(host, h -> client(h, RetryPolicy.NEVER));
  }

  private HostClient client(AtpAddress host, RetryPolicy retry) {
    return new HostClient(client, host, owner, retry, clock, random).following(reach::allows);
  }
}
