package dev.sojourn.lab.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Trace;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.server.Gateway;
import dev.sojourn.atp.server.Peer;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.atp.wire.BodyBudget;
import dev.sojourn.atp.wire.RequestDecoder;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.text.HttpDate;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.identity.signature.SignedDirectory;
import dev.sojourn.identity.trust.TrustList;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// A reader of the wire, and the costliest text that is known for it.
///
/// @param name of reader and text
/// @param worst makes the text, of about this many characters
/// @param reader reads the text, with any result
record WorstField(String name, IntFunction<String> worst, Consumer<String> reader) {

  // Wider than those of a host: a reader must be linear by itself, not by the limit before it.
  private static final WireLimits WIDE = new WireLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20);
  private static final AtpAddress HERE = new AtpAddress("here.example", 10434);
  private static final AtpAddress THERE = new AtpAddress("there.example", 10434);
  private static final Peer PEER =
      new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), () -> {});

  /// {@return all readers}
  ///
  /// @param client for a gateway, which does not send with it
  static List<WorstField> all(AtpClient client) {
    var gateway =
        Gateway.forwarding(
            Set.of(HERE),
            (_, _) -> AtpResponse.okay(),
            new Gateway.Forwarding(Set.of(THERE), 1, 0, client, HERE));
    return List.of(
        new WorstField("first line, blanks", " \t"::repeat, line -> head(line + "\r\n\r\n")),
        new WorstField(
            "header lines, one of blanks",
            " "::repeat,
            value -> head("STATUS / ATP/0.1\r\nA:" + value + "\r\n\r\n")),
        new WorstField(
            "header lines, as many as there can be",
            size -> "A:\n".repeat(size / 3),
            lines -> head("STATUS / ATP/0.1\r\n" + lines + "\r\n")),
        new WorstField(
            "header lines, an octet at a time",
            "a"::repeat,
            value -> octets("STATUS / ATP/0.1\r\nA:" + value + "\r\n\r\n")),
        new WorstField(
            "Content-Length, zeros",
            "0"::repeat,
            value -> head("STATUS / ATP/0.1\r\nContent-Length:" + value + "\r\n\r\n")),
        new WorstField(
            "Connection, blanks between commas",
            size -> " \t,".repeat(size / 3),
            value -> AtpHeaders.of("Connection", value).keepsAlive()),
        new WorstField("Via, blanks", " "::repeat, value -> via(gateway, value)),
        new WorstField(
            "Via, blanks between commas",
            size -> " \t,".repeat(size / 3),
            value -> via(gateway, value)),
        new WorstField("Date, blanks", " "::repeat, HttpDate::read),
        new WorstField("Date, letters", size -> "Mon, " + "J".repeat(size), HttpDate::read),
        new WorstField(
            "traceparent",
            "0"::repeat,
            value -> Trace.of(AtpHeaders.of(AtpHeaders.TRACEPARENT, value))),
        new WorstField("URI, segments", size -> "/a".repeat(size / 2), AtpTarget::parse),
        new WorstField("URI, a host", size -> "atp://" + "a".repeat(size), AtpTarget::parse),
        new WorstField(
            "Signature-Input of ATP, blanks",
            size -> "sig1=(" + " ".repeat(size) + ")",
            WorstField::signature),
        new WorstField(
            "Signature-Input of HTTP, inner lists",
            size -> "sig1=(" + "\"a\" ".repeat(size / 4) + ")",
            WorstField::directorySignature),
        new WorstField(
            "Signature-Input of HTTP, one member again and again",
            size -> "a=(),".repeat(size / 5) + "a=()",
            WorstField::directorySignature),
        new WorstField(
            "Signature-Input of HTTP, a string of escapes",
            size -> "a=(\"" + "\\\"".repeat(size / 2) + "\")",
            WorstField::directorySignature),
        new WorstField(
            "JSON, arrays in arrays", size -> "{\"a\":" + "[".repeat(size), WorstField::json),
        new WorstField(
            "JSON, escapes",
            size -> "{\"a\":\"" + "\\u0061".repeat(size / 6) + "\"}",
            WorstField::json),
        new WorstField("JSON, members", WorstField::members, WorstField::json),
        new WorstField("JSON, blanks", size -> "{" + " ".repeat(size) + "}", WorstField::json),
        new WorstField(
            "JSON, digits", size -> "{\"a\":" + "1".repeat(size) + "}", WorstField::json));
  }

  private static void head(String request) {
    var channel = decoder();
    channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.ISO_8859_1));
    channel.finishAndReleaseAll();
  }

  private static void octets(String request) {
    var channel = decoder();
    for (byte octet : request.getBytes(StandardCharsets.ISO_8859_1)) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {octet}));
    }
    channel.finishAndReleaseAll();
  }

  private static EmbeddedChannel decoder() {
    return new EmbeddedChannel(new RequestDecoder(WIDE, new BodyBudget(1 << 20).share()));
  }

  private static void via(Gateway gateway, String value) {
    var request =
        new AtpRequest(
            AtpMethod.STATUS,
            new AtpTarget(Optional.of(THERE), "/", Optional.of("a1")),
            AtpHeaders.of(AtpHeaders.VIA, value),
            Bytes.EMPTY);
    try {
      gateway.handle(request, PEER);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing is waited for here", e);
    }
  }

  private static void signature(String input) {
    var request =
        AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"))
            .withHeader(AtpHeaders.SIGNATURE_INPUT, input)
            .withHeader(AtpHeaders.SIGNATURE, "sig1=:AAAA:");
    new RequestVerifier(
            TrustList.NOBODY,
            Set.of(HERE),
            (_, _, _, _) -> NonceMemory.Use.FULL,
            InstantSource.system(),
            RequestVerifier.Times.DEFAULT)
        .verify(request);
  }

  private static void directorySignature(String input) {
    var fields =
        Map.of(
            "content-digest", List.of(Digest.of(Bytes.EMPTY).toContentDigest()),
            "signature-input", List.of(input),
            "signature", List.of("a=:AAAA:"));
    SignedDirectory.proven(
        new AgentUrl("https://here.example"),
        new KeyDirectory(List.of(), Optional.empty(), Optional.empty()),
        Bytes.EMPTY,
        name -> fields.getOrDefault(name, List.of()),
        Instant.EPOCH);
  }

  private static String members(int size) {
    var json = new StringBuilder("{");
    for (int i = 0; json.length() < size; i++) {
      json.append('"').append(i).append("\":0,");
    }
    return json.append("\"end\":0}").toString();
  }

  private static void json(String text) {
    try {
      JsonMembers.parse(text.getBytes(StandardCharsets.UTF_8)).end();
    } catch (JsonException _) {
      // Its content does not matter here.
    }
  }
}
