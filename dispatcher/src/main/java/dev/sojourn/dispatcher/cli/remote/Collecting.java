package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.sandbox.VisitLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The collection of an agent's findings after a RETRACT. It acknowledges a delivery when the
/// delivery is on disk. It refuses more data than the visit may write, so that no host fills the
/// disk.
///
/// @param host the host that has the agent
/// @param agent the agent whose visit is over
/// @param key the key file of its owner
/// @param limits the limits of its passport
record Collecting(HostClient host, AgentUri agent, Path key, PassportLimits limits) {

  /// Collects until the host has no parcel left.
  ///
  /// @return how the visit ended
  /// @throws CommandException if the host does not deliver; the file can be continued
  VisitStatus into(CollectedFile file) throws IOException, InterruptedException {
    try {
      Delivery delivery;
      var signed = Optional.<VisitStatus>empty();
      do {
        delivery = Refusals.given(ask(file), agent, key);
        keep(delivery, file);
        if (delivery.status().statement().isPresent()) {
          signed = Optional.of(delivery.status());
        }
      } while (!delivery.parcels().isEmpty());
      requireAll(delivery, file);
      // If the agent moved on and no parcel is left, its host reports only where the agent is.
      return signed.orElse(delivery.status());
    } catch (CommandException e) {
      throw new CommandException(
          e.exitCode(),
          "%s; the part that came is in %s, and the same command goes on."
              .formatted(Messages.withoutStop(e.sentence()), file));
    }
  }

  /// If no parcel is here yet, a crawl may have acknowledged the first ones. Then the request is
  /// for all parcels that are left.
  private Answer<Delivery> ask(CollectedFile file) throws InterruptedException {
    return file.parcel() == 0
        ? host.collectLeft(agent.agentId(), Duration.ZERO)
        : host.collect(agent.agentId(), file.parcel(), Duration.ZERO);
  }

  /// Keeps the correct parcels before a wrong one too.
  private void keep(Delivery delivery, CollectedFile file) throws IOException {
    try {
      for (var parcel : delivery.parcels()) {
        write(parcel, file);
      }
    } finally {
      file.keep();
    }
  }

  private void write(Parcel parcel, CollectedFile file) throws IOException {
    // A passport may grant Long.MAX_VALUE bytes, so a sum with this limit could overflow.
    long beyond = (file.octets() + parcel.rawBytes()) / 2 - VisitLimits.defaults().outputBytes();
    if (beyond > limits.pageBytes()) {
      throw wrong("more bytes than the visit may write");
    }
    switch (parcel.unpack(ParcelLimits.DEFAULT)) {
      case ParcelReading.Damaged(var sentence) ->
          throw wrong("what cannot be read: " + Messages.withoutStop(sentence));
      case ParcelReading.Lines lines -> {
        long findings = findings(lines);
        if (file.findings() + findings > limits.findings()) {
          throw wrong(
              "more than the %s that the visit may report"
                  .formatted(Messages.count(limits.findings(), "finding")));
        }
        file.write(parcel, lines, findings);
      }
    }
  }

  private static long findings(ParcelReading.Lines lines) {
    var count = new AtomicLong();
    lines.each(line -> count.addAndGet(line instanceof ParcelLine.Finding ? 1 : 0));
    return count.get();
  }

  private void requireAll(Delivery last, CollectedFile file) {
    boolean lacks = file.parcel() > 0 && last.status().lastParcel() > file.parcel();
    if (lacks || !last.status().state().isFinal()) {
      throw new CommandException(
          ExitCode.UNREACHABLE,
          "%s names more than it delivers, %s parcels of a visit that is %s."
              .formatted(agent.host(), last.status().lastParcel(), last.status().state().word()));
    }
  }

  private CommandException wrong(String what) {
    return new CommandException(ExitCode.FAILED, "%s delivered %s.".formatted(agent.host(), what));
  }
}
