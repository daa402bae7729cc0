package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The rules in the file `robots.txt` of a document root, read again when the file has changed.
/// Safe for use by several threads.
///
/// A missing file means no rules, as for HTTP (RFC 9309, 2.3.1). If the file cannot be read, no
/// page is allowed and no agent is accepted. The file is parsed with the options of crawls,
/// [RobotsOptions#STANDARD].
public final class FolderRobots implements Supplier<RobotsTxt> {
  private static final System.Logger LOG = System.getLogger(FolderRobots.class.getName());

  private static final RobotsTxt NOTHING = RobotsTxt.disallowAll().withIndeterminateRoutes();

  /// The attempts to read a file that is replaced meanwhile.
  private static final int ATTEMPTS = 3;

  private final Path file;
  private final PageUrl url;
  private final ContentSource source;
  private volatile Optional<Kept> kept = Optional.empty();
  private volatile boolean failing;

  /// @param mark the size, modification time and identity of the file when its rules were read;
  ///   empty if there was no file
  private record Kept(List<Object> mark, RobotsTxt rules) {}

  /// Creates the rules without reading the file.
  ///
  /// @param origin the origin of the site
  /// @param root the folder of the site
  /// @param source reads the folder
  public FolderRobots(String origin, Path root, ContentSource source) {
    this.file = root.resolve("robots.txt");
    this.url = new PageUrl(origin, "/robots.txt", Optional.empty());
    this.source = source;
  }

  @Override
  public RobotsTxt get() {
    try {
      var mark = mark();
      var now = kept;
      if (now.isPresent() && now.get().mark().equals(mark)) {
        return now.get().rules();
      }
      var rules = read();
      kept = Optional.of(new Kept(mark, rules));
      failing = false;
      return rules;
    } catch (IOException e) {
      // This method is called for each page, so the failure is logged only once.
      if (!failing) {
        failing = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} cannot be read, nothing is allowed: {1}",
            file,
            e.getMessage());
      }
      return NOTHING;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return NOTHING;
    }
  }

  private List<Object> mark() throws IOException {
    try {
      var own = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      var target =
          own.isSymbolicLink() ? Files.readAttributes(file, BasicFileAttributes.class) : own;
      return List.of(
          target.size(),
          target.lastModifiedTime(),
          String.valueOf(target.fileKey()),
          own.lastModifiedTime());
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  private RobotsTxt read() throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return readOnce();
      } catch (ChangedPageException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private RobotsTxt readOnce() throws IOException, InterruptedException {
    return switch (source.read(url)) {
      case Content.Found found -> RobotsTxt.parse(found.body(), RobotsOptions.STANDARD);
      case Content.Missing missing when missing.status() == 404 -> RobotsTxt.allowAll();
      case Content.Missing missing -> throw new IOException(missing.reason());
      case Content.NotModified _ -> throw new IOException("it answers a condition nobody made");
      case Content.Redirect _ -> throw new IOException("it is a directory");
    };
  }
}
