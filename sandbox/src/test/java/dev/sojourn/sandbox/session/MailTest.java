package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The messages that wait for one agent.
class MailTest {
  private final List<ToWorker.Message> sent = new ArrayList<>();
  private final Mail mail = new Mail(2, 7, sent::add);

  @Test
  void noMoreMessagesWaitThanMay() throws Exception {
    assertThat(mail.untilBegun()).isEmpty();
    var first = mail.post("a");
    var second = mail.post("b");
    assertThat(mail.post("c")).isCompletedWithValue(new MessageReply.Crowded());
    assertThat(sent).containsExactly(message(1, "a"), message(2, "b"));
    assertThat(first).isNotDone();

    mail.answered(new FromWorker.Reply(1, 2, true, "well"));
    assertThat(second).isCompletedWithValue(new MessageReply.Answered("well"));
    var third = mail.post("d");
    assertThat(sent).endsWith(message(3, "d"));

    mail.close();
    assertThat(first).isCompletedWithValue(new MessageReply.NotRunning());
    assertThat(third).isCompletedWithValue(new MessageReply.NotRunning());
  }

  @Test
  void whatComesBeforeTheVisitBeginsGoesAlongWithItsOrder() {
    var early = mail.post("wake");
    assertThat(mail.untilBegun()).containsExactly(message(1, "wake"));
    assertThat(sent).isEmpty();
    var _ = mail.post("later");
    assertThat(sent).containsExactly(message(2, "later"));
    assertThat(early).isNotDone();
  }

  private static ToWorker.Message message(int number, String text) {
    return new ToWorker.Message(7, number, text);
  }
}
