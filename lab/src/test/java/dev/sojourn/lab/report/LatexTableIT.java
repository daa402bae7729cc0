package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.lab.process.InstalledProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hostile table as pdfTeX reads it, without any package.
final class LatexTableIT {
  @TempDir private Path temp;

  @Test
  void pdfTexReadsItWithoutAnError() throws Exception {
    assumeTrue(InstalledProgram.isThere("pdflatex"), "skipped: there is no pdflatex on the PATH");
    Files.writeString(temp.resolve("table.tex"), LatexTable.of("Title", LatexTableTest.HOSTILE));
    Files.writeString(
        temp.resolve("paper.tex"),
        """
        \\documentclass{article}
        \\begin{document}
        \\input{table}
        \\end{document}
        """);

    var process =
        new ProcessBuilder("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("out").toFile())
            .start();

    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(temp.resolve("out"))).isZero();
    assertThat(temp.resolve("paper.pdf")).isNotEmptyFile();
    assertThat(temp.resolve("paper.log")).content().doesNotContain("\n! ");
  }
}
