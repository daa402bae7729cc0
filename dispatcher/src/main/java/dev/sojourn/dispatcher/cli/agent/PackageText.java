package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Digest;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.agent.PackageInspection;
import dev.sojourn.dispatcher.agent.PackageInspection.Signature;
import dev.sojourn.dispatcher.agent.PackageInspection.Stay;
import dev.sojourn.dispatcher.cli.option.PassedText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A package as text and as JSON, with each reason for a refusal and the next step. Text from the
/// package cannot control the terminal.
final class PackageText {
  private static final int MAX_CHARS = 4_000;

  private PackageText() {}

  static void print(PackageInspection inspection, String verdict, PrintWriter out) {
    inspection.contents().ifPresent(contents -> print(inspection, contents, out));
    var refusals = inspection.refusals();
    if (refusals.isEmpty()) {
      out.println(verdict);
      return;
    }
    out.println(
        refusals.size() == 1
            ? "It would be refused:"
            : "It would be refused, for " + refusals.size() + " reasons:");
    for (int i = 0; i < refusals.size(); i++) {
      var refusal = refusals.get(i);
      out.println(
          "  " + refusal.code() + ": " + ForeignText.of(refusal.sentence()).line(MAX_CHARS));
      boolean isLastOfItsKind =
          i + 1 == refusals.size() || !refusals.get(i + 1).code().equals(refusal.code());
      if (isLastOfItsKind) {
        out.println("    Next: " + nextStep(refusal.code(), inspection));
      }
    }
  }

  /// The next step after a refusal with this code.
  static String nextStep(String code, PackageInspection inspection) {
    return switch (code) {
      case "package-garbled" ->
          "copy the file again, or pack the agent anew with: sojourn agent pack";
      case "signer-untrusted" ->
          "give the operator your public key, or pack the agent with a key that the host trusts.";
      case "signer-unverified" -> "try again when the signer's keys can be had.";
      case "signer-url-wrong" ->
          "pack the agent with --signature-agent and the URL that the host knows you by.";
      case "product-token-wrong" -> "pack the agent with the --token that your card names.";
      case "signature-invalid", "code-digest-mismatch", "state-digest-mismatch" ->
          "it was changed after it was signed, or is of somebody else: get it again from where it"
              + " was made.";
      case "passport-malformed", "owner-mismatch", "passport-expired" ->
          "pack the agent anew with: sojourn agent pack";
      case "audience-wrong" -> "pack the agent with the --host that it is sent to.";
      case "passport-not-yet-valid" -> "send it later, or set the clock right.";
      case "passport-valid-too-long" -> "pack the agent with a shorter --valid.";
      case "hop-log-invalid" ->
          "get the agent again with: sojourn visit retract "
              + Messages.typed(lastPlace(inspection))
              + " --out FILE, and name the keys of its hosts with --host-keys.";
      case "admission-refused" ->
          "change the code, or pack the agent with the right --main; 'sojourn agent try' says"
              + " more.";
      default -> "see docs/atp.md, problem codes.";
    };
  }

  /// The address of the agent at its last host.
  private static String lastPlace(PackageInspection inspection) {
    return inspection
        .contents()
        .filter(contents -> !contents.way().hosts().isEmpty())
        .flatMap(
            contents ->
                contents.passport().map(p -> contents.way().hosts().getLast() + "/#" + p.agentId()))
        .orElse("atp://HOST:PORT/#AGENT-ID");
  }

  private static void print(
      PackageInspection inspection, PackageInspection.Contents contents, PrintWriter out) {
    contents.passport().ifPresent(passport -> print(passport, out));
    line(
        out,
        "signed with",
        String.join(", ", contents.signers()) + " (" + checked(inspection.signature()) + ")");
    inspection.signer().ifPresent(signer -> line(out, "trusted as", signer.name()));
    line(
        out,
        "code",
        contents.codeBytes() == 0
            ? "does not travel along"
            : "%s, %s: %s"
                .formatted(
                    Messages.count(contents.codeBytes(), "byte"),
                    contents.classes().size() == 1
                        ? "1 class"
                        : contents.classes().size() + " classes",
                    shortened(contents.classes())));
    line(
        out,
        "state",
        contents.stateBytes() == 0 ? "none" : Messages.count(contents.stateBytes(), "byte"));
    line(out, "stays so far", Integer.toString(contents.stays().size()));
    for (int i = 0; i < contents.stays().size(); i++) {
      print(i, contents.stays().get(i), out);
    }
    contents.way().hosts().stream().skip(1).forEach(to -> line(out, "went on to", to.toString()));
    contents.way().passed().forEach(stop -> line(out, "left out", PassedText.words(stop)));
    out.println();
  }

  private static void print(Passport passport, PrintWriter out) {
    line(out, "agent", passport.agentId());
    passport.signatureAgent().ifPresent(url -> line(out, "of", url));
    line(out, "begins with", passport.entryClass());
    line(out, "sent to", passport.audience().toString());
    passport.legs().forEach(leg -> line(out, "then to", words(leg)));
    line(out, "may see", words(passport.scope()));
    line(out, "begins at", shortened(passport.starts()));
    line(out, "obeys", "robots.txt as " + passport.productToken());
    passport
        .parameters()
        .forEach(
            (name, value) -> line(out, "parameter", name + "=" + ForeignText.of(value).line(200)));
    line(
        out,
        "may spend",
        words(passport.limits().time())
            + ", "
            + Messages.count(passport.limits().pages(), "page")
            + further(passport.limits()));
    passport.limits().stay().ifPresent(stay -> line(out, "may stay", words(stay) + " at a host"));
    line(out, "valid", "from " + passport.notBefore() + " until " + passport.expires());
    line(out, "code digest", passport.codeDigest().hex());
  }

  private static String words(PassportLeg leg) {
    var stops =
        leg.stops().stream().map(stop -> stop.host() + " for " + stop.scope().origin()).toList();
    return String.join(" or ", stops) + (leg.isRequired() ? ", or nowhere" : "");
  }

  private static String words(PassportScope scope) {
    return scope.origin()
        + " under "
        + String.join(", ", scope.includes())
        + (scope.excludes().isEmpty() ? "" : " but not " + String.join(", ", scope.excludes()));
  }

  private static String further(PassportLimits limits) {
    var words = new StringBuilder();
    for (var name : PassportLimits.Further.values()) {
      if (limits.further().containsKey(name) && name != PassportLimits.Further.STAY_MILLISECONDS) {
        words.append(", ").append(name.member()).append(' ').append(limits.further().get(name));
      }
    }
    return words.toString();
  }

  private static void print(int index, Stay stay, PrintWriter out) {
    line(out, "stay " + index, "statement " + stay.digest().hex());
    if (stay.statement().isEmpty()) {
      line(out, "", "cannot be read");
      return;
    }
    var said = stay.statement().get();
    line(out, "", "by host " + said.hostKeyId() + " (" + checked(stay.signature()) + ")");
    line(out, "", "follows " + hex(said.previous()));
    line(
        out,
        "",
        "%s until %s: %s, %s, %s"
            .formatted(
                said.started(),
                said.ended(),
                Messages.count(said.pages(), "page"),
                Messages.count(said.pageBytes(), "byte"),
                words(said.time())));
    line(out, "", "code " + said.codeDigest().hex());
    line(out, "", "state in " + hex(said.stateIn()) + ", out " + hex(said.stateOut()));
    line(out, "", "findings " + said.findings().hex());
  }

  private static String checked(Signature signature) {
    return switch (signature) {
      case VALID -> "checked: good";
      case INVALID -> "checked: NOT good";
      case UNCHECKED -> "not checked";
    };
  }

  private static String hex(Optional<Digest> digest) {
    return digest.map(Digest::hex).orElse("none");
  }

  private static void line(PrintWriter out, String name, String value) {
    out.println("%-13s %s".formatted(name, ForeignText.of(value).line(MAX_CHARS)));
  }

  private static String shortened(List<String> items) {
    return items.size() <= 5
        ? String.join(", ", items)
        : String.join(", ", items.subList(0, 5)) + " and " + (items.size() - 5) + " more";
  }

  private static String words(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  static Map<String, Object> json(PackageInspection inspection) {
    var object = new LinkedHashMap<String, Object>();
    object.put("signature", inspection.signature().name().toLowerCase(Locale.ROOT));
    inspection.signer().ifPresent(signer -> object.put("signer", signer.name()));
    inspection
        .contents()
        .ifPresent(
            contents -> {
              object.put("signers", contents.signers());
              contents.passport().ifPresent(passport -> object.put("passport", json(passport)));
              object.put("codeBytes", contents.codeBytes());
              object.put("classes", contents.classes());
              object.put("stateBytes", contents.stateBytes());
              object.put("hops", contents.stays().size());
              object.put("hopLog", contents.stays().stream().map(PackageText::json).toList());
              object.put("way", contents.way().hosts().stream().map(Object::toString).toList());
              object.put("passed", PassedText.json(contents.way().passed()));
              object.put("home", contents.way().isHome());
            });
    object.put(
        "refusals",
        inspection.refusals().stream()
            .map(
                r ->
                    Map.of(
                        "code",
                        r.code(),
                        "sentence",
                        r.sentence(),
                        "next",
                        nextStep(r.code(), inspection)))
            .toList());
    return object;
  }

  private static Map<String, Object> json(Passport passport) {
    var object = new LinkedHashMap<String, Object>();
    object.put("agent", passport.agentId());
    object.put("dispatch", passport.dispatchId());
    object.put("owner", passport.ownerKeyId());
    passport.signatureAgent().ifPresent(url -> object.put("signatureAgent", url));
    object.put("token", passport.productToken());
    object.put("code", passport.codeDigest().hex());
    object.put("entry", passport.entryClass());
    object.put("origin", passport.scope().origin());
    object.put("includes", passport.scope().includes());
    object.put("excludes", passport.scope().excludes());
    object.put("starts", passport.starts());
    object.put("parameters", passport.parameters());
    object.put("seconds", passport.limits().time().toSeconds());
    object.put("pages", passport.limits().pages());
    for (var name : PassportLimits.Further.values()) {
      if (passport.limits().further().containsKey(name)) {
        object.put(name.member(), passport.limits().further().get(name));
      }
    }
    object.put("hop", passport.hop());
    object.put("host", passport.audience().toString());
    object.put("notBefore", passport.notBefore().toString());
    object.put("expires", passport.expires().toString());
    return object;
  }

  private static Map<String, Object> json(Stay stay) {
    var object = new LinkedHashMap<String, Object>();
    object.put("digest", stay.digest().hex());
    object.put("signature", stay.signature().name().toLowerCase(Locale.ROOT));
    stay.statement().ifPresent(said -> put(said, object));
    return object;
  }

  private static void put(HopStatement said, Map<String, Object> object) {
    object.put("hop", said.hop());
    object.put("agent", said.agentId());
    object.put("host", said.hostKeyId());
    said.previous().ifPresent(digest -> object.put("previous", digest.hex()));
    object.put("code", said.codeDigest().hex());
    said.stateIn().ifPresent(digest -> object.put("stateIn", digest.hex()));
    said.stateOut().ifPresent(digest -> object.put("stateOut", digest.hex()));
    object.put("findings", said.findings().hex());
    object.put("pages", said.pages());
    object.put("bytes", said.pageBytes());
    object.put("milliseconds", said.time().toMillis());
    object.put("policy", said.policy().hex());
    object.put("started", said.started().toString());
    object.put("ended", said.ended().toString());
  }
}
