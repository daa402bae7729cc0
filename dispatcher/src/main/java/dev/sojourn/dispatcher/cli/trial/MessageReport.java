package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.visit.trial.TrialMessage;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The report on the messages to the agent of a trial.
///
/// @param messages the messages in order, with the answers
record MessageReport(List<TrialMessage> messages) {

  /// The report as a list of JSON objects.
  List<Map<String, @Nullable Object>> json() {
    return messages.stream().map(MessageReport::object).toList();
  }

  private static Map<String, @Nullable Object> object(TrialMessage message) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    object.put("text", message.text());
    object.put("answer", message.reply() instanceof MessageReply.Answered(var text) ? text : null);
    var reason = reason(message.reply());
    object.put("reason", reason.isEmpty() ? null : reason);
    return object;
  }

  /// Prints the report for people.
  void print(PrintWriter err) {
    for (var message : messages) {
      err.println("  message    " + ForeignText.of(message.text()).line(MessageReply.MAX_CHARS));
      err.println(
          message.reply() instanceof MessageReply.Answered(var text)
              ? "  answer     " + ForeignText.of(text).line(MessageReply.MAX_CHARS)
              : "  no answer  " + reason(message.reply()));
    }
    err.flush();
  }

  /// The reason why there is no answer; empty if there is an answer.
  private static String reason(MessageReply reply) {
    return switch (reply) {
      case MessageReply.Answered _ -> "";
      case MessageReply.NotTaken _ ->
          "The agent takes no messages; its class has to implement"
              + " dev.sojourn.agent.TakesMessages.";
      case MessageReply.NotRunning _ ->
          "The visit ended before the agent answered, which it does in checkpoint().";
      case MessageReply.Crowded _ -> "As many messages waited for the agent as may wait.";
    };
  }
}
