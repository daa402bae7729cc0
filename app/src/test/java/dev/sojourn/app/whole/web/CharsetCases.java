package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Right.asked;
import static dev.sojourn.app.whole.web.Right.text;
import static dev.sojourn.app.whole.web.Right.title;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.List;

/// Pages that declare the charset of their bytes in one way or another.
final class CharsetCases {
  private static final String FAMILY = "charset";
  private static final String BARE = "Content-Type: text/html";
  private static final Charset CYRILLIC = Charset.forName("windows-1251");

  private CharsetCases() {}

  static List<WebCase> all() {
    return List.of(
        of("a mark of byte order outweighs the field", "HTML 13.2.3.2")
            .page("utf-8", page("\ufeff", "Grüße", UTF_8, BARE + "; charset=windows-1251"))
            .page("little", page("\ufeff", "Grüße", UTF_16LE, BARE + "; charset=utf-8"))
            .page("big", page("\ufeff", "Grüße", UTF_16BE, BARE))
            .holds(title("utf-8", "Grüße"), title("little", "Grüße"), title("big", "Grüße")),
        of("the field outweighs the meta element", "HTML 13.2.3.2")
            .page(
                "a", page("<meta charset=utf-8>", "мир", CYRILLIC, BARE + "; charset=windows-1251"))
            .holds(title("a", "мир")),
        of("a meta element names the letters, in its two forms", "HTML 13.2.3.3")
            .page("koi", page("<meta charset=KOI8-R>", "мир", Charset.forName("KOI8-R"), BARE))
            .page(
                "sjis",
                page(
                    "<meta content='text/html; charset=shift_jis' http-equiv=content-type>",
                    "日本",
                    Charset.forName("Shift_JIS"),
                    BARE))
            .holds(title("koi", "мир"), title("sjis", "日本")),
        of("iso-8859-1 and ascii are names of windows-1252", "Encoding Standard 4.2")
            .page(
                "latin",
                page("", "\u201cso\u201d \u20ac", windows(), BARE + "; charset=iso-8859-1"))
            .page("ascii", page("<meta charset=us-ascii>", "\u2013 \u20ac", windows(), BARE))
            .holds(title("latin", "\u201cso\u201d \u20ac"), title("ascii", "\u2013 \u20ac")),
        of("a meta element that says UTF-16 means UTF-8", "HTML 13.2.3.3, step 15")
            .page("a", page("<meta charset=utf-16>", "Grüße", UTF_8, BARE))
            .holds(title("a", "Grüße")),
        of("a field with an unknown name is as none", "MIME Sniffing 5.1; HTML 13.2.3.2")
            .page(
                "a", page("<meta charset=windows-1251>", "мир", CYRILLIC, BARE + "; charset=none"))
            .holds(title("a", "мир")),
        of("the name in the field may stand in quotes, and the field in capitals", "RFC 9110 5.6.6")
            .page("a", page(" ", "мир", CYRILLIC, BARE + ";charset=\"windows-1251\""))
            .page("b", page("", "мир", CYRILLIC, "CONTENT-TYPE: TEXT/HTML;CHARSET=WINDOWS-1251"))
            .holds(title("a", "мир"), title("b", "мир")),
        of("other elements and comments name no letters of the page", "HTML 13.2.3.3")
            .page(
                "script",
                page(
                    "<script charset=utf-8 src=x.js></script><meta charset=windows-1251>",
                    "мир",
                    CYRILLIC,
                    BARE))
            .page(
                "comment",
                page(
                    "<!-- <meta charset=utf-8> --><meta charset=windows-1251>",
                    "мир",
                    CYRILLIC,
                    BARE))
            .holds(title("script", "мир"), title("comment", "мир")),
        of("gb2312 means all of GBK, euc-kr all of windows-949", "Encoding Standard 4.2")
            .page("gb", page("", "朱镕基", Charset.forName("GBK"), BARE + "; charset=gb2312"))
            .page("kr", page("", "똠방", Charset.forName("x-windows-949"), BARE + "; charset=euc-kr"))
            .holds(title("gb", "朱镕基"), title("kr", "똠방")),
        of("the aliases of old browsers are names", "Encoding Standard 4.2")
            .page("a", page("", "日本", Charset.forName("EUC-JP"), BARE + "; charset=x-euc-jp"))
            .page("b", page("<meta charset=x-sjis>", "日本", Charset.forName("Shift_JIS"), BARE))
            .page("c", page("<meta charset=unicode-1-1-utf-8>", "日本", UTF_8, BARE))
            .holds(title("a", "日本"), title("b", "日本"), title("c", "日本")),
        of("one wrong byte costs one letter", "Encoding Standard 4.1")
            .page("a", bytes("<title>So \u00ff far</title><p>all", ISO_8859_1, Answer.HTML))
            .holds(title("a", "So \ufffd far"), text("a", "all")),
        of("a zero byte is no letter", "HTML 13.2.6.4.7")
            .page("a", bytes("<title>t</title><p>wo\0rds", UTF_8, Answer.HTML))
            .holds(text("a", "words")),
        of("XML says its letters in its declaration", "XML 1.0, 4.3.3")
            .page(
                "a",
                bytes(
                    "<?xml version='1.0' encoding='iso-8859-2'?>"
                        + "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>żółw</title>"
                        + "</head><body><p>x</p></body></html>",
                    Charset.forName("ISO-8859-2"),
                    "Content-Type: application/xhtml+xml"))
            .holds(title("a", "żółw")),
        of("queries of links have the letters of their page, paths UTF-8", "URL Standard, 4.4")
            .page("cyr", link("poisk/мир?q=мир", CYRILLIC, "windows-1251"))
            .page("gb", link("3.asp?d=洪17", Charset.forName("GBK"), "gb2312"))
            .page("lat", link("q?a=\u20ac&b=&#1084;&c=é", windows(), "iso-8859-1"))
            .page("utf", link("u?é=1", UTF_8, "utf-8"))
            .holds(
                asked("poisk/%D0%BC%D0%B8%D1%80?q=%EC%E8%F0", "3.asp?d=%BA%E917"),
                asked("q?a=%80&b=%26%231084%3B&c=%E9", "u?%C3%A9=1")));
  }

  private static WebCase of(String says, String standard) {
    return WebCase.of(FAMILY, says, standard);
  }

  private static Charset windows() {
    return Charset.forName("windows-1252");
  }

  private static Answer page(String before, String title, Charset charset, String field) {
    return bytes(
        before + "<title>" + title + "</title><p>A page in " + charset + ".", charset, field);
  }

  private static Answer link(String href, Charset charset, String label) {
    return bytes(
        "<title>" + label + "</title><a href=\"" + href + "\">to</a>",
        charset,
        BARE + "; charset=" + label);
  }

  private static Answer bytes(String text, Charset charset, String field) {
    return Answer.bytes(text, charset, field);
  }
}
