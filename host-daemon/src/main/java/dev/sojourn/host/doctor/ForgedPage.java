package dev.sojourn.host.doctor;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A host that hands out a forged view as each page, as if it had not checked it. It also checks
/// the view as a host does.
final class ForgedPage implements VisitServices {
  private static final Bytes BODY = Bytes.utf8("x");

  private final boolean isTree;
  private final byte[] octets;
  private final List<String> said = new ArrayList<>();

  ForgedPage(Attack attack) {
    this.isTree = attack.kind() == Attack.Kind.TREE;
    this.octets = attack.data().orElseThrow();
  }

  /// The lines that the agent logged.
  List<String> said() {
    return said;
  }

  /// The refusal of the view by a host; empty if it is a view.
  String refusal() {
    try {
      if (isTree) {
        var _ = TreeView.of(octets);
      } else {
        var _ = PageView.of(octets);
      }
      return "";
    } catch (MalformedViewException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public PageReply page(PageRequest request) {
    return new PageReply.Content(
        request.url(),
        200,
        Map.of("content-type", List.of("text/html")),
        BODY.size(),
        Digest.of(BODY),
        isTree ? PageView.of(page("")) : unchecked());
  }

  /// A view that says something else since it was checked, as no host has one.
  private PageView unchecked() {
    int least = PageView.of(page("")).octets().length;
    var view = PageView.of(page("x".repeat(octets.length - least)));
    System.arraycopy(octets, 0, view.octets(), 0, octets.length);
    return view;
  }

  private static ParsedPage page(String text) {
    return new ParsedPage(
        new ParsedPage.Type("", "", true),
        new ParsedPage.Texts("", List.of(), text, "", List.of()),
        ParsedPage.Links.NONE,
        ParsedPage.Statements.NONE,
        0,
        Set.<PagePart>of(),
        "");
  }

  @Override
  public Optional<byte[]> detail(PageDetail detail) {
    return Optional.of(
        switch (detail) {
          case TREE -> isTree ? octets : TreeView.EMPTY.octets();
          case BYTES, TEXT -> BODY.toArray();
        });
  }

  @Override
  public void finding(byte[] json) {
    said.add(new String(json, StandardCharsets.UTF_8));
  }

  @Override
  public void refer(PageUrl url) {
    said.add(url.toString());
  }

  @Override
  public void log(String line) {
    said.add(line);
  }

  @Override
  public void checkpoint(byte[] state, VisitSpending spent) {
    // The visit is not repeated.
  }
}
