package dev.sojourn.lab.load;

import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/// A host daemon in a process of its own, with an owner that it trusts.
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

  /// Starts it in a folder of its own.
  ///
  /// @param owner the owner that it trusts
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

  /// Its address, and how to connect to it.
  LoadTarget target() throws IOException, GeneralSecurityException {
    return LoadTarget.of(address, site.believed());
  }

  /// Makes requests that it takes.
  LoadRequests requests() {
    return new LoadRequests(address, owner, LoadSite.ORIGIN);
  }

  AtpAddress address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  /// Has it do the measured work until its code is compiled.
  LoadBench warmedUp(int divisor, Duration longest)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    var bench = new LoadBench(target(), pid(), longest);
    var load = LoadCase.warmUp(divisor);
    // The first brings the code that the others leave out.
    bench.measure("", new LoadCase(1, 1, 1), requests().first());
    bench.measure("", load, requests().ofKnownCode(load.requests()));
    return bench;
  }

  @Override
  public void close() {
    process.close();
  }
}
