package dev.sojourn.app;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// Limits that no compiler checks: lengths of files and methods, sizes of packages, and words that
/// a source must not have.
final class SourceShapeTest {
  private static final int MAX_FILE_LINES = 600;
  private static final int MAX_MEDIAN_LINES = 110;
  private static final int MAX_NINETIETH_LINES = 300;
  private static final int MAX_METHOD_LINES = 40;
  private static final int MAX_PACKAGE_TYPES = 30;
  private static final Pattern QUESTION_WORD =
      Pattern.compile("(What|Who|Whom|Whose|How|Where|When|Which)\\b");
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<Path> MAIN = sources("/src/main/java/");
  private static final List<Path> TESTS = sources("/src/test/java/");
  private static final ParsedSources PARSED = parse();

  /// The main sources as the compiler reads them, once for all tests.
  private record ParsedSources(JavacTask task, List<CompilationUnitTree> units) {}

  @Test
  void noMainSourceFileIsLong() {
    assertThat(MAIN)
        .allSatisfy(p -> assertThat(lines(p).size()).isLessThanOrEqualTo(MAX_FILE_LINES));
  }

  @Test
  void mostMainSourceFilesAreShort() {
    var sizes = MAIN.stream().filter(p -> !isPackageInfo(p)).map(p -> lines(p).size()).toList();
    var sorted = sizes.stream().sorted().toList();

    assertThat(sorted.get(sorted.size() / 2))
        .describedAs("median")
        .isLessThanOrEqualTo(MAX_MEDIAN_LINES);
    assertThat(sorted.get(sorted.size() * 9 / 10))
        .describedAs("ninth decile")
        .isLessThanOrEqualTo(MAX_NINETIETH_LINES);
  }

  @Test
  void noMethodIsLong() {
    assertThat(longMethods()).isEmpty();
  }

  @Test
  void noSimpleNameStandsForTwoTypes() {
    var names =
        MAIN.stream()
            .filter(p -> !isPackageInfo(p))
            .collect(groupingBy(p -> p.getFileName().toString(), counting()));

    assertThat(names).allSatisfy((_, types) -> assertThat(types).isEqualTo(1));
  }

  /// A type comment says what the type is: "The write queue of the store: …".
  @Test
  void noTypeCommentBeginsWithAQuestionWord() {
    var found = new ArrayList<String>();
    scan(
        (unit, task) ->
            new TreePathScanner<Void, CompilationUnitTree>() {
              @Override
              public Void visitClass(ClassTree type, CompilationUnitTree in) {
                var comment = DocTrees.instance(task).getDocComment(getCurrentPath());
                if (comment != null && QUESTION_WORD.matcher(comment.strip()).lookingAt()) {
                  found.add(in.getSourceFile().getName() + ": " + type.getSimpleName());
                }
                return super.visitClass(type, in);
              }
            }.scan(unit, unit));
    assertThat(found).isEmpty();
  }

  @Test
  void noPackageIsCrowded() {
    var crowded =
        MAIN.stream()
            .filter(p -> !isPackageInfo(p))
            .collect(groupingBy(Path::getParent, counting()));

    assertThat(crowded)
        .allSatisfy((p, types) -> assertThat(types).isLessThanOrEqualTo(MAX_PACKAGE_TYPES));
  }

  @Test
  void everyPackageIsDescribed() {
    assertThat(MAIN).allSatisfy(p -> assertThat(p.resolveSibling("package-info.java")).exists());
  }

  @Test
  void nothingIsLeftForLater() {
    var marks = Stream.of("TO" + "DO", "FIX" + "ME", "X" + "XX").toList();

    assertThat(Stream.concat(MAIN.stream(), TESTS.stream()))
        .allSatisfy(
            p -> assertThat(lines(p)).noneMatch(line -> marks.stream().anyMatch(line::contains)));
  }

  @Test
  void noTestSleeps() {
    var sleep = "Thread." + "sleep(";

    assertThat(TESTS).allSatisfy(p -> assertThat(lines(p)).noneMatch(line -> line.contains(sleep)));
  }

  private static List<String> longMethods() {
    var found = new ArrayList<String>();
    scan(
        (unit, task) -> {
          var positions = Trees.instance(task).getSourcePositions();
          new TreePathScanner<Void, CompilationUnitTree>() {
            @Override
            public Void visitMethod(MethodTree method, CompilationUnitTree in) {
              long first = in.getLineMap().getLineNumber(positions.getStartPosition(in, method));
              long last = in.getLineMap().getLineNumber(positions.getEndPosition(in, method));
              if (last - first + 1 > MAX_METHOD_LINES) {
                found.add(in.getSourceFile().getName() + ":" + first + " " + method.getName());
              }
              return super.visitMethod(method, in);
            }
          }.scan(unit, unit);
        });
    return found;
  }

  private static void scan(BiConsumer<CompilationUnitTree, JavacTask> look) {
    for (var unit : PARSED.units()) {
      look.accept(unit, PARSED.task());
    }
  }

  private static ParsedSources parse() {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var sources = files.getJavaFileObjectsFromPaths(MAIN);
      var task = (JavacTask) compiler.getTask(null, files, null, List.of(), null, sources);
      var units = new ArrayList<CompilationUnitTree>();
      task.parse().forEach(units::add);
      return new ParsedSources(task, units);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPackageInfo(Path source) {
    return source.endsWith("package-info.java");
  }

  private static List<Path> sources(String part) {
    try (var paths = Files.walk(ROOT)) {
      return paths
          .filter(p -> p.toString().endsWith(".java") && p.toString().contains(part))
          .filter(p -> !ROOT.relativize(p).toString().contains("/target/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path path) {
    try {
      return Files.readAllLines(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
