package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Serves the files of a folder as pages, like a simple web server. A directory is answered with
/// its index file, or with a redirect if the slash is missing. The query is ignored. Compressed
/// versions, such as `page.html.gz` for `page.html`, never replace a file.
///
/// Some entries of the folder are never served: names that begin with a dot, entries other than
/// regular files, and files excluded by [FileRules]. Files outside the folder are never served. A
/// symbolic link is followed if its target is inside the root and not below a dot name. The target
/// is first resolved and checked. It is then opened from the root down, name by name, without
/// following links, so that a link created in between has no effect. There is no check of hard
/// links and mounts, since only the owner of the machine can make them.
///
/// The root itself may be a link, and may be replaced while the daemon runs. If it then leads to
/// the daemon's own files, or to a folder that contains them, no page is served.
public final class DocumentRoot implements ContentSource {
  /// The default names of index files.
  public static final List<String> USUAL_INDEX_FILES = List.of("index.html", "index.htm");

  private static final String PAGE_SUFFIX = ".html";

  /// Local file systems, whose times of changes are fine and known at once. A client of NFS, for
  /// example, learns of a change only some time later.
  private static final Set<String> TIMED_FILE_SYSTEMS =
      Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay");

  private static final List<String> ROBOTS = List.of("robots.txt");

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Path root;
  private final List<String> indexFiles;
  private final int maxFileBytes;
  private final FileRules files;
  private final PrivatePaths own;
  private final boolean hasCleanUrls;
  private final FolderCheck check;
  private final InstantSource clock;
  private volatile Judged judged = new Judged(Path.of(""), Optional.empty(), false, 0);

  /// The check of the root's real path.
  ///
  /// @param overlap the private path that overlaps with it, if any
  /// @param isTimed whether its file system gives each change of a file a new time at once
  /// @param device the device of the root
  private record Judged(Path top, Optional<Path> overlap, boolean isTimed, long device) {}

  private DocumentRoot(
      Path root,
      List<String> indexFiles,
      int maxFileBytes,
      FileRules files,
      PrivatePaths own,
      boolean hasCleanUrls,
      FolderCheck check,
      InstantSource clock) {
    this.check = check;
    this.clock = clock;
    this.root = root;
    this.indexFiles = List.copyOf(indexFiles);
    this.maxFileBytes = maxFileBytes;
    this.files = files;
    this.own = own;
    this.hasCleanUrls = hasCleanUrls;
  }

  /// Opens a folder in a process without private files.
  ///
  /// @param root an existing directory
  /// @param indexFiles the names of index files, in the order of search; may be empty
  /// @param maxFileBytes the largest size of a served file, in bytes; at least 1
  /// @return the source
  /// @throws NotDirectoryException if there is no such directory
  /// @throws IOException if the directory cannot be read
  public static DocumentRoot open(Path root, List<String> indexFiles, int maxFileBytes)
      throws IOException {
    return open(root, indexFiles, maxFileBytes, FileRules.NONE, PrivatePaths.NONE);
  }

  /// Opens a folder.
  ///
  /// @param root an existing directory
  /// @param indexFiles the names of index files, in the order of search; may be empty
  /// @param maxFileBytes the largest size of a served file, in bytes; at least 1
  /// @param files the rules for files that are served
  /// @param own the paths that must not be served
  /// @return the source
  /// @throws NotDirectoryException if there is no such directory
  /// @throws IOException if the directory cannot be read
  public static DocumentRoot open(
      Path root, List<String> indexFiles, int maxFileBytes, FileRules files, PrivatePaths own)
      throws IOException {
    var opened = of(root, indexFiles, maxFileBytes, files, own, new FolderCheck(false));
    if (!Files.isDirectory(root)) {
      throw new NotDirectoryException(root.toString());
    }
    try (var directory = Files.newDirectoryStream(root.toRealPath())) {
      if (!(directory instanceof SecureDirectoryStream<Path>)) {
        throw new FileSystemException(
            root.toString(), null, "this file system cannot be read without following links");
      }
    }
    return opened;
  }

  /// Returns a source for a folder that may be missing now. While the folder is away, every request
  /// fails.
  ///
  /// @param root the directory, which may be created later
  /// @param indexFiles the names of index files, in the order of search; may be empty
  /// @param maxFileBytes the largest size of a served file, in bytes; at least 1
  /// @param files the rules for files that are served
  /// @param own the paths that must not be served
  /// @param check checks whether it is the same folder as before
  /// @return the source
  public static DocumentRoot of(
      Path root,
      List<String> indexFiles,
      int maxFileBytes,
      FileRules files,
      PrivatePaths own,
      FolderCheck check) {
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException(
          "maxFileBytes: " + maxFileBytes + " (expected: at least 1)");
    }
    for (var name : indexFiles) {
      if (!FilePath.isPlain(name)) {
        throw new IllegalArgumentException(
            "indexFiles: " + name + " (expected: a file name that does not begin with a dot)");
      }
    }
    return new DocumentRoot(
        root.toAbsolutePath(),
        indexFiles,
        maxFileBytes,
        files,
        own,
        false,
        check,
        InstantSource.system());
  }

  /// {@return this folder with clean URLs: a path without a file stands for the file with `.html`
  /// appended, or else for a directory} In nginx this is `try_files $uri $uri.html $uri/ =404`.
  public DocumentRoot withCleanUrls() {
    return new DocumentRoot(root, indexFiles, maxFileBytes, files, own, true, check, clock);
  }

  /// {@return this folder with another clock} Its present time decides which versions of files are
  /// settled.
  DocumentRoot withClock(InstantSource other) {
    return new DocumentRoot(root, indexFiles, maxFileBytes, files, own, hasCleanUrls, check, other);
  }

  /// {@return an index of the served files, directory by directory}
  public FolderIndex index() {
    return new FolderIndex(this);
  }

  /// Returns the last name in the URL of a file.
  String page(String file) {
    if (indexFiles.contains(file)) {
      return "";
    }
    return hasCleanUrls && file.endsWith(PAGE_SUFFIX)
        ? file.substring(0, file.length() - PAGE_SUFFIX.length())
        : file;
  }

  @Override
  public Content read(PageUrl url) throws IOException {
    var path = FilePath.of(url.path());
    if (path.isEmpty()) {
      return missing(url);
    }
    try {
      var content = read(url, path.get());
      if (content instanceof Content.Missing gone && gone.status() == 404) {
        requirePages();
      }
      return content;
    } catch (NoSuchFileException | NotDirectoryException | InvalidPathException _) {
      requirePages();
      return missing(url);
    } catch (AccessDeniedException _) {
      return new Content.Missing(403, "The site's files do not let " + url.path() + " be read.");
    }
  }

  private Content read(PageUrl url, FilePath path) throws IOException {
    var top = top();
    if (hasCleanUrls && !path.slash()) {
      var page = cleanPage(url, path.names(), top);
      if (page.isPresent()) {
        return page.get();
      }
    }
    var place = resolve(top, path.names());
    if (place.isEmpty()) {
      return missing(url);
    }
    var version = FileVersion.of(place.get());
    if (isLeftOut(path.names(), top, place.get(), version.isDirectory())) {
      return leftOut(url);
    }
    if (!version.isDirectory()) {
      return path.slash() ? missing(url) : readFile(url, top, place.get(), version);
    }
    if (!path.slash() && !path.names().isEmpty()) {
      return new Content.Redirect(new PageUrl(url.origin(), url.path() + "/", url.query()));
    }
    for (var name : indexFiles) {
      var names = new ArrayList<>(path.names());
      names.add(name);
      Optional<Path> index;
      try {
        index = resolve(top, names);
      } catch (NoSuchFileException _) {
        continue;
      }
      if (index.isPresent() && Files.isRegularFile(index.get(), LinkOption.NOFOLLOW_LINKS)) {
        return isLeftOut(names, top, index.get(), false)
            ? leftOut(url)
            : readFile(url, top, index.get());
      }
    }
    return missing(url);
  }

  /// The page of a clean URL; empty if there is none, or if a file has exactly the requested name.
  private Optional<Content> cleanPage(PageUrl url, List<String> asked, Path top)
      throws IOException {
    var names = new ArrayList<>(asked);
    var last = names.removeLast() + PAGE_SUFFIX;
    names.add(last);
    if (!FilePath.isShort(last) || isFile(top, asked)) {
      return Optional.empty();
    }
    try {
      var page = resolve(top, names);
      if (page.isEmpty() || !Files.isRegularFile(page.get(), LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      return isLeftOut(asked, top, page.get(), false) || isLeftOut(names, top, page.get(), false)
          ? Optional.of(leftOut(url))
          : Optional.of(readFile(url, top, page.get()));
    } catch (NoSuchFileException | NotDirectoryException _) {
      return Optional.empty();
    }
  }

  private static boolean isFile(Path top, List<String> names) throws IOException {
    try {
      return resolve(top, names).filter(Files::isRegularFile).isPresent();
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// The exception for a missing folder, whose pages may still exist: a disk may be unmounted, or a
  /// release in progress. A [NoSuchFileException] would mean one missing file.
  private FileSystemException away() {
    return new FileSystemException(
        root.toString(), null, "the folder of the site is not there; put it back, or change root");
  }

  /// The real path of the root, which is checked again whenever it changes.
  Path top() throws IOException {
    Path top;
    try {
      top = root.toRealPath();
    } catch (NoSuchFileException | NotDirectoryException _) {
      throw away();
    }
    var last = judged;
    if (!last.top().equals(top)) {
      boolean isTimed = TIMED_FILE_SYSTEMS.contains(Files.getFileStore(top).type());
      last = new Judged(top, own.overlapping(top), isTimed, FileVersion.of(top).device());
      judged = last;
    }
    if (last.overlap().isPresent()) {
      throw new FileSystemException(
          root.toString(), null, "it leads into the daemon's own files: " + last.overlap().get());
    }
    if (!Files.isDirectory(top)) {
      throw away();
    }
    check.require(top);
    return top;
  }

  /// Fails if the folder is away. Called before a page or a directory counts as missing.
  void requirePages() throws IOException {
    check.requirePages(top());
  }

  /// {@return the reason why the folder cannot be read now, one clause; empty if it can be read}
  public Optional<String> absence() {
    try {
      requirePages();
      return Optional.empty();
    } catch (FileSystemException e) {
      var why = e.getReason();
      return Optional.of(why == null ? e.toString() : why);
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  /// {@return whether the folder had pages, now or earlier}
  public boolean hasHadPages() {
    return check.hasHadPages();
  }

  /// Resolves all links, and checks the target; empty unless it is inside the root and has only
  /// plain names.
  static Optional<Path> resolve(Path top, List<String> names) throws IOException {
    var place = top;
    for (var name : names) {
      place = place.resolve(name);
    }
    var real = realPath(top, place);
    if (!real.startsWith(top)) {
      return Optional.empty();
    }
    for (var name : top.relativize(real)) {
      if (!real.equals(top) && !FilePath.isPlain(name.toString())) {
        return Optional.empty();
      }
    }
    return Optional.of(real);
  }

  /// Resolves all links.
  ///
  /// @throws NoSuchFileException also if a part of the path is a file and no directory
  private static Path realPath(Path top, Path place) throws IOException {
    try {
      return place.toRealPath();
    } catch (FileSystemException e) {
      for (var above = place.getParent(); above != null && !above.equals(top); ) {
        if (Files.isRegularFile(above)) {
          throw new NoSuchFileException(place.toString());
        }
        above = above.getParent();
      }
      throw e;
    }
  }

  private Content readFile(PageUrl url, Path top, Path real) throws IOException {
    return readFile(url, top, real, FileVersion.of(real));
  }

  /// Finds a file without opening it.
  private Content readFile(PageUrl url, Path top, Path real, FileVersion version)
      throws IOException {
    if (!version.isRegular()) {
      return missing(url);
    }
    if (!Files.isReadable(real)) {
      throw new AccessDeniedException(real.toString());
    }
    if (version.size() > maxFileBytes) {
      return new Content.Missing(
          413,
          "The file is larger than the " + maxFileBytes + " bytes that this site gives.",
          PageOutcome.TOO_LARGE);
    }
    boolean isKnownByVersion =
        judged.isTimed()
            && judged.device() == version.device()
            && version.isSettled(clock.instant());
    return new Content.Found(
        url,
        200,
        headers(real.getFileName().toString(), version),
        // The query is ignored, so that an agent could fill a store with views of one file.
        new FileBody(
            expected -> open(top, real, expected),
            version,
            isKnownByVersion,
            url.query().isEmpty()));
  }

  private static Map<String, List<String>> headers(String name, FileVersion version) {
    var headers = new HashMap<String, List<String>>();
    MediaTypes.of(name).ifPresent(type -> headers.put("content-type", List.of(type)));
    headers.put("content-length", List.of(Long.toString(version.size())));
    headers.put("last-modified", List.of(HTTP_DATE.format(version.modified().toInstant())));
    return headers;
  }

  private static byte[] open(Path top, Path real, FileVersion expected) throws IOException {
    try (var directory = Files.newDirectoryStream(top)) {
      if (!(directory instanceof SecureDirectoryStream<Path> secure)) {
        throw new FileSystemException(
            top.toString(), null, "it can no longer be read without following links");
      }
      var body = readBelow(secure, top.relativize(real), 0, expected);
      // The version is that of the octets only if nothing has changed since.
      if (FileVersion.of(real).equals(expected)) {
        return body;
      }
    } catch (FileSystemException e) {
      if (isStill(real, expected)) {
        throw e;
      }
    }
    throw new ChangedPageException(real.toString());
  }

  /// Returns whether the failure to read a file has another reason than its replacement.
  private static boolean isStill(Path real, FileVersion expected) {
    try {
      return real.toRealPath().equals(real) && FileVersion.of(real).equals(expected);
    } catch (IOException _) {
      return false;
    }
  }

  private static byte[] readBelow(
      SecureDirectoryStream<Path> directory, Path relative, int depth, FileVersion expected)
      throws IOException {
    var name = relative.getName(depth);
    if (depth < relative.getNameCount() - 1) {
      try (var below = directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        return readBelow(below, relative, depth + 1, expected);
      }
    }
    var view =
        directory.getFileAttributeView(
            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (!expected.isOf(view.readAttributes())) {
      throw new ChangedPageException(relative.toString());
    }
    var how = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (var channel = directory.newByteChannel(name, how)) {
      return readAll(channel, (int) expected.size());
    }
  }

  private static byte[] readAll(SeekableByteChannel channel, int size) throws IOException {
    var body = new byte[size];
    var buffer = ByteBuffer.wrap(body);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Reads until the buffer is full or the file ends.
    }
    return buffer.hasRemaining() ? Arrays.copyOf(body, buffer.position()) : body;
  }

  /// Checks the requested path and, if it contains links, the path of its target. The file
  /// robots.txt is never left out, since without it all pages would be allowed.
  boolean isLeftOut(List<String> names, Path top, Path real, boolean isDirectory) {
    if (names.equals(ROBOTS)) {
      return false;
    }
    var linked = names(top.relativize(real));
    return files.isLeftOut(names, isDirectory)
        || (!linked.equals(names) && files.isLeftOut(linked, isDirectory));
  }

  private static List<String> names(Path relative) {
    var names = new ArrayList<String>();
    relative.forEach(name -> names.add(name.toString()));
    return names;
  }

  private static Content leftOut(PageUrl url) {
    return new Content.Missing(
        403, "The operator of this site gives " + url.path() + " to no agent.");
  }

  private static Content missing(PageUrl url) {
    return new Content.Missing(404, "The site has no page at " + url.path() + ".");
  }
}
