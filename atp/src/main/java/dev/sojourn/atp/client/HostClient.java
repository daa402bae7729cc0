package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.VisitStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// One agent host, as the owner of agents sees it. Requests that act on an agent are signed with
/// the owner's key. Safe for use by many (virtual) threads.
///
/// Every request can be repeated without harm, and is, as its [RetryPolicy] says: after an answer
/// that was lost, and after a 403 that names a time to try again.
@SuppressWarnings("DoNotCallSuggester")
public final class HostClient {

  /// Creates a client; nothing is sent yet.
  ///
  /// @param client carries the messages; stays the caller's
  /// @param host where to
  /// @param owner signs requests
  /// @param retry how patiently to try again
  /// @param clock the time, for dates and signatures
  /// @param random spreads the pauses
  public HostClient(
      AtpClient client,
      AtpAddress host,
      SigningKey owner,
      RetryPolicy retry,
      InstantSource clock,
      RandomGenerator random) {
    throw new UnsupportedOperationException();
  }

  /// {@return where this client sends to}
  public AtpAddress host() {
    throw new UnsupportedOperationException();
  }

  /// Sends an agent.
  ///
  /// @param agent the package, with its code
  /// @param mayHaveCode whether the host may know the code: it is then sent only if it does not
  /// @return whether the host took it
  /// @throws InterruptedException if the thread is interrupted
  public DispatchOutcome dispatch(AgentPackage agent, boolean mayHaveCode)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// Asks for the parcels after the one acknowledged; the host may then forget those up to it.
  ///
  /// @param agentId whose parcels
  /// @param acknowledged number of the last parcel that is safely kept here; 0 for none
  /// @param wait how long the host may wait for something to tell
  /// @return the parcels, and how the visit stands
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Delivery> collect(String agentId, long acknowledged, Duration wait)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// Asks how a visit stands.
  ///
  /// @param agentId whose visit
  /// @return how it stands
  /// @throws InterruptedException if the thread is interrupted
  public Answer<VisitStatus> status(String agentId) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// Calls an agent back: ends its visit where it has not ended, and fetches its state.
  ///
  /// @param agentId whose visit
  /// @return the package that came with the dispatch, without code, with the state of the last
  ///   checkpoint
  /// @throws InterruptedException if the thread is interrupted
  public Answer<AgentPackage> retract(String agentId) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// Ends a visit where it has not ended, and has the host forget all that it keeps of it. An agent
  /// that the host does not know counts as disposed of.
  ///
  /// @param agentId whose visit
  /// @return true
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Boolean> dispose(String agentId) throws InterruptedException {
    throw new UnsupportedOperationException();
  }
}
