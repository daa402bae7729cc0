package dev.sojourn.control;

import dev.sojourn.base.file.OwnerOnly;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;

/// The place of the control socket: `control.sock` in the data directory.
public final class ControlPath {
  private static final String NAME = "control.sock";

  /// The directory in which the socket is created before it is moved to its final path.
  private static final String WORKSHOP = ".c";

  /// Linux permits 108 bytes including the final zero, other systems 104.
  private static final int MAX_BYTES = 103;

  private ControlPath() {}

  /// {@return the path of the socket in a data directory}
  ///
  /// @param data the directory
  public static Path of(Path data) {
    return data.toAbsolutePath().normalize().resolve(NAME);
  }

  /// {@return why the directory cannot have a socket; empty if it can}
  ///
  /// @param data the directory
  public static Optional<String> objection(Path data) {
    int bytes = of(data).toString().getBytes(StandardCharsets.UTF_8).length;
    return bytes <= MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            ("the path %s has %d bytes, and the name of a socket has at most %d; name a data"
                    + " directory with a shorter path to control this daemon")
                .formatted(of(data), bytes, MAX_BYTES));
  }

  /// Binds the socket. No one else can connect before its permissions are set.
  ///
  /// @param data the directory; since the caller holds its lock, an existing socket is stale
  /// @param group that may connect besides the owner
  /// @return the bound socket
  /// @throws IOException if the socket cannot be created, or its group cannot be set
  public static ServerSocketChannel bind(Path data, Optional<String> group) throws IOException {
    var socket = of(data);
    if (Files.exists(socket) && !Files.readAttributes(socket, "isOther").containsValue(true)) {
      throw new IOException(socket + " is there and is no socket; move it away");
    }
    var workshop = data.toAbsolutePath().normalize().resolve(WORKSHOP);
    var made = workshop.resolve("s");
    Files.deleteIfExists(made);
    Files.deleteIfExists(workshop);
    var _ = OwnerOnly.createDirectory(workshop);
    var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(made));
      permit(made, "rw-------");
      if (group.isPresent()) {
        share(data, made, group.get());
      }
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return channel;
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(made);
      throw e;
    } finally {
      Files.deleteIfExists(workshop);
    }
  }

  /// Lets a group pass through the directory to the socket; the other files stay inaccessible.
  private static void share(Path data, Path socket, String name) throws IOException {
    var group = group(data, name);
    try {
      view(data).setGroup(group);
      view(socket).setGroup(group);
    } catch (IOException e) {
      throw new IOException(
          "the group %s of control.group cannot be given to the control socket; make this user a member of it"
              .formatted(name),
          e);
    }
    var open = Files.getPosixFilePermissions(data);
    open.add(PosixFilePermission.GROUP_EXECUTE);
    Files.setPosixFilePermissions(data, open);
    permit(socket, "rw-rw----");
  }

  private static GroupPrincipal group(Path path, String name) throws IOException {
    try {
      return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
    } catch (UserPrincipalNotFoundException e) {
      throw new IOException(
          "there is no group %s here; name another under control.group, or make it".formatted(name),
          e);
    }
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static PosixFileAttributeView view(Path path) throws IOException {
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view == null) {
      throw new IOException("the file system of " + path + " knows no groups");
    }
    return view;
  }
}
