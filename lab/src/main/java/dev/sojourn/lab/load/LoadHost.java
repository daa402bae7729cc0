package dev.sojourn.lab.load;

import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/// A host daemon in a separate process, with an owner that it trusts.
final class LoadHost implements AutoCloseable {
  private final LoadSite site;
  private final SigningKey owner;
  private final HostProcess process;
  private final AtpAddress address;

  private LoadHost(LoadSite site, SigningKey owner, HostProcess process, AtpAddress address) {
    this.site = site;
    this.owner = owner;
    this.process = process;
    this.address = address;
  }

  /// Starts the daemon in its own folder.
  ///
  /// @param owner the trusted owner
  static LoadHost start(Path folder, SigningKey owner, boolean isTls)
      throws IOException, GeneralSecurityException, InterruptedException {
    var site = new LoadSite(folder);
    var process = HostProcess.start(site.write(owner, isTls), folder.resolve("host.log"));
    try {
      var address = AtpAddress.parse(process.listening()).orElseThrow();
      return new LoadHost(site, owner, process, address);
    } catch (InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /// The daemon's address, and how to connect to it.
  LoadTarget target() throws IOException, GeneralSecurityException {
    return LoadTarget.of(address, site.believed());
  }

  /// Makes requests that the daemon accepts.
  LoadRequests requests() {
    return new LoadRequests(address, owner, LoadSite.ORIGIN);
  }

  AtpAddress address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  /// Lets the daemon do the measured work until its code is compiled.
  LoadBench warmedUp(int divisor, Duration longest)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    var bench = new LoadBench(target(), pid(), longest);
    var load = LoadCase.warmUp(divisor);
    // The first request brings the code, which the others omit.
    bench.measure("", new LoadCase(1, 1, 1), requests().first());
    bench.measure("", load, requests().ofKnownCode(load.requests()));
    return bench;
  }

  @Override
  public void close() {
    process.close();
  }
}
