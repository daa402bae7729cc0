package dev.sojourn.page.view;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.page.PageMeta;
import java.util.List;

/// Writes the octets of a [PageView].
// Both ends of the pipe come from the same build.
@SuppressWarnings("EnumOrdinal")
final class ViewWriter {
  private final OctetWriter out;

  private ViewWriter(int bytes, Runnable check) {
    this.out = new OctetWriter(bytes, check);
  }

  /// {@return the octets of a page}
  ///
  /// @param page what the page says
  /// @param check runs again and again; its exception ends the writing
  static byte[] write(ParsedPage page, Runnable check) {
    var writer = new ViewWriter(2 * page.texts().text().length() + 4096, check);
    writer.write(page.type(), page);
    return writer.out.toByteArray();
  }

  private void write(ParsedPage.Type type, ParsedPage page) {
    int parts = page.shortened().stream().mapToInt(part -> 1 << part.ordinal()).sum();
    var texts = page.texts();
    var statements = page.statements();
    out.int8(PageView.VERSION)
        .int8(type.hasElements() ? PageView.HAS_ELEMENTS : 0)
        .int16(parts)
        .int64(page.gzipBytes())
        .int32(page.links().tooLong())
        .int32(page.links().withUser())
        .text(type.mediaType())
        .text(type.charset())
        .text(page.unparsed())
        .text(texts.title())
        .text(texts.text())
        .text(texts.language())
        .text(statements.canonical());
    texts(texts.headings());
    texts(texts.structuredData());
    texts(page.links().feeds());
    texts(statements.licences());
    links(page.links().all());
    metas(statements.metas());
    metas(statements.namedMetas());
  }

  private void texts(List<String> texts) {
    int begun = out.begin();
    out.int32(texts.size());
    texts.forEach(out::text);
    out.end(begun);
  }

  private void links(List<Link> links) {
    int begun = out.begin();
    out.int32(links.size());
    links.forEach(link -> out.int8(link.nofollow() ? 1 : 0).text(link.url()).text(link.text()));
    out.end(begun);
  }

  private void metas(List<PageMeta> metas) {
    int begun = out.begin();
    out.int32(metas.size());
    metas.forEach(meta -> out.text(meta.name()).text(meta.content()));
    out.end(begun);
  }
}
