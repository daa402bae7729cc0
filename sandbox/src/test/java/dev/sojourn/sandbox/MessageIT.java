package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Messages to agents under way.
@Timeout(180)
class MessageIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(4, 4);

  /// The limits of visits that make checkpoints until they must end. These are kept too rarely for
  /// `checkpoints` to run out, on a machine of any speed.
  private static final VisitLimits LONG =
      new VisitLimits(
          Duration.ofMinutes(4),
          Duration.ofMinutes(4),
          1L << 50,
          1_000,
          64 << 20,
          1_000,
          64 << 10,
          1L << 30,
          1_000,
          1 << 20,
          20,
          2_000,
          Duration.ofMillis(50));

  private static final String LISTENER =
      """
        private final List<String> heard = new ArrayList<>();
        @Override public String message(String text) {
          heard.add(text);
          return text.equals("long") ? "x".repeat(20_000) : heard.size() + ": " + text;
        }
        @Override public Next visit(Visit visit) {
          visit.log("begun");
          while (!heard.contains("end")) {
            visit.checkpoint();
          }
          return Next.done();
        }
      """;

  private static final String DEAF =
      """
        @Override public Next visit(Visit visit) {
          visit.log("begun");
          while (visit.budget().time().toMillis() > 0) {
            visit.checkpoint();
          }
          return Next.done();
        }
      """;

  private static final String NEVER_COMES_TO_IT =
      """
        @Override public String message(String text) { return text; }
        @Override public Next visit(Visit visit) {
          visit.log("begun");
          while (visit.budget().pages() > 0) {
            visit.fetch(visit.starts().getFirst());
          }
          return Next.done();
        }
      """;

  /// A visit that has begun to run.
  private static VisitHandle begun(byte[] jar, CountDownLatch mayAnswer)
      throws InterruptedException {
    var begun = new CountDownLatch(1);
    var site =
        new RecordingServices(
            url -> {
              try {
                mayAnswer.await(60, TimeUnit.SECONDS);
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              }
              return new PageReply.Missing(404, "not found");
            });
    var desk = new ReportingDesk(site, begun);
    var visiting = SANDBOX.start(Orders.of("signer", jar, LONG), desk);
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    return visiting;
  }

  @Test
  void messagesThatComeWhileTheVisitWaitsForItsWorkerReachIt() throws Exception {
    var visiting =
        SANDBOX.start(
            Orders.of("signer", AgentSource.listening(LISTENER), LONG),
            RecordingServices.ofNothing());

    var replies = new ArrayList<CompletableFuture<MessageReply>>();
    replies.add(visiting.message("end"));
    for (int i = 0; i < 40; i++) {
      replies.add(visiting.message("more"));
    }

    assertThat(visiting.await()).isInstanceOf(VisitEnd.Finished.class);
    // Messages that are under way at the same time come in any order.
    assertThat(replies.getFirst().get())
        .isInstanceOfSatisfying(
            MessageReply.Answered.class, reply -> assertThat(reply.text()).endsWith(": end"));
    assertThat(replies).allSatisfy(reply -> assertThat(reply).isDone());
  }

  @Test
  void anAgentAnswersWithWhatItRemembers() throws Exception {
    var visiting = begun(AgentSource.listening(LISTENER), new CountDownLatch(0));

    assertThat(visiting.message("one").get(60, TimeUnit.SECONDS))
        .isEqualTo(new MessageReply.Answered("1: one"));
    assertThat(visiting.message("zwei ü").get(60, TimeUnit.SECONDS))
        .isEqualTo(new MessageReply.Answered("2: zwei ü"));
    assertThat(visiting.message("end").get(60, TimeUnit.SECONDS))
        .isEqualTo(new MessageReply.Answered("3: end"));
    assertThat(visiting.await()).isInstanceOf(VisitEnd.Finished.class);
    assertThat(visiting.message("late").get()).isEqualTo(new MessageReply.NotRunning());
  }

  @Test
  void anAnswerThatIsTooLongIsCut() throws Exception {
    var visiting = begun(AgentSource.listening(LISTENER), new CountDownLatch(0));

    assertThat(visiting.message("long").get(60, TimeUnit.SECONDS))
        .isEqualTo(new MessageReply.Answered("x".repeat(MessageReply.MAX_CHARS)));
    visiting.stop("enough");
    visiting.await();
  }

  @Test
  void anAgentOfAnotherKindTakesNoMessages() throws Exception {
    var visiting = begun(AgentSource.agent(DEAF), new CountDownLatch(0));

    assertThat(visiting.message("hello").get(60, TimeUnit.SECONDS))
        .isEqualTo(new MessageReply.NotTaken());
    visiting.stop("enough");
    visiting.await();
  }

  @Test
  void anAgentThatNeverListensIsNotSentMessagesWithoutEnd() throws Exception {
    var mayAnswer = new CountDownLatch(1);
    var visiting = begun(AgentSource.listening(NEVER_COMES_TO_IT), mayAnswer);
    var replies = new ArrayList<CompletableFuture<MessageReply>>();
    for (int i = 0; i < 20; i++) {
      replies.add(visiting.message("hello " + i));
    }
    visiting.stop("enough");
    mayAnswer.countDown();
    visiting.await();

    var crowded = new MessageReply.Crowded();
    assertThat(replies).allSatisfy(reply -> assertThat(reply).isDone());
    assertThat(replies.stream().filter(reply -> reply.join().equals(crowded))).hasSize(12);
    assertThat(replies.stream().filter(reply -> reply.join() instanceof MessageReply.NotRunning))
        .hasSize(8);
  }

  /// Reports when the agent has written its first line.
  private record ReportingDesk(RecordingServices desk, CountDownLatch begun)
      implements VisitServices {
    @Override
    public PageReply page(PageRequest request) throws InterruptedException {
      return desk.page(request);
    }

    @Override
    public Optional<byte[]> detail(PageDetail detail) {
      return desk.detail(detail);
    }

    @Override
    public void finding(byte[] json) {
      desk.finding(json);
    }

    @Override
    public void refer(PageUrl url) {
      desk.refer(url);
    }

    @Override
    public void log(String line) {
      begun.countDown();
    }

    @Override
    public void checkpoint(byte[] state, VisitSpending spent) {
      // No state is kept.
    }
  }
}
