package dev.sojourn.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// A client of the control socket, for one request at a time. Confined to one thread.
public final class ControlClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path data;

  /// Creates a client of the daemon with this data directory.
  ///
  /// @param data the directory
  public ControlClient(Path data) {
    this.data = data;
  }

  /// Sends a request and waits for the end of its answer.
  ///
  /// @param request the request
  /// @param items receives the items as they arrive
  /// @return the members of the end of the answer
  /// @throws CommandException if no daemon answers, or the daemon refuses
  public JsonNode ask(ControlRequest request, Consumer<JsonNode> items) {
    try (var channel = connect()) {
      var line = request.line();
      var octets = ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
      while (octets.hasRemaining()) {
        channel.write(octets);
      }
      var lines =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      for (var text = lines.readLine(); text != null; text = lines.readLine()) {
        var end = text.isEmpty() ? Optional.<JsonNode>empty() : read(text, items);
        if (end.isPresent()) {
          return end.get();
        }
      }
      throw new CommandException(
          ExitCode.UNREACHABLE, "The daemon ended before its answer did; see its log.");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.UNREACHABLE, "The daemon cannot be asked: " + Messages.clause(e) + ".");
    }
  }

  private SocketChannel connect() throws IOException {
    var objection = ControlPath.objection(data);
    if (objection.isPresent()) {
      throw new IOException(objection.get());
    }
    var socket = ControlPath.of(data);
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return channel;
    } catch (IOException e) {
      channel.close();
      if (String.valueOf(e.getMessage()).contains("ermission denied")) {
        throw new CommandException(
            ExitCode.REFUSED,
            "This user may not control the daemon at %s; be its user, or a member of control.group."
                .formatted(socket));
      }
      var why = Files.exists(socket) ? Messages.clause(e) : "there is no " + socket;
      throw new CommandException(
          ExitCode.UNREACHABLE,
          ("No daemon runs with the data directory %s (%s); start it with 'host run', or name the"
                  + " configuration with which it runs.")
              .formatted(data, why));
    }
  }

  private static Optional<JsonNode> read(String line, Consumer<JsonNode> items)
      throws JsonProcessingException {
    var json = JSON.readTree(line);
    if (json.has("item")) {
      items.accept(json.get("item"));
      return Optional.empty();
    }
    if (json.has("refused")) {
      var refused = json.get("refused");
      throw new CommandException(
          exitCode(refused.path("why").asText()),
          refused.path("sentence").asText().lines().toList());
    }
    return Optional.of(json.path("done"));
  }

  private static ExitCode exitCode(String why) {
    return switch (why) {
      case "USAGE", "CONFIG" -> ExitCode.USAGE;
      case "DENIED" -> ExitCode.REFUSED;
      case "BUSY" -> ExitCode.UNREACHABLE;
      default -> ExitCode.FAILED;
    };
  }
}
