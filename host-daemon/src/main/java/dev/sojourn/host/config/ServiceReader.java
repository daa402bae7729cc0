package dev.sojourn.host.config;

import dev.sojourn.base.toml.TomlSection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads `[metrics]` and `[log]`, the settings of the daemon as a service of its machine.
final class ServiceReader {
  private static final int LARGEST_PORT = 65_535;

  private ServiceReader() {}

  static MetricsConfig metrics(TomlSection table) {
    var expected = "an address and a port, as 127.0.0.1:9434 or [::1]:9434";
    boolean beyond = table.flag("beyond-loopback", false);
    var text = table.text("listen", expected);
    var listen = text.flatMap(ServiceReader::address);
    if (text.isPresent() && listen.isEmpty()) {
      table.error("listen", "\"" + text.get() + "\"", expected);
    }
    if (listen.isPresent() && !listen.get().getAddress().isLoopbackAddress() && !beyond) {
      table.error(
          "listen",
          "\"" + text.orElse("") + "\"",
          "an address of this machine only, since everybody who can reach the page may read it;"
              + " metrics.beyond-loopback = true allows it as it is");
    }
    table.finish();
    return new MetricsConfig(listen, beyond);
  }

  static LogConfig log(TomlSection table) {
    var log =
        new LogConfig(
            word(table, "format", LogConfig.Format.values()).orElse(LogConfig.Format.TEXT),
            word(table, "level", LogConfig.Level.values()));
    table.finish();
    return log;
  }

  /// {@return an address and a port, such as `127.0.0.1:10434` or `[::1]:10434`; empty if the text
  /// has another form or names an unknown machine}
  static Optional<InetSocketAddress> address(String text) {
    int colon = text.lastIndexOf(':');
    var port = colon < 0 ? "" : text.substring(colon + 1);
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LARGEST_PORT || colon == 0) {
      return Optional.empty();
    }
    try {
      var address = InetAddress.getByName(text.substring(0, colon));
      return Optional.of(new InetSocketAddress(address, Integer.parseInt(port)));
    } catch (UnknownHostException _) {
      return Optional.empty();
    }
  }

  private static <E extends Enum<E>> Optional<E> word(TomlSection table, String key, E[] all) {
    var expected =
        "one of "
            + Arrays.stream(all)
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    var text = table.text(key, expected);
    var found =
        text.flatMap(
            given -> Arrays.stream(all).filter(e -> e.name().equalsIgnoreCase(given)).findFirst());
    if (text.isPresent() && found.isEmpty()) {
      table.error(key, "\"" + text.get() + "\"", expected);
    }
    return found;
  }
}
