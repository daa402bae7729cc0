package dev.sojourn.agent.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionRulesTest {
  @ParameterizedTest
  @CsvSource({
    "http://h/a;jsessionid=0123456789ABCDEF0123, http://h/a",
    "http://h/a;jsessionid=0123456789ABCDEF0123?b=c, http://h/a?b=c",
    "http://h/a?PHPSESSID=0123456789abcdef&b=c, http://h/a?b=c",
    "http://h/a?b=c&sid=0123456789abcdef, http://h/a?b=c",
    "http://h/a?b&sid=0123456789abcdef&c, http://h/a?b&c",
    "http://h/a?sid=0123456789abcdef, http://h/a",
    "http://h/a;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:15abcdef0?b=c, http://h/a?b=c",
    "http://h/a;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:-1, http://h/a",
    "http://h/a?jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW%3A15abcdef0, http://h/a",
    "http://h/a;jsessionid=E460A97852FA769CD9AD387095C680A9.node_2, http://h/a",
    "http://h/a?sid=550e8400-e29b-41d4-a716-446655440000, http://h/a",
    "http://h/a?sid=abcdefab-cdef-abcd-efab-cdefabcdef12, http://h/a",
    "http://h/a;jsessionid=0123456789ABCDEF0123/b, http://h/a/b",
    "http://h/a;jsessionid=0123456789ABCDEF0123/b;sid=0123456789abcdef/?c, http://h/a/b/?c",
    "http://h/a;v=1;jsessionid=0123456789ABCDEF0123;w=2/b, http://h/a;v=1;w=2/b",
    "http://h/;jsessionid=0123456789ABCDEF0123, http://h/",
    "http://h/app/(S(lit3py55t21z5v55vlm25s55))/page.aspx, http://h/app/page.aspx",
    "http://h/(S(lit3py55t21z5v55vlm25s55))/, http://h/",
    "http://h/(S(lit3py55t21z5v55vlm25s55)), http://h/",
    "http://h/app/(S(lit3py55t21z5v55vlm25s55))?a=b, http://h/app/?a=b",
    "http://h/(X(1)S(lit3py55t21z5v55vlm25s55))/a, http://h/a",
    "http://h/(A(4hqa0555fwsecu455xqckv45)F(x))/a/, http://h/a/",
    "http://h/(4hqa0555fwsecu455xqckv45)/mileg.aspx?page=home, http://h/mileg.aspx?page=home",
    "http://h/%28S%28lit3py55t21z5v55vlm25s55%29%29/a, http://h/a",
    "http://h/(S(lit3py55t21z5v55vlm25s55))/a;jsessionid=0123456789ABCDEF0/b, http://h/a/b",
    "'http://h/a?PHPSESSID=k2Jx-9fQ,t7Lm0aBzYc3-dW8', http://h/a",
  })
  void theIdentifierOfASessionIsTakenOut(String url, String without) {
    assertThat(SessionRules.without(url)).isEqualTo(without);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/a?sid=12",
        "http://h/a?sid=my-story",
        "http://h/a?sid=20240101-story-of-the-year-1",
        "http://h/a?sid=2024_annual_report_v2",
        "http://h/a?b=c&sid=The-Great-Escape-1963",
        "http://h/a?sid=chapter.12.the.sea",
        "http://h/a?sid=product-1234567890123",
        "http://h/a?sid=a-long-word-without-numbers",
        "http://h/a?text=0123456789abcdef0123456789",
        "http://h/a;v=0123456789abcdef0123456789",
        "http://h/a;jsessionid=my-story-of-2024/b",
        "http://h/a;v=0123456789abcdef0123456789/b;w",
        "http://h/(S(short1))/a",
        "http://h/(S(a-story-of-the-year-2024))/a",
        "http://h/(the-story-of-2024-as-is)/a",
        "http://h/(abcdefghijklmnopqrstuvwx)/a",
        "http://h/(S(lit3py55t21z5v55vlm25s55))x/a",
        "http://h/x(S(lit3py55t21z5v55vlm25s55))/a",
        "http://h/Products(0123456789abcdef01234567)/Name",
        "http://h/wiki/Mercury_(planet)",
        "http://h/a?q=/(S(lit3py55t21z5v55vlm25s55))/",
        "http://h/a?b=;jsessionid=0123456789ABCDEF0123",
        "http://h/a;b;/c;",
        "http://h",
        "http://h//a///",
        "http://h/a?&&",
        "http://h/a?",
      })
  void whatIsNoSessionStays(String url) {
    assertThat(SessionRules.without(url)).isSameAs(url);
  }
}
