package dev.sojourn.dispatcher.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The journal of the last message to all agents of a crawl, a file in its directory. The first
/// line is the text. Each further line is an agent that needs no further attempt. Each line is on
/// disk before the result is reported, so a killed command can be resumed.
final class MessageJournal {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "message.jsonl";
  private static final int MAX_BYTES = 1 << 30;
  private static final Set<OpenOption> APPENDING =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

  private final Path file;
  private final String text;
  private final List<MessageResult> noted;

  /// The first line.
  ///
  /// @param message the text
  record Head(String message) {}

  private MessageJournal(Path file, String text, List<MessageResult> noted) {
    this.file = file;
    this.text = text;
    this.noted = List.copyOf(noted);
  }

  /// Begins the journal of a new message, which replaces the previous journal.
  static MessageJournal begin(Path directory, String text) throws IOException {
    var file = directory.resolve(NAME);
    AtomicFile.replace(file, out -> out.write(line(new Head(text))));
    return new MessageJournal(file, text, List.of());
  }

  /// Reads the journal of the last message, without a line that a crash cut off.
  ///
  /// @throws CommandException if there is no journal, or it is damaged
  static MessageJournal resume(Path directory) throws IOException {
    var file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no message to go on with in " + directory + "; send one without --resume.");
    }
    var whole = new String(RegularFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
    // A line is complete only if it ends with a line feed.
    var lines = whole.substring(0, whole.lastIndexOf('\n') + 1).lines().toList();
    try {
      var head = JSON.readValue(lines.getFirst(), Head.class);
      var noted = new ArrayList<MessageResult>();
      for (var line : lines.subList(1, lines.size())) {
        noted.add(JSON.readValue(line, MessageResult.class).bare());
      }
      // Removes the part that a crash cut off, so that the next entry begins a new line.
      AtomicFile.replace(
          file,
          out -> {
            out.write(line(head));
            for (var agent : noted) {
              out.write(line(agent));
            }
          });
      return new MessageJournal(file, head.message(), noted);
    } catch (JsonProcessingException | RuntimeException e) {
      throw new CommandException(
          ExitCode.FAILED, file + " is damaged; send the message without --resume.");
    }
  }

  String text() {
    return text;
  }

  /// The agents that need no further attempt, without their answers.
  List<MessageResult> noted() {
    return noted;
  }

  /// Records an agent that needs no further attempt, without its answer.
  synchronized void add(MessageResult agent) throws IOException {
    try (var channel = FileChannel.open(file, APPENDING)) {
      append(channel, ByteBuffer.wrap(line(agent.bare())));
      channel.force(false);
    }
  }

  /// Adds a line whole or not at all, since the next line would be appended to a partial one.
  static void append(SeekableByteChannel file, ByteBuffer line) throws IOException {
    long before = file.size();
    try {
      while (line.hasRemaining()) {
        file.write(line);
      }
    } catch (IOException e) {
      try {
        file.truncate(before);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private static byte[] line(Object value) throws JsonProcessingException {
    return (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
