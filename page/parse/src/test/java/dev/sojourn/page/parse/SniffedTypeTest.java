package dev.sojourn.page.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SniffedTypeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html>",
        " \t\r\n<HTML>",
        "<head>",
        "<title>a",
        "<p>a",
        "<a href=b>",
        "<!-- a --><b>",
        "<body bgcolor=red>",
        "<Script >",
        "<h1>",
        "<table>"
      })
  void markupIsHtml(String body) {
    assertThat(type(body)).isEqualTo("text/html");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Plain text.", "<abbr>", "a <html>", "<frameset>", "\u00e9t\u00e9"})
  void textIsPlain(String body) {
    assertThat(type(body)).isEqualTo("text/plain");
  }

  @Test
  void whatIsNoTextIsBinary() {
    assertThat(type("a\0b")).isEqualTo("application/octet-stream");
    assertThat(type("%PDF-1.7")).isEqualTo("application/pdf");
    assertThat(type("\u0089PNG\r\n\u001a\n")).isEqualTo("image/png");
    assertThat(type("GIF89a")).isEqualTo("image/gif");
    assertThat(type("\u001f\u008b\u0008")).isEqualTo("application/x-gzip");
    assertThat(type("RIFF....WEBPVP8 ")).isEqualTo("image/webp");
    assertThat(type("<?xml version='1.0'?>")).isEqualTo("text/xml");
  }

  @Test
  void onlyTheBeginningCounts() {
    assertThat(type("a".repeat(1445) + "\0")).isEqualTo("text/plain");
    assertThat(type(" ".repeat(1445) + "<html>")).isEqualTo("text/plain");
  }

  @Test
  void aDeclaredTypeIsBelieved() {
    assertThat(SniffedType.isNeeded("text/plain")).isFalse();
    assertThat(SniffedType.isNeeded("application/octet-stream")).isFalse();
    assertThat(SniffedType.isNeeded("")).isTrue();
    assertThat(SniffedType.isNeeded("unknown/unknown")).isTrue();
    assertThat(SniffedType.isNeeded("*/*")).isTrue();
    assertThat(SniffedType.isNeeded("html")).isTrue();
  }

  private static String type(String body) {
    return SniffedType.of(body.getBytes(ISO_8859_1));
  }
}
