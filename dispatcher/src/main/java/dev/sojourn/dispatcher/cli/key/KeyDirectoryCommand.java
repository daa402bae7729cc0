package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.SignedDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `key directory`: makes the key set to publish, with the response fields that prove it.
@Command(
    name = "directory",
    mixinStandardHelpOptions = true,
    description = {
      "Make the key directory that your crawler's web site has to serve.",
      "",
      "Your keys are then found under ORIGIN: hosts that trust that URL take your agents, and sites"
          + " know your crawler by it. The key set has to be served at ORIGIN"
          + AgentUrl.WELL_KNOWN
          + " byte for byte, with the response fields that are printed or written beside it. In"
          + " them each key proves that it belongs to ORIGIN; make them anew before they expire,"
          + " and whenever a key changes."
    },
    footer = {
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} key directory https://crawler.example --key owner.key --out directory"
    })
final class KeyDirectoryCommand implements Callable<Integer> {
  private static final int MAX_DAYS = 366;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "ORIGIN", description = "Your origin, as https://crawler.example.")
  private String origin = "";

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The key that signs agents (default: yours).")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--http-key",
      paramLabel = "FILE",
      description = "The key that signs HTTP requests (default: FILE.http beside the other).")
  private Optional<Path> httpKey = Optional.empty();

  @Option(
      names = "--also",
      paramLabel = "FILE",
      description =
          "A further key of yours to publish, as the next or the last one; may be repeated.")
  private List<Path> also = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How long the proof holds, 1 to 366 (default: ${DEFAULT-VALUE}).")
  private int days = 30;

  @Option(
      names = "--max-age",
      paramLabel = "SECONDS",
      description = {
        "How long readers may keep the directory (default: ${DEFAULT-VALUE}).",
        "Readers may accept a removed key for this long."
      })
  private int maxAge = 3_600;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = {
        "A folder for three files, which are replaced: the key set, the response fields, and a"
            + " piece of configuration for nginx. Without it the key set goes to standard output"
            + " and the fields to standard error."
      })
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var url = AgentUrl.parse(origin).filter(AgentUrl::isOrigin);
    if (url.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE, origin + " is no origin; write it as https://crawler.example.");
    }
    if (days < 1 || days > MAX_DAYS || maxAge < 0 || maxAge > days * 86_400L) {
      throw new CommandException(
          ExitCode.USAGE,
          "--days takes 1 to 366, and --max-age seconds up to as many days; not %d and %d."
              .formatted(days, maxAge));
    }
    var directory =
        SignedDirectory.sign(
            url.get(), keys(), Instant.now(), Duration.ofDays(days), Duration.ofSeconds(maxAge));
    if (out.isPresent()) {
      write(out.get(), directory);
    }
    print(url.get(), directory);
    return ExitCode.DONE.code();
  }

  private List<SigningKey> keys() {
    var agents = key.orElseGet(OwnerKey::file);
    var http = httpKey.orElseGet(() -> KeyFile.beside(agents, KeyFile.HTTP));
    if (!Files.exists(http)) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "There is no key for HTTP requests, %s; make one with 'sojourn key new FILE' and name it"
                  .formatted(http)
              + " with --http-key. It must not be the key that signs agents.");
    }
    var keys = new ArrayList<SigningKey>();
    keys.add(KeyFile.signing(http));
    keys.add(KeyFile.signing(agents));
    also.forEach(file -> keys.add(KeyFile.signing(file)));
    if (keys.stream().map(SigningKey::id).distinct().count() < keys.size()) {
      throw new CommandException(
          ExitCode.IDENTITY, "Two of the files hold the same key; each purpose needs its own.");
    }
    return keys;
  }

  private static void write(Path folder, SignedDirectory directory) throws IOException {
    Files.createDirectories(folder);
    for (var name : List.of("directory.json", "directory.headers", "directory.nginx.conf")) {
      RegularFile.requireIfThere(folder.resolve(name));
    }
    Files.write(folder.resolve("directory.json"), directory.body().toArray());
    var fields = new StringBuilder();
    var nginx = new StringBuilder("location = " + AgentUrl.WELL_KNOWN + " {\n");
    nginx.append("    alias ").append(folder.toAbsolutePath()).append("/directory.json;\n");
    nginx.append("    types { }\n    etag off;\n    gzip off;\n");
    for (var field : directory.fields().entrySet()) {
      fields.append(field.getKey()).append(": ").append(field.getValue()).append('\n');
      if (field.getKey().equals("Content-Type")) {
        nginx.append("    default_type ").append(field.getValue()).append(";\n");
      } else {
        nginx.append("    add_header ").append(field.getKey()).append(" '");
        nginx.append(field.getValue()).append("';\n");
      }
    }
    Files.writeString(folder.resolve("directory.headers"), fields.toString());
    Files.writeString(folder.resolve("directory.nginx.conf"), nginx.append("}\n").toString());
  }

  private void print(AgentUrl url, SignedDirectory directory) {
    var console = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("url", url.resource().toString());
      object.put("body", directory.body().asUtf8());
      object.put("fields", directory.fields());
      JsonOption.print(console, object);
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    if (out.isPresent()) {
      console.println(url.resource());
      err.println(
          "Serve directory.json of %s there; directory.headers and directory.nginx.conf say how."
              .formatted(out.get()));
    } else {
      console.println(directory.body().asUtf8());
      err.println("To be served without the line feed at its end, at " + url.resource());
      directory.fields().forEach((name, value) -> err.println(name + ": " + value));
    }
    err.println(
        "Make it anew within " + Messages.count(days, "day") + ", and whenever a key changes.");
    console.flush();
    err.flush();
  }
}
