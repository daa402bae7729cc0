package dev.sojourn.dispatcher.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The journal of the agents that `agent send` sent with one key: a file of JSON lines beside the
/// key. It serves `visit ls` and the search for an agent. A line that cannot be read is left out. A
/// file that cannot be written stops no command.
///
/// @param file the journal
record SentAgents(Path file) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The limit of agents in the journal; the oldest agents are dropped.
  private static final int MAX_AGENTS = 1_000;

  private static final int MAX_BYTES = 4 << 20;

  /// An agent that was sent.
  ///
  /// @param uri the address of the agent, such as `atp://h.example:10434/#k3v9`
  /// @param site the origin that it visits
  /// @param sent the time of sending, such as `2026-05-02T10:00:00Z`
  /// @param then the further hosts of its itinerary, in order
  record Sent(String uri, String site, String sent, List<String> then) {
    /// Copies the list. Lines of earlier versions have no list.
    Sent {
      then = List.copyOf(Objects.requireNonNullElse(then, List.of()));
    }
  }

  /// {@return the journal of a key}
  ///
  /// @param key the file of the key
  static SentAgents beside(Path key) {
    return new SentAgents(Path.of(key + ".sent"));
  }

  /// {@return the agents, in the order in which they were sent}
  List<Sent> all() {
    var all = new ArrayList<Sent>();
    if (!Files.exists(file)) {
      return all;
    }
    try {
      var text = new String(RegularFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
      text.lines().forEach(line -> read(line).ifPresent(all::add));
    } catch (IOException _) {
      all.clear();
    }
    return all;
  }

  /// {@return all hosts of an agent's itinerary in order; empty if the agent is not in the journal}
  ///
  /// @param agentId the id of the agent
  List<AtpAddress> hosts(String agentId) {
    return all().reversed().stream()
        .filter(sent -> sent.uri().endsWith("/#" + agentId))
        .findFirst()
        .map(
            sent ->
                Stream.concat(
                        Stream.of(sent.uri().substring(0, sent.uri().indexOf("/#"))),
                        sent.then().stream())
                    .flatMap(host -> AtpAddress.parse(host).stream())
                    .toList())
        .orElseGet(List::of);
  }

  private static Optional<Sent> read(String line) {
    try {
      return Optional.ofNullable(JSON.readValue(line, Sent.class))
          .filter(sent -> sent.uri() != null && sent.site() != null && sent.sent() != null);
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  /// Adds an agent; returns a sentence if that fails.
  Optional<String> add(Sent sent) {
    var all = all();
    all.removeIf(other -> other.uri().equals(sent.uri()));
    all.add(sent);
    return write(all.subList(Math.max(0, all.size() - MAX_AGENTS), all.size()));
  }

  /// Removes an agent that is no longer at its host.
  void remove(String uri) {
    var all = all();
    if (all.removeIf(sent -> sent.uri().equals(uri))) {
      var _ = write(all);
    }
  }

  private Optional<String> write(List<Sent> all) {
    var text = all.stream().map(SentAgents::line).collect(Collectors.joining());
    try {
      AtomicFile.replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "The agent was sent, and 'visit ls' will not list it: %s cannot be written (%s)."
              .formatted(file, Messages.clause(e)));
    }
  }

  private static String line(Sent sent) {
    try {
      return JSON.writeValueAsString(sent) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
