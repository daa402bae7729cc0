package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Selectors, by examples.
final class SelectorTest {
  private static final PageTree PAGE =
      JsoupTree.of(
          """
          <body lang=en-GB>
          <div id=a class="note wide"><p id=b>1<p id=c class=Note>2<p id=d>3</div>
          <ul id=e><li id=f><a id=g href="/one.pdf" rel="nofollow next">x</a>
            <li id=h><b><a id=i href="http://other.example/" type=HTML>y</a></b>
            <li id=j class=md:flex><li id=k><li id=l data-k='a "b"'></ul>
          """);

  private static List<String> ids(String selector) {
    return PAGE.select(selector).stream().flatMap(e -> e.attribute("id").stream()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      textBlock =
          """
          p                          ! b c d
          P                          ! b c d
          .note                      ! a
          .Note                      ! c
          #a.wide                    ! a
          [lang|=en] .note           ! a
          [lang|=e] .note            !
          [rel~=next]                ! g
          [rel=next]                 !
          [href^=http], [href$='.pdf'] ! g i
          [href*="other"]            ! i
          [type=html]                !
          [type=html i]              ! i
          [TYPE = 'HTML' s]          ! i
          [href*='']                 !
          li a                       ! g i
          li>a                       ! g
          ul > li > a                ! g
          ul li:first-child a        ! g
          li:last-child              ! l
          li:nth-child(odd)          ! f j l
          li:nth-child( 2N + 0 )     ! h k
          li:nth-child(-n+2)         ! f h
          li:nth-child(3n-1)         ! h l
          li:nth-child(4)            ! k
          li:nth-child(n)            ! f h j k l
          li:nth-child(0)            !
          #f , #b                    ! b f
          .md\\:flex                 ! j
          .\\6d d\\:flex             ! j
          [data-k='a \\"b\\"']       ! l
          *#a                        ! a
          body *.note                ! a
          :first-child:last-child    ! g i
          """)
  void selects(String selector, String expected) {
    assertThat(ids(selector))
        .isEqualTo(expected == null ? List.of() : List.of(expected.split(" ")));
  }

  @Test
  void theRootIsNoChildAndAnElementIsNotItsOwnDescendant() {
    assertThat(PAGE.select("html:first-child, html:last-child, html:nth-child(n)")).isEmpty();
    assertThat(PAGE.select("html")).hasSize(1);
    var list = PAGE.select("ul").getFirst();
    assertThat(list.select("ul")).isEmpty();
    assertThat(list.select("ul > li")).hasSize(5);
    assertThat(list.select("body li")).isEmpty();
    assertThat(list.select("li:nth-child(2)")).hasSize(1);
    assertThat(list.first("a")).contains(PAGE.select("#g").getFirst());
    assertThat(list.first("table")).isEmpty();
  }

  @Test
  void refusesWhatIsNoSelector() {
    var compound = "a name, *, #, ., [ or :";
    var next = "a space, >, a comma or the end";
    var operator = "], =, ~=, |=, ^=, $= or *=";
    var child = "first-child, last-child or nth-child";
    refused("", 1, "the end", compound);
    refused("a,", 3, "the end", compound);
    refused("> a", 1, ">", compound);
    refused("a > > b", 5, ">", compound);
    refused("a + b", 3, "+", compound);
    refused("a~b", 2, "~", next);
    refused("a|b", 2, "|", next);
    refused("a)", 2, ")", next);
    refused(".", 2, "the end", "a class");
    refused("##", 2, "#", "an id");
    refused("[", 2, "the end", "the name of an attribute");
    refused("[a", 3, "the end", operator);
    refused("[a!=b]", 3, "!", operator);
    refused("[a^b]", 4, "b", "=");
    refused("[a=/x]", 4, "/", "a value: a name, or any text in quotes");
    refused("[a='x]", 7, "the end", "the closing '");
    refused("[a=x y]", 6, "y", "]");
    refused("a:hover", 3, "h", child);
    refused("a::before", 3, ":", child);
    refused("a:not(b)", 3, "n", child);
    refused(":nth-child", 11, "the end", "(");
    refused(":nth-child(x)", 12, "x", "odd, even, a number or a formula as 2n+1");
    refused(":nth-child(n+)", 14, ")", "a number");
    refused(":nth-child(1", 13, "the end", ")");
    refused(":nth-child(1234567890)", 21, "0", "at most 9 digits");
    refused("a\\", 3, "the end", "a character after \\");
  }

  private static void refused(String selector, int position, String found, String expected) {
    assertThatThrownBy(() -> Selector.parse(selector))
        .hasMessage(
            "selector, character " + position + ": " + found + " (expected: " + expected + ")");
  }

  @Test
  void theMessageSaysWhereAndWhatIsExpected() {
    assertThatThrownBy(() -> Selector.parse("ul > li:hover"))
        .isInstanceOf(SelectorException.class)
        .hasMessage("selector, character 9: h (expected: first-child, last-child or nth-child)")
        .extracting(e -> ((SelectorException) e).position())
        .isEqualTo(9);
    assertThatThrownBy(() -> Selector.parse("a\u0007"))
        .hasMessageContaining("character 2: the character U+7 ");
  }

  @Test
  void aSelectorIsBounded() {
    assertThat(PAGE.select("p" + " ".repeat(999))).hasSize(3);
    assertThatThrownBy(() -> Selector.parse("p" + " ".repeat(1_000)))
        .hasMessage(
            "selector, character 1001: the character U+20 (expected: at most 1000 characters)");
    assertThat(PAGE.select("p" + ",p".repeat(63))).hasSize(3);
    assertThatThrownBy(() -> Selector.parse("p" + ",p".repeat(64)))
        .hasMessage("selector, character 129: p (expected: at most 64 elements in a selector)");
  }
}
