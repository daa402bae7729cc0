package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CrawlerCommandTest {
  @Test
  void theParametersOfAnAgentFollowItsName() {
    assertThat(CrawlerCommand.agentOptions("search words=socket best=5"))
        .containsExactly("--agent", "search", "--with", "words=socket", "--with", "best=5");
  }

  @Test
  void anAgentWithoutParametersIsToldNone() {
    assertThat(CrawlerCommand.agentOptions("links")).containsExactly("--agent", "links");
  }
}
