package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Elements that an owner writes into the head of a page count, even if one of them ends the head
/// of the tree. Elements that a visitor of the site writes into the body do not.
final class OwnersHeadTest {
  private static final String OWN =
      "<title>Own  title</title><meta name=robots content=noindex><link rel=canonical href=c>"
          + "<base href=/b/>";

  private static final String FORGED =
      "<meta name=robots content=noindex><link rel=canonical href=c><base href=/b/>";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<meta charset=utf-8>",
        "<div id=banner></div>",
        "<div>never closed",
        "<img src=pixel.gif>",
        "<svg><title>Icon</title><path/></svg>",
        "<x-consent></x-consent>",
        "text of a template engine",
        "<br><b>Warning</b>: cannot open file <b>a.php</b>",
        "<p>",
        "\ufeff",
        "<!-- </head><body> -->",
        "<!--> --> <!---> --><div></div>",
        "<script>var end = '</head><body>';</script><div></div>",
        "<style>a{content:'</head>'}</style><div></div>",
        "<div title='</head>' x=\"<body>\"></div>",
        "<noscript><img src=track.gif></noscript>",
        "<iframe src=x></head></iframe>",
        "<template><body></template>",
        "<table><tr><td>",
        "<a href=x>",
        "<math><mi>x</mi></math>",
        "<br/ ><input value=>",
        "<a ==\"x\"><b c=d\"e>",
        "< body>",
        "<![if IE]><link rel=stylesheet href=s><![endif]>"
      })
  void whatStandsInTheHeadOfTheSourceCountsWhateverStandsBeforeIt(String before) {
    var without = before.equals("<template><body></template>") ? "<template></template>" : before;
    var page = parse("<!doctype html><html><head>" + without + OWN + "</head><body>words");
    assertOwn(page);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeff",
        "\ufeff\ufeff",
        "\n\n \r\n",
        "<br />\n<b>Warning</b>:  Undefined variable $a in <b>/srv/a.php</b><br />\n",
        "<div id=injected></div>",
        "<script>x</script>",
        "<!-- generated -->",
        "Notice: x"
      })
  void aPageMayBeginWithAnythingBeforeItsDocumentType(String before) {
    assertOwn(parse(before + "<!DOCTYPE html><html lang=de><head>" + OWN + "</head><body>words"));
    assertThat(parse(before + "<!DOCTYPE html><html lang=de><head></head>").language())
        .contains("de");
  }

  private static void assertOwn(ParsedHtml page) {
    assertThat(page.title()).isEqualTo("Own title");
    assertThat(page.namedMetas()).containsExactly(new PageMeta("robots", "noindex"));
    assertThat(page.canonical()).contains("http://h/b/c");
    assertThat(page.text()).doesNotContain("Own");
  }

  /// A visitor may write each of these, if the site lets markup pass.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!doctype html><html><head><title>t</title></head><body>%s</body></html>",
        "<!doctype html><html><head><title>t</title></head><body>%s</head>",
        "<!doctype html><html><head><title>t</title></head><p>%s</head>",
        "<!doctype html><html><head><title>t</title></head><body><head>%s</head>",
        "<!doctype html><html><head><title>t</title><body>%s</head>",
        "<!doctype html><html><head><div></div><title>t</title><body><p>%s</head>",
        "<!doctype html><title>t</title><p><head>%s</head>",
        "<!doctype html><html><body><head>%s</head>",
        "<!doctype html><meta charset=utf-8><p>a<head>%s</head><body>",
        "<!doctype html><head><title>t</title><p>%s",
        "<!doctype html><head><div></div></head><p><!-- <head> -->%s</head>",
        "<!doctype html><html><head></head><body><svg>%s</svg>",
        "<!doctype html><html><head><div></div></head><frameset><noframes>%s</noframes>",
        "<p>%s",
      })
  void visitorsOfASiteHaveNoPowerOverItsRobotsAndItsLinks(String page) {
    var read = parse(page.replace("%s", FORGED + "<a href=x>x</a>"));
    assertThat(read.namedMetas()).noneMatch(meta -> meta.name().equals("robots"));
    assertThat(read.canonical()).isEmpty();
    assertThat(read.links()).noneMatch(link -> link.url().equals("http://h/b/x"));
  }

  @Test
  void theInertContentOfATemplateInTheHeadSaysNothing() {
    var page = parse("<head><div></div><template>" + OWN + "</template></head><body>");
    assertThat(page.metas()).isEmpty();
    assertThat(page.canonical()).isEmpty();
    assertThat(page.title()).isEmpty();
  }

  @Test
  void eachElementOfTheHeadCountsOnceAndInItsOrder() {
    var page =
        parse(
            "<head><meta name=a content=1><div></div><meta name=b content=2></head>"
                + "<meta name=c content=3><body><meta name=d content=4>");
    assertThat(page.metas()).extracting(PageMeta::name).containsExactly("a", "b");
  }

  @Test
  void theFirstTitleOfTheTreeIsTheTitle() {
    assertThat(parse("<body><p>x<title> In the  body </title>").title()).isEqualTo("In the body");
    assertThat(parse("<title>a</title><body><title>b</title>").title()).isEqualTo("a");
    assertThat(parse("<title></title><title>b</title>").title()).isEmpty();
    assertThat(parse("<svg><title>Icon</title></svg>").title()).isEmpty();
    assertThat(parse("<svg><title>Icon</title></svg><title>b</title>").title()).isEqualTo("b");
  }

  /// Otherwise a page whose rules were lost would look like a page without rules.
  @Test
  void aLateHeadThatIsCutIsReported() {
    var source = "<head><div></div>" + "<template><math>".repeat(10_000) + "<hr>" + OWN + "</head>";
    assertThat(LateHead.of(source, true, WorkMeter.unchecked()).isWhole()).isFalse();
    assertThat(LateHead.of("<head>" + OWN + "</head>", true, WorkMeter.unchecked()).isWhole())
        .isTrue();

    var document = Jsoup.parse("<head><div></div>" + OWN + "</head>");
    var cut = new LateHead.Elements(List.of(), false);
    assertThat(ElementScan.of(document, false, _ -> cut, WorkMeter.unchecked()).shortened())
        .containsExactly(PagePart.MARKUP);
  }

  @Test
  void aHeadThatNeverEndsIsLookedThroughOnce() {
    var page = parse("<head><div></div><meta name=a content=b>" + "<title><!--".repeat(300_000));
    assertThat(page.metas()).isEmpty();
    assertThat(sourceHead("<head>" + "</".repeat(2_000_000))).isEmpty();
    assertThat(sourceHead("<head><script>" + "</scrip".repeat(1_000_000))).isEmpty();
    assertThat(sourceHead("<head" + " a='".repeat(1_000_000))).isEmpty();
  }

  private static Optional<String> sourceHead(String html) {
    return SourceHead.of(html, WorkMeter.unchecked());
  }

  private static ParsedHtml parse(String html) {
    return ParsedHtml.parse(html, PageUrl.parse("http://h/d/").orElseThrow());
  }
}
