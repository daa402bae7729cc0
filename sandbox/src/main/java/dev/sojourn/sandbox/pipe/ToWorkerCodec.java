package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.base.Digest;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Encodes and decodes [ToWorker].
final class ToWorkerCodec {
  private static final int BEGIN = 1;
  private static final int CONTENT = 2;
  private static final int REFUSED = 3;
  private static final int MISSING = 4;
  private static final int STOP = 5;
  private static final int MESSAGE = 6;
  private static final int UNCHANGED = 7;
  private static final int CHANGES = 8;
  private static final int USAGE = 11;
  private static final int DETAIL = 12;
  private static final int DETAIL_GONE = 13;
  private static final int TEXT_BYTES = 64 << 10;
  private static final int USAGE_BYTES = 256 << 10;
  private static final int BEGIN_BYTES = 64 << 20;
  private static final int CHANGES_BYTES = 20 << 20;
  private static final int CONTENT_BYTES = PageView.MAX_BYTES + (1 << 20);
  private static final int DETAIL_BYTES = TreeView.MAX_BYTES;

  private ToWorkerCodec() {}

  static int maxBytes(int type) throws PipeException {
    return switch (type) {
      case BEGIN -> BEGIN_BYTES;
      case CONTENT -> CONTENT_BYTES;
      case CHANGES -> CHANGES_BYTES;
      case REFUSED, MISSING, STOP, MESSAGE -> TEXT_BYTES;
      case USAGE -> USAGE_BYTES;
      case DETAIL -> DETAIL_BYTES;
      case UNCHANGED, DETAIL_GONE -> 0;
      default ->
          throw new PipeException("message of type " + type + " (expected: 1 to 8, or 11 to 13)");
    };
  }

  static ByteBuffer encode(ToWorker message) {
    return switch (message) {
      case ToWorker.Begin begin -> begin(begin);
      case ToWorker.Page(var visit, var reply) -> page(visit, reply);
      case ToWorker.Detail(var visit, var octets) ->
          octets
              .map(part -> new FieldWriter(part.length).octets(part).frame(DETAIL, visit))
              .orElseGet(() -> new FieldWriter(0).frame(DETAIL_GONE, visit));
      case ToWorker.Message(var visit, var number, var text) ->
          new FieldWriter(128).int32(number).text(text).frame(MESSAGE, visit);
      case ToWorker.Changes(var visit, var changes) ->
          ChangesCodec.write(changes).frame(CHANGES, visit);
      case ToWorker.Usage(var visit, var usage) -> UsageCodec.write(usage).frame(USAGE, visit);
      case ToWorker.Stop(var visit, var limit, var reason) ->
          new FieldWriter(128).text(limit).text(reason).frame(STOP, visit);
    };
  }

  private static ByteBuffer page(int visit, PageReply reply) {
    return switch (reply) {
      case PageReply.Content content -> content(content).frame(CONTENT, visit);
      case PageReply.Unchanged _ -> new FieldWriter(0).frame(UNCHANGED, visit);
      case PageReply.Refused(var reason) -> new FieldWriter(128).text(reason).frame(REFUSED, visit);
      case PageReply.Missing(var status, var reason, var mayComeLater) ->
          new FieldWriter(128).int32(status).text(reason).flag(mayComeLater).frame(MISSING, visit);
    };
  }

  private static FieldWriter content(PageReply.Content content) {
    var view = content.view().octets();
    return new FieldWriter(view.length + 1024)
        .text(content.url().toString())
        .int32(content.status())
        .fields(content.headers())
        .int32(content.sizeBytes())
        .text(content.digest().hex())
        .blob(view);
  }

  /// Reads a page. The maker of its view may be hostile, so a malformed view costs only its page,
  /// not the whole worker.
  private static PageReply content(FieldReader in) throws PipeException {
    var url = PageUrl.parse(in.text()).orElseThrow(() -> new PipeException("a page without a URL"));
    int status = in.int32();
    var headers = in.fields();
    int sizeBytes = in.int32();
    var digest =
        Digest.parse(in.text()).orElseThrow(() -> new PipeException("a page without a digest"));
    try {
      var view = PageView.of(in.blob());
      return new PageReply.Content(url, status, headers, sizeBytes, digest, view);
    } catch (MalformedViewException e) {
      return new PageReply.Missing(0, "Its view is malformed: " + e.getMessage() + ".");
    }
  }

  static ToWorker decode(int type, int visit, byte[] body) throws PipeException {
    if (type == DETAIL) {
      return new ToWorker.Detail(visit, Optional.of(body)); // Not copied: a heap has little room.
    }
    var in = new FieldReader(body);
    ToWorker message =
        switch (type) {
          case BEGIN -> begin(visit, in);
          case CONTENT -> new ToWorker.Page(visit, content(in));
          case DETAIL_GONE -> new ToWorker.Detail(visit, Optional.empty());
          case UNCHANGED -> new ToWorker.Page(visit, new PageReply.Unchanged());
          case REFUSED -> new ToWorker.Page(visit, new PageReply.Refused(in.text()));
          case MISSING ->
              new ToWorker.Page(visit, new PageReply.Missing(in.int32(), in.text(), in.flag()));
          case MESSAGE -> new ToWorker.Message(visit, in.int32(), in.text());
          case CHANGES -> new ToWorker.Changes(visit, ChangesCodec.read(in));
          case USAGE -> new ToWorker.Usage(visit, UsageCodec.read(in));
          default -> new ToWorker.Stop(visit, in.text(), in.text());
        };
    in.end();
    return message;
  }

  private static ByteBuffer begin(ToWorker.Begin begin) {
    var code = begin.code();
    var inputs = begin.inputs();
    var state = begin.state().orElse(new byte[0]);
    var out =
        new FieldWriter(code.jar().length + state.length + 4096)
            .text(code.digest())
            .blob(code.jar())
            .text(code.entryClass())
            .flag(begin.state().isPresent())
            .blob(state)
            .text(inputs.productToken())
            .texts(inputs.starts());
    scope(out, inputs.scope());
    rules(out, inputs.rules());
    limits(out, begin.limits());
    out.int64(inputs.seed()).parameters(inputs.parameters()).int32(begin.readAhead());
    out.flag(begin.readsBack());
    cause(out, inputs.cause());
    out.int32(begin.mail().size());
    begin.mail().forEach(message -> out.int32(message.number()).text(message.text()));
    out.int32(inputs.parts().size());
    inputs.parts().forEach(part -> scope(out, part.territory()).blob(part.state()));
    return ItineraryCodec.write(out, inputs.itinerary()).frame(BEGIN, begin.visit());
  }

  private static void rules(FieldWriter out, ScopeRules rules) {
    out.texts(rules.includes()).texts(rules.excludes()).texts(rules.starts());
  }

  private static FieldWriter scope(FieldWriter out, Scope scope) {
    return out.text(scope.origin()).texts(scope.includes()).texts(scope.excludes());
  }

  private static Scope scope(FieldReader in) throws PipeException {
    return new Scope(in.text(), in.texts(), in.texts());
  }

  private static void cause(FieldWriter out, VisitCause cause) {
    switch (cause) {
      case VisitCause.Start _ -> out.text("start").text("");
      case VisitCause.Arrival(var from) -> out.text("arrival").text(from);
      case VisitCause.Resumption _ -> out.text("resumption").text("");
      case VisitCause.Combination _ -> out.text("combination").text("");
      case VisitCause.Wake(var by) -> out.text("wake").text(by.name());
    }
  }

  private static VisitCause cause(FieldReader in) throws PipeException {
    var kind = in.text();
    var detail = in.text();
    return switch (kind) {
      case "start" -> new VisitCause.Start();
      case "arrival" -> new VisitCause.Arrival(detail);
      case "resumption" -> new VisitCause.Resumption();
      case "combination" -> new VisitCause.Combination();
      case "wake" -> new VisitCause.Wake(VisitCause.Waker.valueOf(detail));
      default -> throw new PipeException("cause of a visit: " + kind);
    };
  }

  private static void limits(FieldWriter out, VisitLimits limits) {
    out.int64(limits.wallClock().toMillis())
        .int64(limits.cpu().toMillis())
        .int64(limits.allocatedBytes())
        .int64(limits.pages())
        .int64(limits.pageBytes())
        .int64(limits.findings())
        .int32(limits.findingBytes())
        .int64(limits.outputBytes())
        .int64(limits.referrals())
        .int32(limits.stateBytes())
        .int32(limits.logLines())
        .int64(limits.messages())
        .int64(limits.checkpointEvery().toMillis());
  }

  private static ToWorker.Begin begin(int visit, FieldReader in) throws PipeException {
    var code = new VisitOrder.Code(in.text(), in.blob(), in.text());
    boolean hasState = in.flag();
    var state = in.blob();
    var productToken = in.text();
    var starts = in.texts();
    try {
      var scope = scope(in);
      var rules = new ScopeRules(in.texts(), in.texts(), in.texts());
      var limits = limits(in);
      long seed = in.int64();
      var parameters = in.parameters();
      int readAhead = in.int32();
      boolean readsBack = in.flag();
      var cause = cause(in);
      var mail = mail(in, visit);
      var parts = parts(in);
      var legs = ItineraryCodec.read(in);
      var inputs =
          new VisitOrder.Inputs(
              productToken, starts, scope, rules, seed, parameters, cause, legs, parts);
      return new ToWorker.Begin(
          visit,
          code,
          hasState ? Optional.of(state) : Optional.empty(),
          inputs,
          limits,
          readAhead,
          readsBack,
          mail);
    } catch (IllegalArgumentException e) {
      throw new PipeException(String.valueOf(e.getMessage()));
    }
  }

  private static List<AgentPart> parts(FieldReader in) throws PipeException {
    int count = in.int32();
    if (count < 0 || count > AgentPart.MOST) {
      throw new PipeException(count + " agents to combine");
    }
    var parts = new ArrayList<AgentPart>(count);
    for (int i = 0; i < count; i++) {
      parts.add(new AgentPart(scope(in), in.blob()));
    }
    return parts;
  }

  private static List<ToWorker.Message> mail(FieldReader in, int visit) throws PipeException {
    int count = in.int32();
    if (count < 0 || count > ToWorker.Begin.MAX_MAIL) {
      throw new PipeException(count + " messages that wait");
    }
    var mail = new ArrayList<ToWorker.Message>();
    for (int i = 0; i < count; i++) {
      mail.add(new ToWorker.Message(visit, in.int32(), in.text()));
    }
    return mail;
  }

  private static VisitLimits limits(FieldReader in) throws PipeException {
    return new VisitLimits(
        Duration.ofMillis(in.int64()),
        Duration.ofMillis(in.int64()),
        in.int64(),
        in.int64(),
        in.int64(),
        in.int64(),
        in.int32(),
        in.int64(),
        in.int64(),
        in.int32(),
        in.int32(),
        in.int64(),
        Duration.ofMillis(in.int64()));
  }
}
