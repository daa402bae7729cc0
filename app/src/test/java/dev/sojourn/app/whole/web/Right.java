package dev.sojourn.app.whole.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/// One condition that must hold after the crawl of a case. Pages are named as in the case.
@FunctionalInterface
public interface Right {
  /// Throws an [AssertionError] if it does not hold.
  void holdsFor(CaseResult result);

  /// These pages were asked for, once each.
  static Right asked(String... names) {
    return result -> {
      for (var name : names) {
        assertThat(result.site().times(result.target(name)))
            .describedAs("requests for %s; all: %s", result.target(name), here(result))
            .isEqualTo(1);
      }
    };
  }

  /// A page was asked for this many times.
  static Right askedTimes(int times, String name) {
    return result ->
        assertThat(result.site().times(result.target(name)))
            .describedAs("requests for %s; all: %s", result.target(name), here(result))
            .isEqualTo(times);
  }

  /// No target with this part was asked for.
  static Right nothingAskedWith(String part) {
    return result -> assertThat(here(result)).noneMatch(target -> target.contains(part));
  }

  /// These pages were not asked for.
  static Right unasked(String... names) {
    return result -> {
      for (var name : names) {
        assertThat(here(result)).doesNotContain(result.target(name));
      }
    };
  }

  /// This many targets with this part were asked for.
  static Right askedWith(int targets, String part) {
    return result ->
        assertThat(here(result).stream().filter(target -> target.contains(part)))
            .describedAs("targets with %s", part)
            .hasSize(targets);
  }

  /// The title of a page.
  static Right title(String name, String title) {
    return result -> {
      indexed(name).holdsFor(result);
      assertThat(result.files().page(result.url(name)).path("title").asText()).isEqualTo(title);
    };
  }

  /// Words that the text of a page has.
  static Right text(String name, String part) {
    return result -> {
      indexed(name).holdsFor(result);
      assertThat(result.files().page(result.url(name)).path("text").asText()).contains(part);
    };
  }

  /// Words that the text of a page does not have; the page is in the index all the same.
  static Right withoutText(String name, String part) {
    return result -> {
      indexed(name).holdsFor(result);
      assertThat(result.files().page(result.url(name)).path("text").asText()).doesNotContain(part);
    };
  }

  /// A member of the finding about a page.
  static Right found(String name, String member, String value) {
    return result -> {
      indexed(name).holdsFor(result);
      assertThat(result.files().page(result.url(name)).path(member).asText())
          .describedAs(member)
          .isEqualTo(value);
    };
  }

  /// These pages are in the index.
  static Right indexed(String... names) {
    return result -> {
      for (var name : names) {
        var line = result.files().line(result.url(name));
        assertThat(line.path("indexed").asBoolean())
            .describedAs("%s is indexed: %s; asked: %s", result.url(name), line, here(result))
            .isTrue();
      }
    };
  }

  /// A page was asked for and is not in the index, for this reason.
  static Right unindexed(String why, String... names) {
    return result -> {
      for (var name : names) {
        var line = result.files().line(result.url(name));
        assertThat(line.path("indexed").asBoolean(true)).describedAs("%s", line).isFalse();
        assertThat(line.path("why").asText()).describedAs("%s", line).isEqualTo(why);
      }
    };
  }

  /// A page was read and is not in the index, for any reason.
  static Right notIndexed(String name) {
    return result -> {
      var line = result.files().line(result.url(name));
      assertThat(line.path("indexed").asBoolean(true)).describedAs("%s", line).isFalse();
      assertThat(result.files().pages()).doesNotContainKey(result.url(name));
    };
  }

  /// The outcomes of the requests for pages, in the words of the crawl log.
  static Right outcome(String outcome, String... names) {
    return result -> {
      for (var name : names) {
        var line = result.files().line(result.url(name));
        assertThat(line.path("outcome").asText())
            .describedAs("%s: %s", result.url(name), line)
            .isEqualTo(outcome);
      }
    };
  }

  /// Two requests for a page were this far apart, in milliseconds.
  static Right pausedAtLeast(long millis, String name) {
    return result -> {
      var times =
          result.site().asked().stream()
              .filter(each -> each.target().equals(result.target(name)))
              .map(AskedPage::at)
              .toList();
      assertThat(times).hasSize(2);
      assertThat(times.get(1).minus(times.get(0)).toMillis()).isGreaterThanOrEqualTo(millis);
    };
  }

  /// No request of the case's site had a field of this name.
  static Right neverSends(String field) {
    return result ->
        assertThat(result.site().asked())
            .allSatisfy(each -> assertThat(each.fields()).doesNotContainKey(field));
  }

  /// A counter of the frontier of the case's site.
  static Right counted(String counter, int count) {
    return result -> {
      int sum = 0;
      for (var territory : result.files().territories(result.site().origin())) {
        sum += territory.path("urls").path("frontier").path(counter).asInt();
      }
      assertThat(sum).describedAs(counter).isEqualTo(count);
    };
  }

  private static List<String> here(CaseResult result) {
    return result.site().targets().stream()
        .filter(target -> target.startsWith(result.prefix()))
        .toList();
  }
}
