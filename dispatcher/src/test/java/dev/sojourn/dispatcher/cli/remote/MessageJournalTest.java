package dev.sojourn.dispatcher.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageJournalTest {
  private static final MessageResult FIRST =
      new MessageResult("atp://h.example/#a", "http://a.example", "/", Outcome.ANSWERED, "", "");
  private static final MessageResult SECOND =
      new MessageResult("atp://h.example/#b", "http://b.example", "/{b}}/c", Outcome.GONE, "", "");

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("message.jsonl");
  }

  @Test
  void aPowerLossThatCutsALineAfterABraceLosesThatLineAlone() throws IOException {
    var journal = MessageJournal.begin(directory, "hello");
    journal.add(FIRST);
    journal.add(SECOND);
    var whole = Files.readString(file());
    Files.writeString(file(), whole.substring(0, whole.lastIndexOf("/c")));
    assertThat(Files.readString(file())).endsWith("}");

    var resumed = MessageJournal.resume(directory);
    assertThat(resumed.text()).isEqualTo("hello");
    assertThat(resumed.noted()).containsExactly(FIRST);
    resumed.add(SECOND);
    assertThat(MessageJournal.resume(directory).noted()).containsExactly(FIRST, SECOND);
  }

  @Test
  void anAnswerOfAnEarlierVersionIsLeftOut() throws IOException {
    MessageJournal.begin(directory, "hello");
    Files.writeString(
        file(),
        "{\"agent\":\"atp://h.example/#a\",\"site\":\"http://a.example\",\"path\":\"/\","
            + "\"outcome\":\"answered\",\"answer\":\"long\",\"reason\":\"\"}\n",
        StandardOpenOption.APPEND);
    assertThat(MessageJournal.resume(directory).noted()).containsExactly(FIRST);
    assertThat(Files.readString(file())).doesNotContain("long");
  }

  @Test
  void aFileWithoutAWholeLineIsSaidToBeDamaged() throws IOException {
    Files.writeString(file(), "{\"message\":\"hel");
    assertThatThrownBy(() -> MessageJournal.resume(directory))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void aDiskThatIsFullInTheMiddleOfALineLeavesNoPartOfIt() throws IOException {
    Files.writeString(file(), "whole\n");
    try (var real = FileChannel.open(file(), StandardOpenOption.APPEND)) {
      assertThatThrownBy(
              () ->
                  MessageJournal.append(
                      new FullDisk(real),
                      ByteBuffer.wrap("{\"agent\"}\n".getBytes(StandardCharsets.UTF_8))))
          .hasMessage("No space left on device");
    }
    assertThat(Files.readString(file())).isEqualTo("whole\n");
  }

  /// A file on a disk that has room for three more bytes.
  private record FullDisk(FileChannel file) implements SeekableByteChannel {
    @Override
    public int write(ByteBuffer bytes) throws IOException {
      if (bytes.position() > 0) {
        throw new IOException("No space left on device");
      }
      int written = file.write(bytes.slice(0, 3));
      bytes.position(written);
      return written;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      return file.read(bytes);
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      return file.position(position);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      return file.truncate(size);
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
