package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.identity.net.AtpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it changes the locale of the whole process")
final class AtpTargetTest {

  @Test
  void readsRelativeAndAbsoluteUris() {
    assertThat(AtpTarget.parse("/"))
        .contains(new AtpTarget(Optional.empty(), "/", Optional.empty()));
    assertThat(AtpTarget.parse("#a1")).contains(AtpTarget.agent("a1"));
    assertThat(AtpTarget.parse("/name#A1"))
        .contains(new AtpTarget(Optional.empty(), "/name", Optional.of("A1")));
    assertThat(AtpTarget.parse("ATP://Host.example"))
        .contains(
            new AtpTarget(Optional.of(new AtpAddress("host.example", 434)), "/", Optional.empty()));
    assertThat(AtpTarget.parse("ATPS://Host.example#x"))
        .contains(
            new AtpTarget(
                Optional.of(new AtpAddress("host.example", 10_435, true)), "/", Optional.of("x")));
    assertThat(AtpTarget.parse("atp://[::1]:4434/a/b.class#x"))
        .contains(
            new AtpTarget(
                Optional.of(new AtpAddress("[::1]", 4434)), "/a/b.class", Optional.of("x")));
  }

  @Test
  void refusesWhatTwoReadersCouldReadDifferently() {
    for (var uri :
        List.of(
            "",
            "name",
            "/..",
            "/a/../b",
            "/./a",
            "//host/a",
            "/a//b",
            "/a/",
            "/%2e%2e",
            "/a%00",
            "/a\\b",
            "/a?b",
            "/#",
            "/#a-b",
            "/#" + "a".repeat(65),
            "/#a#b",
            "/ä",
            "http://host/",
            "atp://",
            "atp://user@host/",
            "atp://host:0/",
            "atp://host:65536/",
            "atp://host:/",
            "atp://host?x")) {
      assertThat(AtpTarget.parse(uri)).describedAs(uri).isEmpty();
    }
  }

  @Test
  void printsWhatItReads() {
    for (var uri : List.of("/", "/#a1", "/name#a1", "atp://host.example:434/x#y")) {
      assertThat(AtpTarget.parse(uri).map(AtpTarget::toString)).contains(uri);
    }
    assertThat(AtpTarget.agent("a1").absoluteAt(new AtpAddress("host.example", 10434)))
        .isEqualTo("atp://host.example:10434/#a1");
  }

  @Test
  void readsAddresses() {
    assertThat(AtpAddress.parse("atp://Host.example"))
        .contains(new AtpAddress("host.example", 434));
    assertThat(AtpAddress.parse("atp://10.0.0.1:10434/").map(AtpAddress::toString))
        .contains("atp://10.0.0.1:10434");
    assertThat(AtpAddress.parse("ATPS://a").map(AtpAddress::toString)).contains("atps://a:10435");
    for (var url :
        List.of("http://a", "atpss://a", "atp:a", "atp://a/b", "atp://a:1:2", "atp://a b")) {
      assertThat(AtpAddress.parse(url)).describedAs(url).isEmpty();
    }
  }

  @Test
  void readsTheSameInTurkey() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(AtpMethod.parse("dispatch")).contains(AtpMethod.DISPATCH);
      assertThat(AtpHeaders.of("AGENT-ID", "i").first("agent-id")).contains("i");
      assertThat(AtpAddress.parse("ATP://INFO.EXAMPLE"))
          .contains(new AtpAddress("info.example", 434));
    } finally {
      Locale.setDefault(before);
    }
  }
}
