package dev.sojourn.app.whole.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// A request at a raw server, and its connection.
///
/// @param site that was asked
/// @param asked the page that was asked for
/// @param in from the peer
/// @param out to the peer
public record Exchange(RawSite site, AskedPage asked, InputStream in, OutputStream out) {

  /// Twelve bytes of HTML, other ones for each page of a site.
  private String twelve() {
    var digits = asked.path().replaceAll("\\D", "");
    int last = asked.path().charAt(asked.path().length() - 1) % 10;
    return "<p>words%3s%d".formatted(digits, last).replace(' ', '0');
  }

  /// {@return a text with the names of this place instead of `{origin}`, `{address}`, `{port}`,
  /// `{at}` (the path of the page up to its last slash), `{number}`, `{hex}` and `{last}` (other
  /// spellings of the address and of its last number); `{twelve}` is a body of twelve bytes}
  String filled(String text) {
    if (text.indexOf('{') < 0) {
      return text;
    }
    var path = asked.path();
    return text.replace("{origin}", site.origin())
        .replace("{address}", site.address())
        .replace("{number}", Long.toString(site.addressNumber()))
        .replace("{hex}", "0x" + Long.toHexString(site.addressNumber()))
        .replace("{last}", "0" + Long.toOctalString(site.addressNumber() & 0xff))
        .replace("{twelve}", twelve())
        .replace("{port}", Integer.toString(site.port()))
        .replace("{at}", path.substring(0, path.lastIndexOf('/') + 1));
  }

  /// Sends a text.
  void send(String text, Charset charset) throws IOException {
    send(text.getBytes(charset));
  }

  /// Sends the lines of a head; each character is a byte.
  void send(String text) throws IOException {
    send(text, StandardCharsets.ISO_8859_1);
  }

  /// Sends bytes.
  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /// Waits until the peer goes away or sends something.
  void awaitPeer() throws IOException {
    in.read();
  }
}
