package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The count of pages, beside a set of their names.
final class DistinctPagesTest {
  @Test
  void eachPageCountsOnce() {
    var random = new Random(3);
    var pages = new DistinctPages();
    var names = new HashSet<String>();
    for (int i = 0; i < 50_000; i++) {
      var name = "/page-" + random.nextInt(20_000);
      pages.add(name);
      names.add(name);

      assertThat(pages.count()).isEqualTo(names.size());
    }
  }
}
