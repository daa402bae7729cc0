package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.fetch.Validators;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;

/// Makes sites on loopback seem to be sites of the Internet. Every name and address is resolved to
/// a public one, and its requests go to loopback.
public record SeeminglyPublic(HttpFetcher http) implements RobotsFetcher.Network {
  private static final byte[] PUBLIC = {93, (byte) 184, (byte) 215, 14};

  public static RobotsFetcher robots(HttpFetcher http) {
    return new RobotsFetcher(new SeeminglyPublic(http), InstantSource.system());
  }

  @Override
  public InetAddress[] resolve(PageUrl url) throws UnknownHostException {
    return new InetAddress[] {InetAddress.getByAddress(PUBLIC)};
  }

  @Override
  public HttpReply get(PageUrl url, InetAddress address, Validators validators, WireTally tally)
      throws InterruptedException {
    return http.getAt(
        url, InetAddress.getLoopbackAddress(), validators, RobotsOptions.MIN_MAX_BYTES, tally);
  }
}
