package dev.sojourn.control;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// A request on the control socket: one JSON object on one line. `docs/control.md` lists the
/// members.
public sealed interface ControlRequest {
  /// The version of the protocol.
  int VERSION = 1;

  /// The longest line of a request, in bytes.
  int MAX_BYTES = 16 << 10;

  /// The longest name of a visit or a signer, in characters.
  int MAX_CHARS = 1_100;

  /// The longest reason of a ban, in characters.
  int MAX_REASON_CHARS = 500;

  /// The most log lines in one request.
  int MAX_LINES = 1_000;

  /// The longest ban with an end.
  Duration LONGEST_BAN = Duration.ofDays(3_660);

  /// Lists the visits on this host.
  record Ps() implements ControlRequest {}

  /// Lists the sites, and which of them are away.
  record SiteList() implements ControlRequest {}

  /// Lists the sites in the page store.
  record PageStoreList() implements ControlRequest {}

  /// Deletes views in the page store.
  ///
  /// @param site the origin of their site; empty for all sites
  record DropViews(Optional<ForeignText> site) implements ControlRequest {}

  /// Lists the signers who were refused because they are not trusted.
  record Strangers() implements ControlRequest {}

  /// Shows the details of one visit.
  ///
  /// @param id of its agent, or the beginning of the id
  record Show(ForeignText id) implements ControlRequest {}

  /// Lists the visits whose findings wait for the operator, or shows all findings of one.
  ///
  /// @param id of its agent, or the beginning of the id; empty for a list
  record Held(Optional<ForeignText> id) implements ControlRequest {}

  /// Decides about the findings of visits that have ended. Without id and signer, it applies to all
  /// waiting findings.
  ///
  /// @param isReleased whether the findings may leave; otherwise they are dropped
  /// @param id of an agent, or the beginning of the id
  /// @param signer a name of `[[trust]]`, or a thumbprint
  /// @param digest that the findings must have, if the request names one visit
  record Decide(
      boolean isReleased,
      Optional<ForeignText> id,
      Optional<ForeignText> signer,
      Optional<String> digest)
      implements ControlRequest {}

  /// Ends one visit.
  ///
  /// @param id of its agent, or the beginning of the id
  record StopOne(ForeignText id) implements ControlRequest {}

  /// Ends all visits of a signer.
  ///
  /// @param signer a name of `[[trust]]`, a thumbprint or a URL
  record StopSigner(ForeignText signer) implements ControlRequest {}

  /// Ends all visits.
  record StopAll() implements ControlRequest {}

  /// Bans a signer.
  ///
  /// @param signer a name of `[[trust]]`, a thumbprint or a URL
  /// @param time after which the ban ends
  /// @param reason the operator's text
  record BanSigner(ForeignText signer, Optional<Duration> time, Optional<ForeignText> reason)
      implements ControlRequest {}

  /// Lists the bans in force.
  record Bans() implements ControlRequest {}

  /// Ends a ban, or trusts a signer who is not in the configuration.
  ///
  /// @param signer the name in the ban, a thumbprint or a URL
  record AllowSigner(ForeignText signer) implements ControlRequest {}

  /// Reloads the configuration.
  record Reload() implements ControlRequest {}

  /// Sets or queries whether further agents are accepted.
  ///
  /// @param takesNone whether to accept no further agents; empty for a query
  record Drain(Optional<Boolean> takesNone) implements ControlRequest {}

  /// Shows the last lines of the log.
  ///
  /// @param lines how many
  /// @param isFollowed whether later lines are sent as well
  record Logs(int lines, boolean isFollowed) implements ControlRequest {}

  /// Reads a request.
  ///
  /// @param line without its line end; the caller has bounded its size
  /// @return the request
  /// @throws JsonException if it is not a valid request
  static ControlRequest read(byte[] line) throws JsonException {
    var json = JsonMembers.parse(line);
    json.number("version", VERSION, VERSION);
    var request =
        switch (json.text("command", 20)) {
          case "ps" -> new Ps();
          case "sites" -> new SiteList();
          case "pages" -> pages(json);
          case "refused" -> new Strangers();
          case "show" -> new Show(text(json, "id"));
          case "held" -> new Held(optionalText(json, "id"));
          case "release" -> decide(json, true);
          case "drop" -> decide(json, false);
          case "stop" -> stop(json);
          case "ban" ->
              new BanSigner(
                  text(json, "signer"),
                  json.has("seconds")
                      ? Optional.of(
                          Duration.ofSeconds(json.number("seconds", 1, LONGEST_BAN.toSeconds())))
                      : Optional.empty(),
                  json.optionalText("reason", MAX_REASON_CHARS).map(ForeignText::of));
          case "bans" -> new Bans();
          case "allow" -> new AllowSigner(text(json, "signer"));
          case "reload" -> new Reload();
          case "drain" -> drain(json);
          case "logs" -> new Logs((int) json.number("lines", 0, MAX_LINES), isYes(json, "follow"));
          default ->
              throw new JsonException(
                  "command: (expected: ps, sites, pages, refused, show, held, release, drop, stop,"
                      + " ban, bans, allow, reload, drain or logs)");
        };
    json.end();
    return request;
  }

  private static ForeignText text(JsonMembers json, String name) throws JsonException {
    return ForeignText.of(json.text(name, MAX_CHARS));
  }

  private static Optional<ForeignText> optionalText(JsonMembers json, String name)
      throws JsonException {
    return json.optionalText(name, MAX_CHARS).map(ForeignText::of);
  }

  private static ControlRequest pages(JsonMembers json) throws JsonException {
    return isYes(json, "drop") ? new DropViews(optionalText(json, "site")) : new PageStoreList();
  }

  private static ControlRequest drain(JsonMembers json) throws JsonException {
    var set = json.optionalText("set", MAX_CHARS);
    if (set.isPresent() && !set.get().equals("on") && !set.get().equals("off")) {
      throw new JsonException("set: (expected: on or off)");
    }
    return new Drain(set.map("on"::equals));
  }

  private static boolean isYes(JsonMembers json, String name) throws JsonException {
    var text = json.optionalText(name, MAX_CHARS);
    if (text.isPresent() && !text.get().equals("yes")) {
      throw new JsonException(name + ": (expected: yes)");
    }
    return text.isPresent();
  }

  private static ControlRequest decide(JsonMembers json, boolean isReleased) throws JsonException {
    var id = optionalText(json, "id");
    var signer = id.isPresent() ? Optional.<ForeignText>empty() : optionalText(json, "signer");
    if (id.isEmpty() && signer.isEmpty() && !json.text("all", 10).equals("yes")) {
      throw new JsonException("all: (expected: yes)");
    }
    return new Decide(
        isReleased, id, signer, id.isPresent() ? json.optionalDigest("digest") : Optional.empty());
  }

  private static ControlRequest stop(JsonMembers json) throws JsonException {
    if (json.has("id")) {
      return new StopOne(text(json, "id"));
    }
    if (json.has("signer")) {
      return new StopSigner(text(json, "signer"));
    }
    if (json.text("all", 10).equals("yes")) {
      return new StopAll();
    }
    throw new JsonException("all: (expected: yes)");
  }

  /// {@return the line of this request, without its line end}
  default byte[] line() {
    return switch (this) {
      case Ps _ -> line("ps", _ -> {});
      case SiteList _ -> line("sites", _ -> {});
      case PageStoreList _ -> line("pages", _ -> {});
      case DropViews drop -> line("pages", json -> put(json, drop));
      case Strangers _ -> line("refused", _ -> {});
      case Show(var id) -> line("show", json -> json.put("id", id.written()));
      case Held(var id) ->
          line("held", json -> json.putIfPresent("id", id.map(ForeignText::written)));
      case Decide decide ->
          line(decide.isReleased() ? "release" : "drop", json -> put(json, decide));
      case StopOne(var id) -> line("stop", json -> json.put("id", id.written()));
      case StopSigner(var signer) -> line("stop", json -> json.put("signer", signer.written()));
      case StopAll _ -> line("stop", json -> json.put("all", "yes"));
      case Bans _ -> line("bans", _ -> {});
      case BanSigner ban -> line("ban", json -> put(json, ban));
      case AllowSigner(var signer) -> line("allow", json -> json.put("signer", signer.written()));
      case Reload _ -> line("reload", _ -> {});
      case Drain(var takesNone) ->
          line("drain", json -> json.putIfPresent("set", takesNone.map(on -> on ? "on" : "off")));
      case Logs(int lines, boolean isFollowed) ->
          line(
              "logs",
              json -> {
                json.put("lines", lines);
                if (isFollowed) {
                  json.put("follow", "yes");
                }
              });
    };
  }

  private static void put(JsonWriter json, Decide decide) {
    json.putIfPresent("id", decide.id().map(ForeignText::written))
        .putIfPresent("signer", decide.signer().map(ForeignText::written))
        .putIfPresent("digest", decide.digest());
    if (decide.id().isEmpty() && decide.signer().isEmpty()) {
      json.put("all", "yes");
    }
  }

  private static void put(JsonWriter json, DropViews drop) {
    json.put("drop", "yes").putIfPresent("site", drop.site().map(ForeignText::written));
  }

  private static void put(JsonWriter json, BanSigner ban) {
    json.put("signer", ban.signer().written());
    ban.time().ifPresent(time -> json.put("seconds", Math.max(1, time.toSeconds())));
    json.putIfPresent("reason", ban.reason().map(ForeignText::written));
  }

  private static byte[] line(String command, Consumer<JsonWriter> members) {
    return JsonWriter.object(
        json -> {
          json.put("version", VERSION).put("command", command);
          members.accept(json);
        });
  }
}
