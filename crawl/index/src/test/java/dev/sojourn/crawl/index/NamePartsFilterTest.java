package dev.sojourn.crawl.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePartsFilterTest {
  private static final int PARTS =
      WordDelimiterGraphFilter.GENERATE_WORD_PARTS
          | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
          | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
          | WordDelimiterGraphFilter.PRESERVE_ORIGINAL;

  /// Letters with and without case, digits, delimiters, signs, an emoji, a lone surrogate, spaces.
  private static final String[] PIECES = {
    "a", "b", "Z", "Q", "7", "0", "_", ".", "-", "'s", "é", "Ö", "ß", "ǅ", "ʰ", "字", "漢", "ก", "٣",
    "Ⅷ", "\u0301", "😀", "𝒳", "\ud800", " ", " ", "the", "Name"
  };

  @ParameterizedTest
  @CsvSource({
    "token, token",
    "TokenStream, TokenStream@0 Token@0 Stream@1",
    "token_stream, token_stream@0 token@0 stream@1",
    "org.TokenStream next, org.TokenStream@0 org@0 Token@1 Stream@2 next@3",
    "HTTPServer2, HTTPServer2",
    "_x, _x@0 x@0",
    "x_ y, x_@0 x@0 y@1",
    "___ y, ___@0 y@1",
  })
  void aNameComesWithItsParts(String text, String expected) throws IOException {
    var terms = terms(text, true, NamePartsFilter::new);
    assertThat(String.join(" ", terms))
        .isEqualTo(expected.contains("@") ? expected : expected + "@0");
  }

  @Test
  void makesTheTermsAndPositionsOfTheTwoFiltersOfLucene() throws IOException {
    var random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(14); n >= 0; n--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      boolean isPlain = random.nextBoolean();
      assertThat(terms(text.toString(), isPlain, NamePartsFilter::new))
          .as("parts of <%s>", text)
          .isEqualTo(terms(text.toString(), isPlain, NamePartsFilterTest::flattened));
    }
  }

  private static TokenStream flattened(TokenStream words) {
    return new FlattenGraphFilter(new WordDelimiterGraphFilter(words, PARTS, null));
  }

  private static List<String> terms(String text, boolean isPlain, UnaryOperator<TokenStream> filter)
      throws IOException {
    var source = isPlain ? new WhitespaceTokenizer() : new StandardTokenizer();
    source.setReader(new StringReader(text));
    var terms = new ArrayList<String>();
    try (var stream = filter.apply(source)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      var step = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      int position = -1;
      while (stream.incrementToken()) {
        position += step.getPositionIncrement();
        terms.add(term + "@" + position);
      }
      stream.end();
    }
    return terms;
  }
}
