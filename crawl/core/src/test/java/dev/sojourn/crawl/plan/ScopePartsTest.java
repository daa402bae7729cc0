package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Random scopes and prefixes are held against the rule of the longest prefix.
class ScopePartsTest {
  private static final String SITE = "http://example.org";
  private static final int RUNS = 3_000;

  @Test
  void aPartIsCutOutOfTheRest() {
    assertThat(
            ScopeParts.of(
                new Scope(SITE, List.of("/"), List.of("/b/", "/a/x/")), List.of(List.of("/a/"))))
        .containsExactly(
            new Scope(SITE, List.of("/"), List.of("/b/", "/a/")),
            new Scope(SITE, List.of("/a/"), List.of("/a/x/")));
  }

  @Test
  void pathsOfOtherTerritoriesMakeNoPart() {
    var scope = new Scope(SITE, List.of("/"), List.of("/b/"));
    assertThat(ScopeParts.of(scope, List.of(List.of("/b/"), List.of("/b/c/"))))
        .containsExactly(scope);
    assertThat(ScopeParts.of(scope, List.of())).containsExactly(scope);
  }

  @Test
  void aPartWithoutAPathIsLeftOut() {
    var scope = new Scope(SITE, List.of("/a/", "/c/"), List.of());
    assertThat(ScopeParts.of(scope, List.of(List.of("/a/"), List.of("/c/"))))
        .containsExactly(
            new Scope(SITE, List.of("/a/"), List.of()), new Scope(SITE, List.of("/c/"), List.of()));
  }

  @Test
  void everyPageBelongsToThePartWithTheLongestPrefix() {
    int shared = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var scope = scope(random);
      var prefixes = new ArrayList<List<String>>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        prefixes.add(paths(random, 3));
      }
      var parts = ScopeParts.of(scope, prefixes);
      for (var path : paths(random, 30)) {
        var owners = parts.stream().filter(part -> part.contains(SITE + path)).toList();
        assertThat(owners)
            .as("seed %d: %s in %s of %s", seed, path, parts, scope)
            .hasSize(scope.contains(SITE + path) ? 1 : 0);
        if (!owners.isEmpty()) {
          var prefix = longest(scope, prefixes, path);
          shared += prefix.isEmpty() ? 0 : 1;
          assertThat(prefix.isEmpty() || owners.getFirst().includes().contains(prefix))
              .as("seed %d: %s in %s", seed, path, owners)
              .isTrue();
        }
      }
    }
    assertThat(shared).isGreaterThan(RUNS);
  }

  private static String longest(Scope scope, List<List<String>> prefixes, String path) {
    return prefixes.stream()
        .flatMap(List::stream)
        .filter(prefix -> scope.contains(SITE + prefix) && path.startsWith(prefix))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  private static Scope scope(Random random) {
    var includes = new TreeSet<>(paths(random, 3));
    var excludes = new TreeSet<>(paths(random, 3));
    excludes.removeAll(includes);
    return new Scope(SITE, List.copyOf(includes), List.copyOf(excludes));
  }

  private static List<String> paths(Random random, int most) {
    var paths = new ArrayList<String>();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      var path = new StringBuilder("/");
      for (int depth = random.nextInt(5); depth > 0; depth--) {
        path.append("ab".charAt(random.nextInt(2))).append(random.nextInt(3) == 0 ? "" : "/");
      }
      paths.add(path.toString());
    }
    return paths;
  }
}
