package dev.sojourn.host.control;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.control.ControlRequest.AllowSigner;
import dev.sojourn.control.ControlRequest.BanSigner;
import dev.sojourn.control.ControlRequest.Bans;
import dev.sojourn.control.ControlRequest.Decide;
import dev.sojourn.control.ControlRequest.Drain;
import dev.sojourn.control.ControlRequest.DropViews;
import dev.sojourn.control.ControlRequest.Held;
import dev.sojourn.control.ControlRequest.Logs;
import dev.sojourn.control.ControlRequest.PageStoreList;
import dev.sojourn.control.ControlRequest.Ps;
import dev.sojourn.control.ControlRequest.Reload;
import dev.sojourn.control.ControlRequest.Show;
import dev.sojourn.control.ControlRequest.SiteList;
import dev.sojourn.control.ControlRequest.StopAll;
import dev.sojourn.control.ControlRequest.StopOne;
import dev.sojourn.control.ControlRequest.StopSigner;
import dev.sojourn.control.ControlRequest.Strangers;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.rules.Ban;
import java.io.IOException;
import java.time.Duration;

/// Carries out an operator's commands to a running daemon. Safe for use by several threads.
///
/// @param visits the visits that wait or run
/// @param shown shows visits and sites
/// @param stops ends visits
/// @param releases shows, releases and drops held results of visits
/// @param signers bans and allows signers
/// @param strangers the signers that were refused because they are not trusted
/// @param pages shows and drops views of pages
/// @param reload reads the configuration again
/// @param log the last lines of the daemon's log
public record ControlCommands(
    Visits visits,
    VisitShow shown,
    VisitStops stops,
    ReleaseCommands releases,
    SignerChanges signers,
    RefusedSigners strangers,
    PageStoreCommands pages,
    ConfigReload reload,
    LogTail log) {
  private static final System.Logger LOG = System.getLogger(ControlCommands.class.getName());
  private static final Duration PULSE = Duration.ofSeconds(5);

  End carryOut(ControlRequest request, String user, ControlAnswer answer)
      throws IOException, InterruptedException {
    return switch (request) {
      case Ps _ -> shown.list(answer);
      case Show(var id) -> shown.one(id, answer);
      case SiteList _ -> shown.sites(answer);
      case PageStoreList _ -> pages.list(answer);
      case Strangers _ -> refused(answer);
      case Bans _ -> signers.bans(answer);
      case Held(var id) -> id.isEmpty() ? releases.list(answer) : releases.one(id.get(), answer);
      case Logs(int lines, boolean isFollowed) -> logs(lines, isFollowed, answer);
      case Drain(var takesNone) when takesNone.isEmpty() -> drained();
      case Decide _,
          StopOne _,
          StopSigner _,
          StopAll _,
          BanSigner _,
          AllowSigner _,
          Reload _,
          DropViews _,
          Drain _ -> {
        LOG.log(System.Logger.Level.INFO, "By command of {0}: {1}", user, words(request));
        var end = change(request, user, answer);
        if (end instanceof Refused(_, var sentence)) {
          LOG.log(System.Logger.Level.INFO, "That command was refused: {0}", sentence);
        }
        yield end;
      }
    };
  }

  /// Returns the command as it was typed, for the log. Its arguments may be any text.
  private static String words(ControlRequest request) {
    return switch (request) {
      case Held(var id) -> "held" + id.map(text -> " " + text).orElse("");
      case Decide(boolean isReleased, var id, var signer, _) ->
          (isReleased ? "release " : "drop ")
              + id.map(ForeignText::toString)
                  .or(() -> signer.map(text -> "--signer " + text))
                  .orElse("--all");
      case StopOne(var id) -> "stop " + id;
      case StopSigner(var signer) -> "stop --signer " + signer;
      case StopAll _ -> "stop --all";
      case BanSigner(var signer, var time, var reason) ->
          "ban "
              + signer
              + time.map(length -> " --for " + Quantity.of(length)).orElse("")
              + reason.map(why -> " --reason " + why).orElse("");
      case Bans _ -> "bans";
      case AllowSigner(var signer) -> "allow " + signer;
      case Reload _ -> "reload";
      case Drain(var takesNone) -> takesNone.orElse(true) ? "drain" : "drain --off";
      case Ps _ -> "ps";
      case SiteList _ -> "sites";
      case PageStoreList _ -> "pages";
      case DropViews(var site) -> "pages --drop" + site.map(text -> " --site " + text).orElse("");
      case Strangers _ -> "ps --refused";
      case Show(var id) -> "show " + id;
      case Logs _ -> "logs";
    };
  }

  private End change(ControlRequest request, String user, ControlAnswer answer)
      throws IOException, InterruptedException {
    return switch (request) {
      case Decide decide -> releases.decide(decide, answer);
      case StopOne(var id) -> stops.one(id, answer);
      case StopSigner(var signer) -> stops.ofSigner(signer, answer);
      case StopAll _ -> stops.all(answer);
      case BanSigner ban -> signers.ban(ban, user);
      case AllowSigner(var signer) -> signers.allow(signer);
      case Reload _ -> reloaded();
      case DropViews(var site) -> pages.drop(site);
      case Drain(var takesNone) -> {
        takesNone.ifPresent(visits::drain);
        yield drained();
      }
      case Ps _, SiteList _, PageStoreList _, Show _, Held _, Strangers _, Bans _, Logs _ ->
          throw new IllegalArgumentException(
              "request: " + request + " (expected: one that changes something)");
    };
  }

  private End refused(ControlAnswer answer) throws IOException {
    var all = strangers.latest();
    for (var stranger : all) {
      var ban = signers.rules().ban(stranger.thumbprint());
      answer.item(
          json -> {
            stranger.members().accept(json);
            json.putIfPresent("banned", ban.map(Ban::signer));
          });
    }
    return new Done(json -> json.put("signers", all.size()));
  }

  private End drained() {
    return new Done(
        json -> json.put("drain", visits.isDrained() ? "on" : "off").put("left", visits.size()));
  }

  private End reloaded() {
    return switch (reload.reload()) {
      case ConfigReload.Taken(var later, var warnings) ->
          new Done(json -> json.put("needStart", later).put("warnings", warnings));
      case ConfigReload.Kept(var errors) ->
          new Refused(Why.CONFIG, String.join(System.lineSeparator(), errors));
    };
  }

  private End logs(int lines, boolean isFollowed, ControlAnswer answer)
      throws IOException, InterruptedException {
    var follower = log.follow(lines);
    try {
      do {
        var taken = follower.take(isFollowed ? PULSE : Duration.ZERO);
        if (taken.lost() > 0) {
          answer.item(json -> json.put("lost", taken.lost()));
        }
        for (var line : taken.lines()) {
          answer.item(json -> json.put("line", line));
        }
        answer.pulse();
      } while (isFollowed);
      return new Done(_ -> {});
    } finally {
      log.leave(follower);
    }
  }
}
