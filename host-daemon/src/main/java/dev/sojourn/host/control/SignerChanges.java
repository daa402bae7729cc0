package dev.sojourn.host.control;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.control.ControlRequest.BanSigner;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.rules.Ban;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.AgentUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Bans and allowances of signers. Safe for use by several threads.
///
/// @param trust stores the decisions
/// @param rules the current rules
/// @param strangers the signers that were refused because they are not trusted
/// @param clock the time
public record SignerChanges(
    TrustChanges trust, CurrentRules rules, RefusedSigners strangers, InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  End ban(BanSigner request, String user) throws IOException {
    var signer = normal(request.signer().written());
    if (!isConfigured(signer) && TrustDecisions.source(signer).isEmpty()) {
      return unknown(request.signer());
    }
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var ban =
        new Ban(
            signer,
            now,
            request.time().map(now::plus),
            request.reason().map(ForeignText::written),
            Optional.of(user));
    var changed = trust.decide(before -> before.with(ban));
    long visits = count(changed.ended());
    return new Done(
        json ->
            json.put("banned", signer)
                .putIfPresent("until", ban.until())
                .put("ended", visits)
                .putIfPresent("unkept", changed.unkept()));
  }

  End bans(ControlAnswer answer) throws IOException {
    var bans =
        trust.decisions().bans().stream().filter(ban -> !ban.isOver(clock.instant())).toList();
    for (var ban : bans) {
      answer.item(ban.members());
    }
    return new Done(json -> json.put("bans", bans.size()));
  }

  End allow(ForeignText given) throws IOException {
    var signer = normal(given.written());
    if (trust.decisions().bans().stream().anyMatch(ban -> ban.signer().equals(signer))) {
      var changed = trust.decide(before -> before.withoutBan(signer));
      return rules
          .ban(signer)
          .<End>map(ban -> banned("The ban is lifted, and " + ban.about(signer)))
          .orElseGet(() -> allowed(signer, "ban lifted", changed.unkept()));
    }
    if (isConfigured(signer)) {
      return allowed(signer, "trusted already");
    }
    // While a signer is banned, allowing one of their keys or URLs would have no effect.
    var ban = rules.ban(signer);
    if (ban.isPresent()) {
      return banned(ban.get().about(signer));
    }
    var named = TrustDecisions.of(rules.now().config().trust(), signer);
    if (named.isPresent()) {
      return allowed(named.get().name(), "trusted already");
    }
    if (TrustDecisions.source(signer).isEmpty()) {
      return unknown(given);
    }
    var changed = trust.decide(before -> before.withAllowed(signer));
    strangers.forget(signer);
    return allowed(signer, "trusted from now on", changed.unkept());
  }

  private static End allowed(String signer, String change) {
    return allowed(signer, change, Optional.empty());
  }

  private static End allowed(String signer, String change, Optional<String> unkept) {
    return new Done(
        json -> json.put("allowed", signer).put("change", change).putIfPresent("unkept", unkept));
  }

  private static End banned(String clause) {
    return new Refused(Why.NONE, clause + ".");
  }

  private static String normal(String signer) {
    return AgentUrl.parse(signer).map(AgentUrl::text).orElse(signer);
  }

  private boolean isConfigured(String name) {
    return names().contains(name) || trust.decisions().allowed().contains(name);
  }

  private List<String> names() {
    return rules.now().config().trust().stream().map(TrustConfig::name).toList();
  }

  private End unknown(ForeignText signer) {
    var names = names();
    return new Refused(
        Why.NONE,
        ("No signer here is called '%s'. Give the thumbprint of a key, an https URL that publishes"
                + " keys, or a name of [[trust]]%s.")
            .formatted(signer, names.isEmpty() ? ", which has none yet" : ": " + names));
  }

  private static long count(List<CompletableFuture<Integer>> judged) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    return judged.stream()
        .mapToLong(
            each ->
                each.completeOnTimeout(
                        0, Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS)
                    .join())
        .sum();
  }
}
