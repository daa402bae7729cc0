package dev.sojourn.dispatcher.crawl;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A site of small pages in a folder, served over HTTP by the JDK's file server. It has a start
/// page, and sections whose pages link to each other and to pages of the next section.
final class TestSite implements AutoCloseable {
  static final String[] SECTIONS = {"a", "b", "c"};

  private final Path root;
  private final HttpServer server;
  private final HttpContext pagesServed;
  private final int pages;

  /// Builds and serves a site.
  ///
  /// @param pages of each section
  TestSite(Path root, int pages) throws IOException {
    this(root, pages, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /// Builds a site, and serves it at an address of its own.
  TestSite(Path root, int pages, InetSocketAddress address) throws IOException {
    this.root = root;
    this.pages = pages;
    write("index.html", "Start", "<a href='/a/'>a</a> <a href='/private/0.html'>private</a>");
    write("private/0.html", "Private", "<a href='/private/1.html'>more</a>");
    write("private/1.html", "Private", "nothing");
    for (int s = 0; s < SECTIONS.length; s++) {
      var section = SECTIONS[s];
      var next = SECTIONS[(s + 1) % SECTIONS.length];
      write(section + "/index.html", "Section " + section, link(section, 0));
      for (int i = 0; i < pages; i++) {
        var links = link(section, (i + 1) % pages) + link(section, (i * 7 + 3) % pages);
        if (i % 10 == 5) {
          links += link(next, i);
        }
        write(section + "/" + i + ".html", "Page " + i + " of " + section, links);
      }
    }
    server = HttpServer.create(address, 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    pagesServed = server.createContext("/", SimpleFileServer.createFileHandler(root));
    server.start();
  }

  private static String link(String section, int page) {
    return "<a href='/%s/%d.html'>%s %d</a> ".formatted(section, page, section, page);
  }

  private void write(String path, String title, String body) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "<!DOCTYPE html><html lang='en'><head><title>%s</title></head><body><h1>%s</h1><p>%s</p>%s</body></html>"
            .formatted(title, title, "Words of this page, " + path + ". ".repeat(40), body));
  }

  /// Writes robots.txt; `/private/` is disallowed whatever else it says.
  void robots(String lines) throws IOException {
    Files.writeString(root.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\n\n" + lines);
  }

  /// Writes robots.txt as it is given.
  void robotsFile(String text) throws IOException {
    Files.writeString(root.resolve("robots.txt"), text);
  }

  /// Lets each answer but that of robots.txt take so long, and counts them from now on.
  Traffic slow(Duration answer) {
    var traffic = new Traffic(answer);
    pagesServed.getFilters().clear();
    pagesServed.getFilters().add(traffic);
    return traffic;
  }

  /// The requests for pages.
  static final class Traffic extends Filter {
    private final Duration answer;
    private final AtomicInteger underWay = new AtomicInteger();
    final AtomicInteger mostUnderWay = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();

    Traffic(Duration answer) {
      this.answer = answer;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      if (exchange.getRequestURI().getPath().equals("/robots.txt")) {
        chain.doFilter(exchange);
        return;
      }
      requests.incrementAndGet();
      mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      try {
        // The latch is never opened: the answer takes its time.
        var _ = new CountDownLatch(1).await(answer.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw new InterruptedIOException(e.getMessage());
      } finally {
        // Before the answer: its reader may ask again at once.
        underWay.decrementAndGet();
      }
      chain.doFilter(exchange);
    }

    @Override
    public String description() {
      return "traffic";
    }
  }

  Path root() {
    return root;
  }

  String origin() {
    var address = server.getAddress();
    return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /// Every page that a crawl from the start page has to find.
  Set<String> expected() {
    var all = new TreeSet<String>();
    all.add(origin() + "/");
    all.add(origin() + "/a/");
    for (var section : SECTIONS) {
      for (int i = 0; i < pages; i++) {
        all.add(origin() + "/" + section + "/" + i + ".html");
      }
    }
    return all;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
