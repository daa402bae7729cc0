package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.link.RunLinks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Reads the links of an experiment: the table `[link]`, and tables of single sites or hosts whose
/// keys override it.
final class LinkReader {
  private static final long LEAST_RATE = 8_000;
  private static final long MOST_RATE = 10_000_000_000L;
  private static final int MOST_HOSTS = 64;

  private LinkReader() {}

  static RunLinks read(TomlSection top) {
    var common = settings(top.table("link"), LinkSettings.FREE);
    return new RunLinks(common, sites(top, common), hosts(top.table("hosts"), common));
  }

  private static Map<Integer, LinkSettings> sites(TomlSection top, LinkSettings common) {
    var tables = top.listLength("site").isEmpty() ? List.of(top.table("site")) : top.tables("site");
    var links = new HashMap<Integer, LinkSettings>();
    IntStream.range(0, tables.size())
        .filter(site -> tables.get(site).has("link"))
        .forEach(site -> links.put(site, settings(tables.get(site).table("link"), common)));
    return links;
  }

  private static Map<Integer, LinkSettings> hosts(TomlSection hosts, LinkSettings common) {
    var links = new HashMap<Integer, LinkSettings>();
    for (var table : hosts.tables("link")) {
      int host = table.count("host", 1, 1, MOST_HOSTS);
      if (!table.has("host")) {
        table.error("host", "nothing", "the number of a host, from 1");
      }
      if (links.putIfAbsent(host - 1, settings(table, common)) != null) {
        table.error("host", Integer.toString(host), "a host that has no other such table");
      }
    }
    return links;
  }

  /// Reads a table. A missing key has the value of another link.
  private static LinkSettings settings(TomlSection table, LinkSettings otherwise) {
    var delay = table.duration("delay", Duration.ZERO, Duration.ofSeconds(10));
    long rate = rate(table);
    var queue = table.duration("queue", Duration.ofMillis(1), Duration.ofMinutes(1));
    double loss = table.number("loss", otherwise.loss(), 1);
    if (loss > LinkSettings.MOST_LOSS) {
      table.error("loss", Double.toString(loss), "a number from 0 to " + LinkSettings.MOST_LOSS);
      loss = 0;
    }
    var outages = table.has("outage") ? outages(table) : otherwise.outages();
    table.finish();
    return new LinkSettings(
        delay.orElse(otherwise.delay()),
        table.has("rate") ? rate : otherwise.bitsPerSecond(),
        loss,
        queue.isPresent() ? queue : otherwise.queue(),
        outages);
  }

  /// Reads a rate in bit/s; 0 for no limit.
  private static long rate(TomlSection table) {
    var expected = "a rate from \"8 kbit/s\" to \"10 Gbit/s\", or \"" + BitRate.UNLIMITED + "\"";
    var text =
        table.value(
            "rate",
            expected,
            found ->
                found.value() instanceof String rate && isRate(rate)
                    ? Optional.of(rate)
                    : Optional.empty());
    long rate = text.map(BitRate::read).map(bits -> bits.orElse(0)).orElse(0L);
    table.used("rate", text.orElse(BitRate.UNLIMITED), (double) rate, "bit/s");
    return rate;
  }

  private static boolean isRate(String text) {
    var rate = BitRate.read(text);
    return text.equals(BitRate.UNLIMITED)
        || (rate.isPresent() && rate.getAsLong() >= LEAST_RATE && rate.getAsLong() <= MOST_RATE);
  }

  private static List<Outage> outages(TomlSection table) {
    var outages = new ArrayList<Outage>();
    for (var outage : table.tables("outage")) {
      var at = outage.duration("at", Duration.ZERO, Duration.ofDays(1)).orElse(Duration.ZERO);
      var length = outage.duration("for", Duration.ofMillis(1), Duration.ofHours(1));
      if (!outage.has("for")) {
        outage.requiredText("for", "how long it lasts, as \"2 s\"");
      }
      outages.add(new Outage(at, length.orElse(Duration.ofSeconds(1))));
      outage.finish();
    }
    return outages;
  }
}
