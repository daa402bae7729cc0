package dev.sojourn.host.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file of decisions about what visits found.
final class ReleasesTest {
  private static final Instant CAME = Instant.parse("2026-11-24T10:00:00.123456Z");
  private static final String DIGEST = "ab".repeat(32);

  @TempDir private Path data;

  @Test
  void aDamagedFileIsAnErrorThatSaysWhatToDo() throws IOException {
    Files.writeString(data.resolve("released.json"), "{\"version\":1,\"decisions\":[{}]}");

    assertThatThrownBy(() -> Releases.open(data, true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("released.json")
        .hasMessageContaining("put a copy back, or delete it and release anew");
    assertThatThrownBy(() -> Releases.open(data, false)).isInstanceOf(IOException.class);
  }

  @Test
  void decisionsAboutVisitsThatAreGoneGoOnceThereAreAThousand() throws IOException, JsonException {
    var releases = Releases.open(data, true);
    releases.decide(decisions(0, 999), _ -> false);
    assertThat(agents()).hasSize(999);

    releases.decide(decisions(999, 1_000), decision -> decision.key().agentId().endsWith("7"));

    assertThat(agents()).hasSize(100).allMatch(agent -> agent.endsWith("7"));
  }

  @Test
  void aDecisionIsNotTakenWhereTheDiskDoesNotTakeIt() throws IOException {
    var gone = Files.createDirectory(data.resolve("gone"));
    var releases = Releases.open(gone, true);
    Files.delete(gone);

    assertThatThrownBy(() -> releases.decide(decisions(0, 1), _ -> true))
        .isInstanceOf(IOException.class);
    assertThat(gone).doesNotExist();
  }

  private List<String> agents() throws IOException, JsonException {
    var agents = new ArrayList<String>();
    var file = JsonMembers.parse(Files.readAllBytes(data.resolve("released.json")));
    for (var decision : file.objects("decisions", 10_000)) {
      agents.add(decision.text("agent", 100));
    }
    return agents;
  }

  private static List<ReleaseDecision> decisions(int from, int to) {
    var made = new ArrayList<ReleaseDecision>();
    for (int i = from; i < to; i++) {
      made.add(new ReleaseDecision(new VisitKey("owner", "a" + i), CAME, true, DIGEST, CAME));
    }
    return made;
  }
}
