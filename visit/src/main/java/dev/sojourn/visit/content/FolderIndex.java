package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Lists the files that a document root serves as pages, directory by directory and with the same
/// rules. Symbolic links to directories are skipped: their files are listed at their real places.
public final class FolderIndex {
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final String LITERAL =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";

  private final DocumentRoot root;

  FolderIndex(DocumentRoot root) {
    this.root = root;
  }

  /// The files and directories in one directory.
  ///
  /// @param place the real path of the directory
  /// @param files a stamp of each file, by name; the stamp changes with size, modification time or
  ///   identity
  /// @param directories the names of subdirectories, in order
  public record Listing(Path place, Map<String, Long> files, List<String> directories) {
    /// Copies the map and the list.
    public Listing {
      files = new TreeMap<>(files);
      directories = List.copyOf(directories);
    }
  }

  /// {@return the reason why the folder cannot be read now, one clause; empty if it can be read}
  public Optional<String> absence() {
    return root.absence();
  }

  /// {@return whether the folder had pages, now or earlier}
  public boolean hasHadPages() {
    return root.hasHadPages();
  }

  /// Lists a directory.
  ///
  /// @param directory the names from the root down; empty for the root
  /// @return the listing; empty if there is no such directory; without entries if access to it is
  ///   denied
  /// @throws IOException if the directory cannot be read for another reason, access to the root is
  ///   denied, or the root is away
  public Optional<Listing> list(List<String> directory) throws IOException {
    var top = root.top();
    var place = top;
    for (var name : directory) {
      place = place.resolve(name);
    }
    try {
      if (!place.toRealPath().equals(place) || !Files.isDirectory(place)) {
        return Optional.empty();
      }
      var listing = list(top, place, directory);
      if (listing.files().isEmpty() && listing.directories().isEmpty()) {
        root.requirePages();
      }
      return Optional.of(listing);
    } catch (NoSuchFileException | NotDirectoryException _) {
      root.requirePages();
      return Optional.empty();
    } catch (AccessDeniedException e) {
      if (directory.isEmpty()) {
        throw e;
      }
      // The files of this directory are not served. One such directory must not hide changes
      // elsewhere.
      return Optional.of(new Listing(place, Map.of(), List.of()));
    }
  }

  /// {@return whether a file is now served as a page}
  ///
  /// @param directory the names of its directory, from the root down
  /// @param name the name of the file
  /// @throws IOException if the root cannot be read
  public boolean isGiven(List<String> directory, String name) throws IOException {
    var names = new ArrayList<>(directory);
    names.add(name);
    return stamp(root.top(), names).isPresent();
  }

  private Listing list(Path top, Path place, List<String> directory) throws IOException {
    var files = new TreeMap<String, Long>();
    var directories = new ArrayList<String>();
    try (var entries = Files.newDirectoryStream(place)) {
      for (var entry : entries) {
        var name = entry.getFileName().toString();
        if (!FilePath.isPlain(name) || !FilePath.isShort(name)) {
          continue;
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          directories.add(name);
        } else {
          var names = new ArrayList<>(directory);
          names.add(name);
          stamp(top, names).ifPresent(stamp -> files.put(name, stamp));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    directories.sort(null);
    return new Listing(place, files, directories);
  }

  /// The stamp of a served file; empty for other files and for a file that was just deleted.
  private Optional<Long> stamp(Path top, List<String> names) {
    try {
      var real = DocumentRoot.resolve(top, names);
      if (real.isEmpty()) {
        return Optional.empty();
      }
      var attributes =
          Files.readAttributes(real.get(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile() || root.isLeftOut(names, top, real.get(), false)) {
        return Optional.empty();
      }
      long stamp = attributes.size();
      stamp = stamp * MIX + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      stamp = stamp * MIX + String.valueOf(attributes.fileKey()).hashCode();
      return Optional.of(stamp);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// {@return the URL of a file as a page; for an index file, the URL of its directory}
  ///
  /// @param origin the origin of the site
  /// @param directory the names of its directory, from the root down
  /// @param name the name of the file
  public Optional<PageUrl> url(String origin, List<String> directory, String name) {
    var path = new StringBuilder(origin).append('/');
    directory.forEach(part -> path.append(encoded(part)).append('/'));
    return PageUrl.parse(path.append(encoded(root.page(name))).toString());
  }

  private static String encoded(String name) {
    var text = new StringBuilder();
    for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
      if (octet > 0 && LITERAL.indexOf(octet) >= 0) {
        text.append((char) octet);
      } else {
        text.append('%').append(String.format("%02X", octet & 0xff));
      }
    }
    return text.toString();
  }
}
