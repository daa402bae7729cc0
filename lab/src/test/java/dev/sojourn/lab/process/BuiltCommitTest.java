package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The commit that the build wrote.
final class BuiltCommitTest {
  @Test
  void aBuildInARepositoryNamesItsCommit() {
    var commit = BuiltCommit.ofThisProgram();

    assertThat(commit.id()).matches(Files.exists(Path.of("..", ".git")) ? "[0-9a-f]{40,64}" : "");
  }

  @Test
  void aWorkTreeThatDiffersIsDistinguishedFromOneThatDoesNot() {
    var id = "0f".repeat(20);

    assertThat(BuiltCommit.parse(id + " changed")).isEqualTo(new BuiltCommit(id, true));
    assertThat(BuiltCommit.parse(id + "\n")).isEqualTo(new BuiltCommit(id, false));
    assertThat(BuiltCommit.parse("")).isEqualTo(new BuiltCommit("", false));
  }
}
