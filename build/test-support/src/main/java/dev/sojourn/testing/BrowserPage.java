package dev.sojourn.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A page of HTML as Chromium lays it out at several widths.
public final class BrowserPage {
  /// The widths of a telephone, of a window on a small screen, and of the text on a sheet of A4
  /// (180 mm).
  private static final List<String> FORMS = List.of("400 screen", "1100 screen", "680 print");

  private static final String BROWSER = "chromium";
  private static final long SECONDS_TO_END = 240;

  /// A script that lists faults of layout, one a line: text that is cut, overlaps or is too small,
  /// and content wider than the page. It measures the page in frames, since a window cannot have
  /// all these widths. The policy of the measured page holds in its frame, so only the page around
  /// the frames runs a script.
  private static final String MEASURE =
      """
      function texts(page) {
        const found = [];
        const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode, of = node.parentElement;
          if (!node.data.trim() || of.closest('title, style, pre')) continue;
          const range = page.createRange();
          range.selectNodeContents(node);
          for (const box of range.getClientRects()) found.push({box, of, words: node.data.trim()});
        }
        return found;
      }
      function overlap(a, b) {
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
      }
      function scale(of) {
        const drawing = of.closest('svg');
        return drawing ? drawing.getScreenCTM().a : 1;
      }
      function faults(page, width) {
        const out = [], all = texts(page), root = page.documentElement;
        if (root.scrollWidth > width) out.push('the page is ' + root.scrollWidth + ' wide');
        for (const of of page.querySelectorAll('body *:not(svg *)'))
          if (of.scrollWidth > of.clientWidth + 1 && of.clientWidth > 0)
            out.push('scrolled: ' + of.tagName + ' ' + of.textContent.trim().slice(0, 60));
        for (const {box, of, words} of all) {
          const size = parseFloat(getComputedStyle(of).fontSize) * scale(of);
          if (size < 9.5) out.push('small: ' + size + ' ' + words);
          if (box.left < -0.5 || box.right > width + 0.5) out.push('outside: ' + words);
          const drawing = of.closest('svg');
          if (drawing) {
            const edge = drawing.getBoundingClientRect();
            if (box.left < edge.left - 0.5 || box.right > edge.right + 0.5
              || box.top < edge.top - 2 || box.bottom > edge.bottom + 2) out.push('cut: ' + words);
            if (words.includes('\\u2026')) out.push('shortened: ' + words);
            for (const mark of drawing.querySelectorAll('.mark, .bar'))
              if (overlap(box, mark.getBoundingClientRect())) out.push('under a mark: ' + words);
          }
        }
        for (let i = 0; i < all.length; i++)
          for (let j = i + 1; j < all.length; j++)
            if (all[i].of !== all[j].of && overlap(all[i].box, all[j].box))
              out.push('over each other: ' + all[i].words + ' | ' + all[j].words);
        for (const drawing of page.querySelectorAll('svg'))
          if (drawing.getBoundingClientRect().height > TALLEST)
            out.push('taller than a page: ' + drawing.getAttribute('aria-label'));
        return [all.length + ' texts'].concat(out);
      }
      window.onload = () => {
        const reports = [];
        for (const frame of document.querySelectorAll('iframe'))
          reports.push(frame.name + ': ' + faults(frame.contentDocument, frame.clientWidth)
            .join('\\n' + frame.name + ': '));
        const bytes = new TextEncoder().encode(reports.join('\\n'));
        document.body.setAttribute('data-found', btoa(String.fromCharCode(...bytes)));
      };
      """
          // A sheet of A4 is 1,123 pixels high, with margins of 15 mm.
          .replace("TALLEST", "1000");

  private static final Pattern FOUND = Pattern.compile("data-found=\"([^\"]*)\"");

  private BrowserPage() {}

  /// {@return whether this machine has the browser}
  public static boolean isInstalled() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, BROWSER)));
  }

  /// A page that the browser opened.
  ///
  /// @param page its content after all scripts
  /// @param log what the browser printed
  public record Visit(String page, String log) {}

  /// Opens a file.
  ///
  /// @param file of HTML
  /// @param temp a folder for the files of the browser
  /// @return the opened page
  /// @throws IOException if the browser cannot be started, or does not end
  /// @throws InterruptedException if the wait is given up
  public static Visit open(Path file, Path temp) throws IOException, InterruptedException {
    var page = temp.resolve(file.getFileName() + ".dump");
    var log = temp.resolve(file.getFileName() + ".log");
    var browser =
        new ProcessBuilder(
                BROWSER,
                "--headless",
                // The browser cannot use its sandbox as root, for example in a container.
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--user-data-dir=" + temp.resolve("profile"),
                "--window-size=1200,800",
                "--dump-dom",
                file.toUri().toString())
            .redirectOutput(page.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!browser.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        throw new IOException("the browser did not end: " + log);
      }
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly().waitFor();
    }
    return new Visit(Files.readString(page), Files.readString(log));
  }

  /// Measures a page at 400 and 1,100 pixels, and as it is printed.
  ///
  /// @param html the page
  /// @param temp a folder for the files of the browser
  /// @return for each form a line with the number of its texts, as `400 screen: 12 texts`, and a
  ///   line for each fault
  /// @throws IOException if the browser cannot be started, or measured nothing
  /// @throws InterruptedException if the wait is given up
  public static List<String> measured(String html, Path temp)
      throws IOException, InterruptedException {
    var frames = new StringBuilder("<!DOCTYPE html>\n<meta charset=\"utf-8\"><body>\n");
    for (var form : FORMS) {
      var width = form.split(" ", -1)[0];
      var shown = form.endsWith("print") ? html.replace("@media print", "@media all") : html;
      frames
          .append("<iframe name=\"%s\" style=\"border: 0; width: %spx; ".formatted(form, width))
          .append("height: 20000px\" srcdoc=\"")
          .append(shown.replace("&", "&amp;").replace("\"", "&quot;"))
          .append("\"></iframe>\n");
    }
    frames.append("<script>\n").append(MEASURE).append("</script>\n");
    var file = Files.writeString(temp.resolve("measured.html"), frames);
    var found = FOUND.matcher(open(file, temp).page());
    if (!found.find()) {
      throw new IOException("the browser measured nothing: " + file);
    }
    var bytes = Base64.getDecoder().decode(found.group(1));
    return new String(bytes, StandardCharsets.UTF_8).lines().toList();
  }
}
