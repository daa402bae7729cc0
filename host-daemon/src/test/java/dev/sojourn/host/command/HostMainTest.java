package dev.sojourn.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.cli.CommandRun;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The program that reads the definition of one command only.
class HostMainTest {
  @Test
  void eachCommandAloneIsAsAmongAllOthers() {
    var all = CommandRun.commandLine(new HostCommand(), "sojourn-host").getSubcommands();

    assertThat(all).hasSizeGreaterThan(15);
    all.forEach(
        (name, command) -> {
          var alone = HostMain.commandLine(name, "--help").getSubcommands();
          assertThat(alone).containsOnlyKeys(name);
          assertThat(alone.values())
              .extracting(CommandLine::getUsageMessage)
              .containsExactly(command.getUsageMessage());
        });
  }

  @Test
  void aWordThatNamesNoCommandMeetsAllOfThem() {
    assertThat(HostMain.commandLine("rnu").getSubcommands()).hasSizeGreaterThan(15);
    assertThat(HostMain.commandLine().getSubcommands()).hasSizeGreaterThan(15);
    assertThat(HostMain.commandLine("--help").getSubcommands()).hasSizeGreaterThan(15);
  }
}
