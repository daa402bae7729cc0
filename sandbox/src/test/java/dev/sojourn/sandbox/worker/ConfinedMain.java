package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.confine.ResourceLimits;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/// A worker without the walls 1 to 3: it confines itself as a worker does, then runs the attacks
/// that the test names, as arbitrary code, and reports the result of each.
public final class ConfinedMain {
  private ConfinedMain() {}

  /// @param arguments MiB, threads, the socket's name, as a worker's; whether to warm up first
  public static void main(String[] arguments) throws IOException {
    var wall = SeccompPolicy.prepare();
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[2]));
    var attacks = new Attacks();
    if (Boolean.getBoolean("warmUp")) {
      Warmup.run();
    }
    long start = System.nanoTime();
    wall.raise(
        new ResourceLimits(Long.parseLong(arguments[0]) << 20, Integer.parseInt(arguments[1])));
    say(channel, "raised " + (System.nanoTime() - start) / 1_000);
    var lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      say(channel, attacks.run(line));
    }
    Runtime.getRuntime().halt(0);
  }

  private static void say(SocketChannel channel, String line) throws IOException {
    var flat = line.replace('\n', ' ');
    var bytes = ByteBuffer.wrap((flat + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
