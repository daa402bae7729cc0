package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.cli.ManualPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import picocli.CommandLine;

/// The manual pages and the completion, made of the commands.
class ManualPagesTest {
  private static final Path GROFF = Path.of("/usr/bin/groff");
  private static final Path BASH = Path.of("/bin/bash");

  static boolean hasGroff() {
    return Files.isExecutable(GROFF);
  }

  static boolean hasBash() {
    return Files.isExecutable(BASH);
  }

  @Test
  void everyCommandHasItsPage() {
    var names = new TreeSet<String>();
    gather(Main.line(), names);

    assertThat(names).hasSizeGreaterThan(20);
    assertThat(ManualPages.of(Main.line()).keySet()).isEqualTo(names);
  }

  private static void gather(CommandLine line, Set<String> names) {
    names.add(line.getCommandSpec().qualifiedName("-") + ".1");
    line.getSubcommands().values().forEach(next -> gather(next, names));
  }

  @Test
  void aPageHasSynopsisDescriptionOptionsAndCommands() {
    var pages = ManualPages.of(Main.line());

    assertThat(pages.get("sojourn-host-run.1"))
        .contains(".SH SYNOPSIS\nsojourn host run ")
        .contains(".TP\n.B \\-\\-config=FILE\n")
        .contains("Run the daemon until SIGTERM or SIGINT.");
    assertThat(pages.get("sojourn-host.1")).contains(".TP\n.B sojourn\\-host\\-check(1)\n");
    assertThat(pages.values()).noneMatch(page -> page.contains("${") || page.contains("@|"));
  }

  @Test
  @EnabledIf("hasGroff")
  void troffHasNothingToComplainOf() throws Exception {
    for (var page : ManualPages.of(Main.line()).entrySet()) {
      var said = said(page.getValue(), GROFF.toString(), "-man", "-Tutf8", "-ww", "-z");
      assertThat(said).as(page.getKey()).isEmpty();
    }
  }

  @Test
  @EnabledIf("hasBash")
  void theShellReadsTheCompletion() throws Exception {
    var completion = ManualPages.completion(Main.line());

    assertThat(said(completion, BASH.toString(), "-n")).isEmpty();
    assertThat(completion).contains("complete -F _complete_sojourn -o default sojourn");
  }

  /// The words of a program, on both streams of output, about a text.
  private static String said(String text, String... command)
      throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var input = process.getOutputStream()) {
      input.write(text.getBytes(StandardCharsets.UTF_8));
    }
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said;
  }
}
