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

/// The journal of a trial: it keeps in memory everything that an owner would get from the visit,
/// and hands the owner's messages in.
final class TrialJournal implements VisitJournal {
  private static final MessageReply NOT_RUNNING = new MessageReply.NotRunning();

  private final List<ParcelLine> kept = new ArrayList<>();
  private final List<String> messages;
  private List<CompletableFuture<MessageReply>> replies = List.of();

  /// @param messages to the agent
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

  /// All that was kept, in order.
  List<ParcelLine> kept() {
    return kept;
  }

  /// The messages with their replies, when the visit is over.
  List<TrialMessage> noted() {
    var noted = new ArrayList<TrialMessage>();
    for (int i = 0; i < messages.size(); i++) {
      var reply = i < replies.size() ? replies.get(i).getNow(NOT_RUNNING) : NOT_RUNNING;
      noted.add(new TrialMessage(messages.get(i), reply));
    }
    return noted;
  }
}
