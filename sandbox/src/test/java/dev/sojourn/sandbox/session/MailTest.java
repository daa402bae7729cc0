package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The messages that wait for one agent.
class MailTest {
  private final Mail mail = new Mail(2);
  private final List<Integer> sent = new ArrayList<>();

  @Test
  void noMoreMessagesWaitThanMay() throws Exception {
    var first = mail.post(sent::add);
    var second = mail.post(sent::add);
    assertThat(mail.post(sent::add)).isCompletedWithValue(new MessageReply.Crowded());
    assertThat(sent).containsExactly(1, 2);
    assertThat(first).isNotDone();

    mail.answered(new FromWorker.Reply(1, 2, true, "well"));
    assertThat(second).isCompletedWithValue(new MessageReply.Answered("well"));
    var third = mail.post(sent::add);
    assertThat(sent).containsExactly(1, 2, 3);

    mail.close();
    assertThat(first).isCompletedWithValue(new MessageReply.NotRunning());
    assertThat(third).isCompletedWithValue(new MessageReply.NotRunning());
  }
}
