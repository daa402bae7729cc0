package dev.sojourn.host.daemon;

import dev.sojourn.base.Bytes;
import dev.sojourn.host.agents.DawdlingAgent;
import dev.sojourn.host.agents.DeafAgent;
import dev.sojourn.host.agents.ListeningAgent;
import dev.sojourn.host.agents.NosyAgent;
import dev.sojourn.host.agents.PageSeen;
import dev.sojourn.host.agents.ReadingAgent;
import dev.sojourn.host.agents.Reported;
import dev.sojourn.host.agents.StayingAgent;
import dev.sojourn.host.agents.TouringAgent;
import dev.sojourn.host.agents.WalkingAgent;

/// The agents that these tests send: the names of their classes, and their code.
final class SentAgents {
  static final String WALKER = WalkingAgent.class.getName();
  static final Bytes WALKING = AgentJar.of(WALKER, PageSeen.class.getName());

  static final String READER = ReadingAgent.class.getName();
  static final Bytes READING = AgentJar.of(READER, PageSeen.class.getName());

  static final String DAWDLER = DawdlingAgent.class.getName();
  static final Bytes DAWDLING = AgentJar.of(DAWDLER, PageSeen.class.getName());

  static final String NOSY = NosyAgent.class.getName();
  static final Bytes PRYING = AgentJar.of(NOSY, Reported.class.getName());

  static final String LISTENER = ListeningAgent.class.getName();
  static final Bytes LISTENING = AgentJar.of(LISTENER);

  static final String DEAF = DeafAgent.class.getName();
  static final Bytes DEAF_JAR = AgentJar.of(DEAF);

  static final String STAYER = StayingAgent.class.getName();
  static final Bytes STAYING = AgentJar.of(STAYER, Reported.class.getName());

  static final String TOURER = TouringAgent.class.getName();
  static final Bytes TOURING = AgentJar.of(TOURER, Reported.class.getName());

  private SentAgents() {}
}
