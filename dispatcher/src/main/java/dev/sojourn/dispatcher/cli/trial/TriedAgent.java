package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The agent of a trial.
///
/// @param jar the code as the sandbox gets it
/// @param entryClass the binary name of the class to begin with
/// @param state the state of the agent, if its package has one
/// @param passport the passport of a package; empty for code alone
record TriedAgent(
    byte[] jar, String entryClass, Optional<byte[]> state, Optional<Passport> passport) {
  private static final int MAX_FILE_BYTES = 64 << 20;

  /// Reads a package, a jar, a directory of classes, or the name of an agent that came with this
  /// program.
  ///
  /// @throws CommandException if there is no agent to try
  static TriedAgent read(String agent, Optional<String> entryClass) throws IOException {
    var file = Path.of(agent);
    if (Files.isRegularFile(file) && !isJar(file)) {
      return ofPackage(file, entryClass);
    }
    var catalog = AgentCatalog.ofThisProgram();
    var reading =
        entryClass.isPresent() ? catalog.find(file, entryClass.get()) : catalog.find(agent);
    return switch (reading) {
      case AgentReading.Read(var code) -> ofCode(code.jar().toArray(), code.entryClass());
      case AgentReading.Unusable(var sentence, var isDamaged) -> {
        if (entryClass.isEmpty() || isDamaged || !Files.exists(file)) {
          throw new CommandException(ExitCode.FAILED, sentence);
        }
        // Such code would not be packed, but the sandbox still checks it.
        yield ofCode(asItIs(file), AgentCatalog.classNamed(file, entryClass.get()));
      }
    };
  }

  private static TriedAgent ofCode(byte[] jar, String entryClass) {
    return new TriedAgent(jar, entryClass, Optional.empty(), Optional.empty());
  }

  private static TriedAgent ofPackage(Path file, Optional<String> entryClass) throws IOException {
    var bytes = Bytes.wrap(RegularFile.read(file, MAX_FILE_BYTES));
    return switch (new PackageReader(PackageLimits.DEFAULT).read(bytes)) {
      case PackageReading.Garbled garbled ->
          throw new CommandException(
              ExitCode.FAILED, file + " is neither a jar nor a package: " + garbled.sentence());
      case PackageReading.Read(var read) -> of(file, read, entryClass);
    };
  }

  private static TriedAgent of(Path file, AgentPackage read, Optional<String> entryClass) {
    try {
      var passport = Passport.read(read.passport().payload());
      var code =
          read.code()
              .orElseThrow(
                  () ->
                      new CommandException(
                          ExitCode.FAILED,
                          file + " comes without its code; pack it with the code."));
      return new TriedAgent(
          code.toArray(),
          entryClass.orElse(passport.entryClass()),
          read.state().map(Bytes::toArray),
          Optional.of(passport));
    } catch (JsonException e) {
      throw new CommandException(
          ExitCode.FAILED, "The passport in " + file + " is malformed: " + e.getMessage() + ".");
    }
  }

  /// The scope in the passport, or else the whole site.
  Scope scope(String origin) {
    return passport
        .map(p -> new Scope(p.scope().origin(), p.scope().includes(), p.scope().excludes()))
        .orElseGet(() -> Scope.site(origin));
  }

  /// The start URLs in the passport; empty without one.
  List<String> starts() {
    return passport.map(Passport::starts).orElse(List.of());
  }

  private static boolean isJar(Path file) throws IOException {
    try (var in = RegularFile.open(file)) {
      return in.read() == 'P' && in.read() == 'K';
    }
  }

  private static byte[] asItIs(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      return RegularFile.read(file, MAX_FILE_BYTES);
    }
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes);
        var files = Files.walk(file)) {
      for (var one : files.filter(Files::isRegularFile).sorted().toList()) {
        var name = file.relativize(one).toString();
        if (name.endsWith(".class")) {
          zip.putNextEntry(new ZipEntry(name.replace(file.getFileSystem().getSeparator(), "/")));
          Files.copy(one, zip);
        }
      }
    }
    return bytes.toByteArray();
  }
}
