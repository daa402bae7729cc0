package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.result.Measure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Charts and tables as files for papers.
final class ReportExportTest {
  @TempDir private Path temp;

  private static Report report(int series) {
    var runs =
        IntStream.range(0, series)
            .mapToObj(i -> RunSamples.done(i + 1, 1 + i, RunSamples.kind("kind " + i)))
            .toList();
    var plot = new Plot("Time \\ & more", "link.delay", Measure.WALL_TIME, List.of("crawl.kind"));
    return RunSamples.report("x", List.of(plot), runs);
  }

  @Test
  void eachChartIsAFileOfEachKindAndALongOneHasSeveral() throws Exception {
    var folder = temp.resolve("export");
    ReportExport.write(report(40), folder);

    assertThat(folder.resolve("01-wall-time.tex"))
        .content()
        .startsWith("% Time \\textbackslash{} \\& more\n\\begin{tabular}{llrrrr}\n")
        .contains("\nkind 39 & -- & 40 & 40 & 40 & 1 \\\\\n");
    for (var name : List.of("01-wall-time.svg", "01-wall-time-2.svg", "02-pages-per-second.svg")) {
      var root =
          DocumentBuilderFactory.newDefaultNSInstance()
              .newDocumentBuilder()
              .parse(folder.resolve(name).toFile())
              .getDocumentElement();
      assertThat(root.getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
      assertThat(root.getElementsByTagName("text").getLength()).isGreaterThan(20);
    }
  }

  @Test
  void filesOfAnEarlierReportGoAndOthersStay() throws Exception {
    var folder = temp.resolve("export");
    ReportExport.write(report(40), folder);
    Files.writeString(folder.resolve("paper.tex"), "mine");

    ReportExport.write(report(2), folder);

    assertThat(folder.resolve("01-wall-time.svg")).exists();
    assertThat(folder.resolve("01-wall-time-2.svg")).doesNotExist();
    assertThat(folder.resolve("paper.tex")).hasContent("mine");
  }

  @Test
  void aLinkInPlaceOfTheFolderIsNotFollowed() throws Exception {
    var elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
    var folder = Files.createSymbolicLink(temp.resolve("export"), elsewhere);

    assertThatIOException()
        .isThrownBy(() -> ReportExport.write(report(2), folder))
        .withMessageContaining("export");
    assertThat(elsewhere).isEmptyDirectory();
  }
}
