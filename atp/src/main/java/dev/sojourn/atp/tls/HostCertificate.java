package dev.sojourn.atp.tls;

import dev.sojourn.base.Digest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The certificate of a host, kept up to date with its files.
///
/// The files are read every few seconds. If they changed and contain a certificate and its key,
/// later connections use the new pair. Present connections keep the old pair. If the files contain
/// anything else, for example while only one of them is written, the last valid pair stays in use.
/// The log reports this once for each state of the files. Twice a day, the log names a certificate
/// that has expired or soon will.
///
/// Any event loop may call [#addTo].
public final class HostCertificate implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HostCertificate.class.getName());

  private static final Duration SAY_EVERY = Duration.ofHours(12);

  private final TlsFiles files;
  private final InstantSource clock;
  private volatile Shown shown;
  private volatile Stamp tried;
  private volatile long sayAgain = System.nanoTime();
  private final Thread watcher;

  private HostCertificate(TlsFiles files, InstantSource clock, Shown shown, Stamp tried) {
    this.files = files;
    this.clock = clock;
    this.shown = shown;
    this.tried = tried;
    this.watcher = Thread.ofVirtual().name("certificate").unstarted(this::watch);
  }

  /// The certificate that connections see, and its dates.
  private record Shown(SslContext context, CertificateDates dates) {}

  /// The content of the files, used to detect a change. Times and sizes do not show that a file
  /// became readable, or was overwritten with its old time.
  private record Stamp(String certificate, String key) {

    static Stamp of(TlsFiles files) {
      return new Stamp(of(files.certificate()), of(files.key()));
    }

    private static String of(Path file) {
      try {
        return Digest.of(Pem.octets(file)).hex();
      } catch (IOException e) {
        return e.toString();
      }
    }
  }

  /// Reads the files, and watches them from then on.
  ///
  /// @param files with certificate and key
  /// @param clock for the dates of the certificate
  /// @return the certificate, to be closed
  /// @throws IOException if the files contain no certificate with its key; the message names the
  ///   fault
  public static HostCertificate open(TlsFiles files, InstantSource clock) throws IOException {
    var stamp = Stamp.of(files);
    var certificate = new HostCertificate(files, clock, read(files), stamp);
    certificate.watcher.start();
    return certificate;
  }

  /// Checks that the files contain a certificate and its key.
  ///
  /// @param files the files to check
  /// @throws IOException if they do not; the message names the fault
  public static void check(TlsFiles files) throws IOException {
    var _ = read(files);
  }

  private static Shown read(TlsFiles files) throws IOException {
    var chain = present(files.certificate(), Pem::certificates);
    var key = present(files.key(), Pem::key);
    if (!Pem.belongs(key, chain.getFirst())) {
      throw new IOException(
          "The key in %s does not belong to the first certificate in %s."
              .formatted(files.key(), files.certificate()));
    }
    try {
      var context =
          TlsRules.on(SslContextBuilder.forServer(key, chain)).clientAuth(ClientAuth.NONE).build();
      return new Shown(context, CertificateDates.of(files.certificate(), chain));
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
    } catch (AccessDeniedException _) {
      throw new IOException(
          "This user may not read " + file + "; let it read the file and its directories.");
    }
  }

  /// {@return the dates of the certificate that connections see}
  public CertificateDates dates() {
    return shown.dates();
  }

  /// Adds TLS to the pipeline of an accepted connection.
  ///
  /// @param pipeline of the connection
  /// @param handshake time to establish TLS, after which the connection is closed
  public void addTo(ChannelPipeline pipeline, Duration handshake) {
    var tls = shown.context().newHandler(pipeline.channel().alloc());
    tls.setHandshakeTimeoutMillis(handshake.toMillis());
    pipeline.addLast("tls", tls).addLast("protocol", new ProtocolCheck(tls));
  }

  /// Ends the output of this side, so that the peer can see that the output is complete.
  ///
  /// @param context of any handler of a connection
  /// @param then runs on the event loop once the end is written, or at once without TLS
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
        sayConcern();
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
      shown = read(files);
      sayAgain = System.nanoTime();
      LOG.log(
          System.Logger.Level.INFO,
          "The certificate in {0} is in use; it expires at {1}",
          files.certificate(),
          shown.dates().until());
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The certificate stays as it was, since the files that changed cannot be used: {0}",
          e.getMessage());
    }
  }

  private void sayConcern() {
    if (System.nanoTime() - sayAgain < 0) {
      return;
    }
    var concern = shown.dates().concern(clock.instant());
    if (concern.isPresent()) {
      LOG.log(System.Logger.Level.WARNING, concern.get());
      sayAgain = System.nanoTime() + SAY_EVERY.toNanos();
    }
  }

  /// Stops the watching. Established connections continue.
  @Override
  public void close() {
    watcher.interrupt();
  }
}
