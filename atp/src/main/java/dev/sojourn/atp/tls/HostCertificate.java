package dev.sojourn.atp.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The certificate that a host shows, kept up to date with its files.
///
/// The files are looked at every few seconds. Where they changed and hold a certificate and its
/// key, connections from then on see the new one; connections that exist go on as they are. Where
/// they hold anything else, as between the writing of the one and of the other, the last good pair
/// stays in use, and the log says so once for each state of the files.
///
/// [#addTo] may be called by any event loop.
public final class HostCertificate implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HostCertificate.class.getName());

  private final TlsFiles files;
  private volatile SslContext context;
  private volatile Stamp tried;
  private final Thread watcher;

  private HostCertificate(TlsFiles files, SslContext context, Stamp tried) {
    this.files = files;
    this.context = context;
    this.tried = tried;
    this.watcher = Thread.ofVirtual().name("certificate").unstarted(this::watch);
  }

  /// What a change of the files is told by.
  private record Stamp(FileTime certificate, long certificateBytes, FileTime key, long keyBytes) {

    static Stamp of(TlsFiles files) throws IOException {
      return new Stamp(
          Files.getLastModifiedTime(files.certificate()),
          Files.size(files.certificate()),
          Files.getLastModifiedTime(files.key()),
          Files.size(files.key()));
    }
  }

  /// Reads the files, and watches them from then on.
  ///
  /// @param files where certificate and key lie
  /// @return the certificate, to be closed
  /// @throws IOException if they hold no certificate with its key; the sentence says what is wrong
  public static HostCertificate open(TlsFiles files) throws IOException {
    check(files);
    var stamp = Stamp.of(files);
    var certificate = new HostCertificate(files, read(files), stamp);
    certificate.watcher.start();
    return certificate;
  }

  /// Checks that the files hold a certificate and its key.
  ///
  /// @param files where they lie
  /// @throws IOException if they do not; the sentence says what is wrong
  public static void check(TlsFiles files) throws IOException {
    read(files);
  }

  private static SslContext read(TlsFiles files) throws IOException {
    var chain = present(files.certificate(), Pem::certificates);
    var key = present(files.key(), Pem::key);
    if (!Pem.belongs(key, chain.getFirst())) {
      throw new IOException(
          "The key in %s does not belong to the first certificate in %s."
              .formatted(files.key(), files.certificate()));
    }
    try {
      return TlsRules.on(SslContextBuilder.forServer(key, chain))
          .clientAuth(ClientAuth.NONE)
          .build();
    } catch (IllegalArgumentException e) {
      throw new IOException(files.certificate() + " cannot be used: " + e.getMessage() + ".", e);
    }
  }

  /// Reads a file.
  @FunctionalInterface
  private interface Reading<T> {
    T of(Path file) throws IOException;
  }

  private static <T> T present(Path file, Reading<T> reading) throws IOException {
    try {
      return reading.of(file);
    } catch (NoSuchFileException _) {
      throw new IOException("There is no file " + file + ".");
    }
  }

  /// Puts TLS into the pipeline of a connection that was taken in.
  ///
  /// @param pipeline of the connection
  /// @param handshake time to establish TLS, after which the connection is closed
  public void addTo(ChannelPipeline pipeline, Duration handshake) {
    var tls = context.newHandler(pipeline.channel().alloc());
    tls.setHandshakeTimeoutMillis(handshake.toMillis());
    pipeline.addLast("tls", tls).addLast("protocol", new ProtocolCheck(tls));
  }

  /// Ends what this side says, in such a way that the peer can tell that nothing was cut off.
  ///
  /// @param context of any handler of a connection
  /// @param then runs on the event loop once that is written, or at once where there is no TLS
  public static void endOutput(ChannelHandlerContext context, Runnable then) {
    var tls = context.pipeline().get(SslHandler.class);
    if (tls == null) {
      then.run();
    } else {
      tls.closeOutbound().addListener(_ -> then.run());
    }
  }

  private void watch() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(files.checkEvery().toMillis());
        reloadIfChanged();
      }
    } catch (InterruptedException _) {
      // The server closes.
    }
  }

  private void reloadIfChanged() {
    try {
      var stamp = Stamp.of(files);
      if (Objects.equals(stamp, tried)) {
        return;
      }
      tried = stamp;
      context = read(files);
      LOG.log(System.Logger.Level.INFO, "The certificate in {0} is in use", files.certificate());
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The certificate stays as it was, since the files that changed cannot be used: {0}",
          e.getMessage());
    }
  }

  /// Ends the watching. What was established goes on.
  @Override
  public void close() {
    watcher.interrupt();
  }
}
