package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Random trees are held against a naive count of the paths.
class DirectoryTreeTest {
  private static final int RUNS = 2_000;

  private static DirectoryTree tree(List<String> paths) {
    var tree = new DirectoryTree();
    paths.forEach(tree::add);
    return tree;
  }

  private static List<String> pages(String directory, int count) {
    return IntStream.range(0, count).mapToObj(i -> directory + i + ".html").toList();
  }

  @Test
  void dealsOutTheLargestDirectoriesFirst() {
    var paths = new ArrayList<String>();
    paths.addAll(pages("/api/base/", 400));
    paths.addAll(pages("/api/desktop/", 500));
    paths.addAll(pages("/api/xml/", 60));
    paths.addAll(pages("/blog/", 10));
    paths.addAll(pages("/", 30));
    assertThat(tree(paths).parts(2, 10)).containsExactly(List.of("/api/desktop/"));
    assertThat(tree(paths).parts(3, 10))
        .containsExactly(List.of("/api/desktop/"), List.of("/api/base/"));
  }

  @Test
  void leavesASiteWholeWherePartsGainNothing() {
    assertThat(tree(List.of()).parts(4, 1)).isEmpty();
    assertThat(tree(pages("/", 1_000)).parts(4, 1)).isEmpty();
    assertThat(tree(pages("/only/", 1_000)).parts(4, 1)).isEmpty();
    var small = new ArrayList<>(pages("/a/", 100));
    small.addAll(pages("/b/", 99));
    assertThat(tree(small).parts(4, 100)).isEmpty();
    assertThat(tree(small).parts(1, 1)).isEmpty();
  }

  @Test
  void keepsPagesWithOneBodyInOnePart() {
    var paths = new ArrayList<String>();
    for (var directory : List.of("/a/", "/b/", "/c/x/", "/c/y/")) {
      paths.addAll(pages(directory, 100));
    }
    var tree = tree(paths);
    tree.keepTogether(List.of("/a/1.html", "/b/2.html"));
    tree.keepTogether(List.of("/c/x/1.html", "/c/x/2.html"));
    assertThat(tree.parts(4, 1)).containsExactly(List.of("/c/x/"), List.of("/c/y/"));
    tree.keepTogether(List.of("/c/x/3.html", "/c/y/4.html"));
    assertThat(tree.parts(4, 1)).containsExactly(List.of("/c/"));
  }

  @Test
  void pathsOfThousandsOfDirectoriesDoNotFillTheMemoryOrAPassport() {
    var deep = "/a".repeat(4_000);
    var tree = new DirectoryTree();
    for (int i = 0; i < 1_000; i++) {
      var path = "/x" + i % 2 + "/" + i + deep;
      assertThat(tree.add(path)).isEqualTo("/x" + i % 2 + "/" + i + "/a".repeat(10) + "/");
      // Each of them as strings of its own would be 16 MB.
      tree.keepTogether(List.of(path, "/y/" + i + deep));
    }
    assertThat(tree.parts(2, 1)).isEmpty();

    var lengthy = new DirectoryTree();
    for (int i = 0; i < 1_000; i++) {
      assertThat(lengthy.add("/x/" + i % 10 + "b".repeat(7_000) + "/" + i)).isEqualTo("/x/");
    }
    assertThat(lengthy.parts(10, 1)).isEmpty();
  }

  @Test
  void aDirectoryStandsForItsPagesWithOneBody() {
    var paths = new ArrayList<String>();
    for (var directory : List.of("/a/", "/b/", "/c/x/", "/c/y/")) {
      paths.addAll(pages(directory, 100));
    }
    var tree = tree(paths);
    assertThat(tree.add("/b/1.html")).isSameAs(tree.add("/b/2.html"));
    tree.keepTogether(List.of(tree.add("/c/x/1.html"), tree.add("/c/y/2.html")));
    tree.keepTogether(Set.of(tree.add("/a/1.html")));
    assertThat(tree.parts(4, 1)).containsExactly(List.of("/b/"), List.of("/a/"));
  }

  @Test
  void partsAreDisjointBalancedAndTheSameInEveryOrder() {
    int cut = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var paths = paths(random);
      int most = 1 + random.nextInt(6);
      int least = 1 + random.nextInt(20);
      var equal = new ArrayList<String>();
      for (int i = random.nextInt(3); i > 0; i--) {
        equal.add(paths.get(random.nextInt(paths.size())));
      }
      var parts = parts(paths, equal, most, least);
      Collections.shuffle(paths, random);
      assertThat(parts(paths, equal, most, least)).as("seed %d", seed).isEqualTo(parts);
      check(seed, paths, equal, parts, most, least);
      cut += parts.isEmpty() ? 0 : 1;
    }
    assertThat(cut).isGreaterThan(RUNS / 10);
  }

  private static List<List<String>> parts(
      List<String> paths, List<String> equal, int most, int least) {
    var tree = tree(paths);
    if (!equal.isEmpty()) {
      tree.keepTogether(equal);
    }
    return tree.parts(most, least);
  }

  private static List<String> paths(Random random) {
    var directories = new ArrayList<>(List.of("/"));
    for (int i = random.nextInt(12); i > 0; i--) {
      directories.add(directories.get(random.nextInt(directories.size())) + "d" + i + "/");
    }
    var paths = new ArrayList<String>();
    for (int i = 1 + random.nextInt(200); i > 0; i--) {
      // The later ones are smaller.
      int bound = 1 + random.nextInt(directories.size());
      paths.add(directories.get(random.nextInt(bound)) + "page" + i);
    }
    return paths;
  }

  private static void check(
      int seed,
      List<String> paths,
      List<String> equal,
      List<List<String>> parts,
      int most,
      int least) {
    var all = parts.stream().flatMap(List::stream).toList();
    assertThat(all).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(all.size()).as("seed %d", seed).isLessThanOrEqualTo(DirectoryTree.MAX_CHOSEN);
    for (var one : all) {
      assertThat(all.stream().filter(other -> !other.equals(one)).noneMatch(one::startsWith))
          .as("seed %d: %s lies in another of %s", seed, one, all)
          .isTrue();
      assertThat(equal.stream().filter(path -> path.startsWith(one)).count())
          .as("seed %d: %s has some of %s", seed, one, equal)
          .isIn(0L, (long) equal.size());
    }
    if (parts.isEmpty()) {
      return;
    }
    assertThat(parts.size() + 1)
        .as("seed %d", seed)
        .isLessThanOrEqualTo(Math.min(most, paths.size() / least));
    int largestDirectory = all.stream().mapToInt(d -> count(paths, List.of(d))).max().orElse(0);
    int mean = Math.ceilDiv(paths.size(), Math.min(most, paths.size() / least));
    for (var part : parts) {
      assertThat(count(paths, part))
          .as("seed %d", seed)
          .isPositive()
          .isLessThanOrEqualTo(mean + largestDirectory);
    }
    int rest = paths.size() - count(paths, all);
    int largest = parts.stream().mapToInt(part -> count(paths, part)).max().orElse(0);
    assertThat(Math.max(rest, largest) * 10)
        .as("seed %d", seed)
        .isLessThanOrEqualTo(paths.size() * 9);
  }

  private static int count(List<String> paths, List<String> directories) {
    return (int) paths.stream().filter(p -> directories.stream().anyMatch(p::startsWith)).count();
  }
}
