package dev.sojourn.host.control;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.control.ControlPath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.net.ExtendedSocketOptions;

/// The control socket of a running daemon. May be closed from any thread.
public final class ControlServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ControlServer.class.getName());
  private static final int MAX_SESSIONS = 16;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final String ANYBODY = "an unknown user";

  private final ServerSocketChannel channel;
  private final Path socket;
  private final Optional<String> owner;
  private final Set<String> ownerNumbers;
  private final ControlCommands commands;
  private final Set<ControlSession> sessions = ConcurrentHashMap.newKeySet();
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private Optional<FileChannel> spare = Optional.empty();
  private volatile boolean isClosed;

  private ControlServer(
      ServerSocketChannel channel,
      Path socket,
      Optional<String> owner,
      Set<String> ownerNumbers,
      ControlCommands commands) {
    this.ownerNumbers = Set.copyOf(ownerNumbers);
    this.channel = channel;
    this.socket = socket;
    this.owner = owner;
    this.commands = commands;
  }

  /// Creates the socket and listens.
  ///
  /// @param data the daemon's data directory, which the daemon has locked
  /// @param group a group that may control the daemon, besides the daemon's own user
  /// @param commands carries requests out
  /// @return the server
  /// @throws IOException if the socket cannot be created
  public static ControlServer open(Path data, Optional<String> group, ControlCommands commands)
      throws IOException {
    var channel = ControlPath.bind(data, group);
    var socket = ControlPath.of(data);
    // With a group, only the socket's permissions decide: the system names only a user's first
    // group.
    var owner =
        group.isPresent()
            ? Optional.<String>empty()
            : Optional.of(Files.getOwner(socket).getName());
    var server = new ControlServer(channel, socket, owner, numbers(socket), commands);
    server.keepSpare();
    Thread.ofVirtual().name("control").start(server::accept);
    Thread.ofVirtual().name("control-watch").start(server::watch);
    return server;
  }

  /// The numeric ids of the socket's owner and of `root`.
  private static Set<String> numbers(Path socket) throws IOException {
    try {
      return new HashSet<>(List.of("0", String.valueOf(Files.getAttribute(socket, "unix:uid"))));
    } catch (UnsupportedOperationException | IllegalArgumentException _) {
      return Set.of();
    }
  }

  /// Accepts connections. If this process can open no more files, it closes the spare file to make
  /// room for an operator.
  private void accept() {
    while (!isClosed) {
      try {
        var client = channel.accept();
        keepSpare();
        Thread.ofVirtual().name("control-session").start(() -> serve(client));
      } catch (IOException e) {
        if (!isClosed) {
          faults.line(
              System.Logger.Level.WARNING, "A control connection failed: {0}", e.toString());
          if (spare.isPresent()) {
            closeSpare();
          } else {
            pause();
          }
        }
      }
    }
    closeSpare();
  }

  private void keepSpare() {
    if (spare.isEmpty()) {
      try {
        spare = Optional.of(FileChannel.open(socket.resolveSibling("."), StandardOpenOption.READ));
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "No file can be kept open: {0}", e.toString());
      }
    }
  }

  private void closeSpare() {
    try {
      if (spare.isPresent()) {
        spare.get().close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A file did not close: {0}", e.toString());
    }
    spare = Optional.empty();
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_EVERY);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(SocketChannel client) {
    var session = new ControlSession(client);
    sessions.add(session);
    try {
      session.end(answer(client, session));
      session.finish();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A control connection ended: {0}", e.getMessage());
    } finally {
      close(session);
    }
  }

  private ControlAnswer.End answer(SocketChannel client, ControlSession session)
      throws IOException {
    var user = user(client);
    if (sessions.size() > MAX_SESSIONS) {
      return new Refused(Why.BUSY, "As many commands are under way as may be; try again.");
    }
    if (!mayControl(user)) {
      LOG.log(System.Logger.Level.WARNING, "{0} may not control this daemon", user);
      return new Refused(
          Why.DENIED, "This daemon is controlled by %s only.".formatted(owner.orElse("its user")));
    }
    try {
      return commands.carryOut(session.request(), user, session);
    } catch (JsonException e) {
      return new Refused(Why.USAGE, "That is no request: " + e.getMessage() + ".");
    } catch (InterruptedException _) {
      return new Refused(Why.FAILED, "The daemon ends.");
    } catch (IOException e) {
      if (session.isBroken()) {
        throw e;
      }
      var why = Messages.clause(e);
      faults.line(System.Logger.Level.WARNING, "A command of {0} failed: {1}", user, why);
      return new Refused(Why.FAILED, "The daemon could not do that: " + why + ".");
    } catch (RuntimeException e) {
      faults.fault("A control request", e);
      return new Refused(Why.FAILED, "The daemon failed by a fault of its own; see its log.");
    }
  }

  /// Checks the user in addition to the permissions of the socket, in case someone opened the
  /// directory to others.
  private boolean mayControl(String user) {
    return owner.isEmpty()
        || user.equals(owner.get())
        || user.equals("root")
        || user.equals(ANYBODY)
        // If no further file can be opened, the system returns a numeric id instead of a name.
        || ownerNumbers.contains(user);
  }

  private static String user(SocketChannel client) throws IOException {
    return client.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)
        ? client.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName()
        : ANYBODY;
  }

  private void watch() {
    try {
      while (!isClosed) {
        Thread.sleep(LOOK_EVERY);
        long now = System.nanoTime();
        for (var session : sessions) {
          session.closeIfOverdue(now);
        }
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A control connection did not close: {0}", e.toString());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void close(ControlSession session) {
    sessions.remove(session);
    try {
      session.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A control connection did not close: {0}", e.toString());
    }
  }

  /// Ends all connections and deletes the socket.
  @Override
  public void close() throws IOException {
    isClosed = true;
    channel.close();
    Files.deleteIfExists(socket);
    sessions.forEach(this::close);
  }
}
