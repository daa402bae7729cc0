package dev.sojourn.lab.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/// A minimal Netty server over TCP or TLS 1.3. It reads the bytes of a request, sends the bytes of
/// an answer, and does nothing else. So it is an upper limit for any host. It runs as a separate
/// program.
public final class EchoServer {
  private static final int MAX_ATTEMPTS = 200;
  private static final int BETWEEN_ATTEMPTS_MILLIS = 100;
  private static final byte[] ANSWER =
      String.join(
              "\r\n",
              "ATP/0.1 100 OKAY",
              "Date: Thu, 01 Jan 2026 00:00:00 GMT",
              "Content-Length: 0",
              "Connection: keep-alive",
              "",
              "")
          .getBytes(StandardCharsets.ISO_8859_1);

  private EchoServer() {}

  /// Listens until the process ends.
  ///
  /// @param arguments the size of a request in bytes, the port, and for TLS the files of the
  ///   certificate and of its key
  /// @throws InterruptedException if the thread is interrupted
  /// @throws SSLException if the certificate cannot be used
  public static void main(String[] arguments) throws InterruptedException, SSLException {
    int requestBytes = Integer.parseInt(arguments[0]);
    var loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    int port = Integer.parseInt(arguments[1]);
    var tls =
        arguments.length == 4
            ? Optional.of(tls(new File(arguments[2]), new File(arguments[3])))
            : Optional.<SslContext>empty();
    new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                tls.ifPresent(
                    context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
                channel.pipeline().addLast(new Answers(requestBytes));
              }
            })
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .sync()
        .channel()
        .closeFuture()
        .sync();
  }

  private static SslContext tls(File certificate, File key) throws SSLException {
    return SslContextBuilder.forServer(certificate, key)
        .protocols("TLSv1.3")
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                "atp/0.1"))
        .build();
  }

  /// Starts the server in a separate process, and waits until it listens.
  ///
  /// @param requestBytes the size of each request
  /// @param port the port to listen on
  /// @param tls the files of the certificate and its key; empty for plain TCP
  /// @return the process; the caller must end it
  static Process start(int requestBytes, int port, List<Path> tls)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EchoServer.class.getName(),
                Integer.toString(requestBytes),
                Integer.toString(port)));
    tls.forEach(file -> command.add(file.toString()));
    var process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    for (int attempt = 1; attempt <= MAX_ATTEMPTS && process.isAlive(); attempt++) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return process;
      } catch (IOException _) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_ATTEMPTS_MILLIS);
      }
    }
    process.destroyForcibly();
    throw new IOException("the echo server did not start");
  }

  /// Counts the bytes of requests on one connection.
  private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
    private final int requestBytes;
    private int got;

    Answers(int requestBytes) {
      super(ByteBuf.class);
      this.requestBytes = requestBytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      got += bytes.readableBytes();
      for (; got >= requestBytes; got -= requestBytes) {
        var _ = context.write(Unpooled.wrappedBuffer(ANSWER));
      }
      context.flush();
    }
  }
}
