package dev.sojourn.visit.trial;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The journal of a trial. It keeps everything that an owner would get from the visit in memory,
/// and passes the owner's messages to the agent.
final class TrialJournal implements VisitJournal {
  private static final MessageReply NOT_RUNNING = new MessageReply.NotRunning();

  private final List<ParcelLine> kept = new ArrayList<>();
  private final List<String> messages;
  private List<CompletableFuture<MessageReply>> replies = List.of();

  /// @param messages the messages to the agent
  TrialJournal(List<String> messages) {
    this.messages = messages;
  }

  /// After the loss of its worker, the agent gets the messages again.
  @Override
  public void begun(VisitHandle visiting) {
    replies = messages.stream().map(visiting::message).toList();
  }

  @Override
  public void commit(VisitProgress progress) {
    kept.addAll(progress.lines());
  }

  @Override
  public void end(VisitResult result) {
    kept.addAll(result.lastLines());
  }

  /// All lines that were kept, in order.
  List<ParcelLine> kept() {
    return kept;
  }

  /// The messages with their replies; called after the visit.
  List<TrialMessage> noted() {
    var noted = new ArrayList<TrialMessage>();
    for (int i = 0; i < messages.size(); i++) {
      var reply = i < replies.size() ? replies.get(i).getNow(NOT_RUNNING) : NOT_RUNNING;
      noted.add(new TrialMessage(messages.get(i), reply));
    }
    return noted;
  }
}
