package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.Orders;
import dev.sojourn.sandbox.RecordingServices;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.StartCache;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.start.ProcessLauncher;
import dev.sojourn.testing.OwnProcesses;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The cache with which workers start: that it is made and used, and that workers start and know
/// their rules whatever becomes of it. It is made once for all, by two programs at the same time,
/// after a third was killed in the middle.
@EnabledOnOs(OS.LINUX)
class StartCacheIT {
  private static final Duration LONG = Duration.ofMinutes(5);

  private static final Duration AMPLE = Duration.ofMinutes(2);

  /// A program that ends waits no longer for a cache.
  private static final Duration MOST_WAIT = Duration.ofSeconds(15);

  private static final int WAITED_IN_VAIN = 3;
  private static final String AGENT = "agent.jar";
  private static final FileTime OLD = FileTime.fromMillis(1_700_000_000_000L);
  private static final String RULE = "return from visit()";
  private static final String CACHE_OPTION = "-XX:AOTCache=";
  private static final String OTHER_RULE = "return out of visit";

  @TempDir private static Path shared;
  private static List<Path> jars = List.of();
  private static Path made = Path.of("");
  private static final List<Integer> EXITS = new ArrayList<>();
  private static Optional<VisitEnd> meanwhile = Optional.empty();
  private static boolean isMadeByPrograms;

  @TempDir private Path directory;

  @BeforeAll
  static void make() throws Exception {
    jars =
        copies(
            ClassPathJars.find(ConfinedProgram.WORKER, shared),
            Files.createDirectory(shared.resolve("lib")));
    made = shared.resolve("made");
    EXITS.clear();
    Files.write(shared.resolve(AGENT), AgentSource.visiting(""));
    var killed = program();
    await().atMost(LONG).until(() -> Files.isDirectory(made) && names(made).size() > 1);
    killed.destroyForcibly().waitFor();
    var two = List.of(program(), program());
    try (var workers = Workers.open(shared, made)) {
      meanwhile = Optional.of(workers.visit(AgentSource.visiting("")));
    }
    for (var process : two) {
      assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      EXITS.add(process.exitValue());
    }
    isMadeByPrograms = !caches(made).isEmpty();
    try (var workers = Workers.open(shared, made)) {
      // A process makes one cache at a time, and on a fresh build other classes make theirs here
      // now.
      await().atMost(LONG).until(() -> isMade(workers));
    }
  }

  private static boolean isMade(Workers workers) throws IOException, InterruptedException {
    if (caches(made).isEmpty()) {
      workers.launcher.makeCache();
    }
    return !caches(made).isEmpty();
  }

  @Test
  void isMadeOnceByTwoAfterOneWasKilledWhileWorkersStart() throws Exception {
    assertThat(EXITS).as("each made a visit").hasSize(2).isSubsetOf(0, WAITED_IN_VAIN);
    assertThat(meanwhile).get().isInstanceOf(VisitEnd.Finished.class);
    assertThat(caches(made)).hasSize(1);
    assertThat(names(made)).as("nothing remains of the first").hasSize(2);
    assertThat(permissions(made)).isEqualTo("rwx------");
    assertThat(permissions(caches(made).getFirst())).isEqualTo("r--------");
  }

  @Test
  void isUsedByWorkersUntilItIsDamaged() throws Exception {
    var place = copyOfMade();
    var file = caches(place).getFirst();
    try (var workers = Workers.open(directory, place)) {
      var worker = workers.launcher.start();
      assertThat(usersOf(file)).as("a worker maps it").isEqualTo(1);

      // In the middle, which the JVM does not check.
      var bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 0x55;
      replace(file, file, bytes);
      assertThat(workers.visit(AgentSource.visiting(""))).isInstanceOf(VisitEnd.Finished.class);
      assertThat(file).as("of no use").doesNotExist();
      assertThat(usersOf(file)).as("but the first still runs").isEqualTo(1);
      Workers.end(worker);
    }
  }

  /// A busy machine may take longer for a start than its deadline.
  @Test
  void isKeptWhenAStartingWorkerIsKilled() throws Exception {
    var place = copyOfMade();
    try (var workers = Workers.open(directory, place);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = threads.submit(workers.launcher::start);
      await().atMost(LONG).until(this::killStarting);

      var worker = started.get();
      assertThat(caches(place)).hasSize(1);
      assertThat(usersOf(caches(place).getFirst())).as("the next attempt is without it").isZero();
      Workers.end(worker);
    }
  }

  private boolean killStarting() {
    var starting =
        OwnProcesses.below(directory)
            .filter(process -> OwnProcesses.commandLine(process).contains(CACHE_OPTION))
            .toList();
    starting.forEach(ProcessHandle::destroyForcibly);
    return !starting.isEmpty();
  }

  @Test
  void isGivenUpWhenTheJvmDoesNotTakeIt() throws Exception {
    var place = copyOfMade();
    var file = caches(place).getFirst();
    var name = String.valueOf(file.getFileName());
    var foreign = "this is no cache of a JVM".getBytes(StandardCharsets.UTF_8);
    var sum = new CRC32C();
    sum.update(foreign);
    var planted =
        place.resolve(
            name.substring(0, name.lastIndexOf('-') + 1)
                + HexFormat.of().toHexDigits(sum.getValue(), 8)
                + ".aot");
    replace(file, planted, foreign);
    try (var workers = Workers.open(directory, place)) {
      assertThat(workers.cache.file()).contains(planted);
      assertThat(workers.visit(AgentSource.visiting(""))).isInstanceOf(VisitEnd.Finished.class);
      assertThat(planted).doesNotExist();
    }
  }

  /// The new jar is as large as the old and has its time, as after unpacking an archive.
  @Test
  void doesNotOutliveTheRulesThatAreInIt() throws Exception {
    var place = copyOfMade();
    var hostile = AgentSource.visiting("System.exit(0);");
    assertThat(denial(place, hostile)).contains(RULE);
    var jar = jars.getFirst();
    var before = Files.readAllBytes(jar);
    try {
      copy(Files.copy(jar, directory.resolve("old.jar")), jar, OTHER_RULE);
      assertThat(jar).hasSize(before.length);
      assertThat(Files.getLastModifiedTime(jar)).isEqualTo(OLD);
      assertThat(denial(place, hostile)).contains(OTHER_RULE).doesNotContain(RULE);
    } finally {
      Files.write(jar, before);
      Files.setLastModifiedTime(jar, OLD);
    }
    assertThat(denial(place, hostile)).contains(RULE);
  }

  @Test
  void isNotNeededWhereItCannotBeMadeOrRead() throws Exception {
    var open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    var readOnly = Files.createDirectory(directory.resolve("read-only"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    var file = Files.writeString(directory.resolve("file"), "a file");
    var places = new ArrayList<>(List.of(open, file));
    if (!Files.isWritable(readOnly)) {
      places.add(readOnly); // The user root may write everywhere.
    }
    for (var place : places) {
      try (var workers = Workers.open(directory, place)) {
        workers.launcher.makeCache();
        assertThat(workers.cache.file()).isEmpty();
        assertThat(workers.visit(AgentSource.visiting(""))).isInstanceOf(VisitEnd.Finished.class);
      }
    }
    assertThat(open).isEmptyDirectory();
    assertThat(readOnly).isEmptyDirectory();
    assertThat(file).hasContent("a file");
  }

  @Test
  void aReaderHasOneOfItsOwn() throws Exception {
    var place = copyOfMade();
    var settings = patient();
    var clock = Executors.newSingleThreadScheduledExecutor();
    try (var own = SandboxDirectory.open(directory)) {
      var program = ConfinedProgram.READER;
      var readerJars = ClassPathJars.find(program, own.path());
      var command =
          new WorkerCommand(program, settings.places().javaHome(), settings.heapMiB(), readerJars);
      var cache = StartCache.of(place, command);
      try (var launcher = new ProcessLauncher(settings, own, command, Optional.of(cache), clock)) {
        await()
            .atMost(LONG)
            .until(
                () -> {
                  launcher.makeCache();
                  return cache.file().isPresent();
                });
        var file = cache.file().orElseThrow();
        assertThat(file.getFileName()).asString().startsWith("reader-");
        assertThat(caches(place)).hasSize(2);
        var reader = launcher.start();
        assertThat(usersOf(file)).as("a reader maps it").isEqualTo(1);
        assertThat(usersOf(caches(made).getFirst())).as("not that of workers").isZero();
        reader.process().destroyForcibly().waitFor();
      }
    } finally {
      clock.shutdownNow();
    }
  }

  /// A program that runs for a moment would otherwise begin one each time, and end none. On a busy
  /// machine it may wait for it in vain, but then for as long as it may.
  @Test
  void aShortProgramWhoseWorkerMissesItEndsWithOne() {
    assertThat(isMadeByPrograms || EXITS.contains(WAITED_IN_VAIN)).isTrue();
  }

  /// A worker without a cache may take longer on a slow machine than the usual 5 s to admit its
  /// first agent. Its time is not the subject of this test.
  private static SandboxSettings patient() {
    return SandboxSettings.defaults().withBounds(1, 1, 64).withDeadlines(AMPLE, AMPLE, AMPLE);
  }

  /// Starts workers from the copied jars, with a cache in a place.
  private record Workers(
      SandboxDirectory own,
      ScheduledExecutorService clock,
      SandboxSettings settings,
      StartCache cache,
      StartedWorkers launcher)
      implements AutoCloseable {

    static Workers open(Path folder, Path place) throws IOException {
      var settings = patient();
      var own = SandboxDirectory.open(folder);
      var clock = Executors.newSingleThreadScheduledExecutor();
      var command = new WorkerCommand(settings.places().javaHome(), settings.heapMiB(), jars);
      var cache = StartCache.of(place, command);
      return new Workers(
          own,
          clock,
          settings,
          cache,
          new StartedWorkers(settings, own, command, Optional.of(cache), clock));
    }

    /// A visit in a worker of its own.
    VisitEnd visit(byte[] jar) throws Exception {
      var worker = launcher.start();
      try {
        return new VisitSession(
                1, Orders.of(jar), RecordingServices.ofNothing(), worker, settings, clock)
            .run();
      } finally {
        end(worker);
      }
    }

    static void end(WorkerProcess worker) throws InterruptedException {
      StartedWorkers.end(worker);
    }

    @Override
    public void close() {
      launcher.close();
      clock.shutdownNow();
      own.close();
    }
  }

  /// A program that runs for one visit. Its worker misses the cache; it makes it, or finds that
  /// another does.
  static final class Program {
    public static void main(String[] arguments) throws Exception {
      var folder = Path.of(arguments[0]);
      var sandbox =
          ProcessSandbox.open(
              patient().withDirectory(folder).withStartCacheMadeWhenMissed(Path.of(arguments[1])));
      var order = Orders.of(Files.readAllBytes(folder.resolve(AGENT)));
      var end = sandbox.start(order, RecordingServices.ofNothing()).await();
      long began = System.nanoTime();
      sandbox.close();
      if (!(end instanceof VisitEnd.Finished)) {
        System.exit(1);
      }
      boolean isInVain = System.nanoTime() - began >= MOST_WAIT.toNanos();
      System.exit(isInVain ? WAITED_IN_VAIN : 0);
    }
  }

  private static Process program() throws IOException {
    var classPath = new ArrayList<>(jars);
    for (var element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classPath.add(Path.of(element).toAbsolutePath());
    }
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
            "-cp",
            classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
            Program.class.getName(),
            shared.toString(),
            made.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(shared.resolve("programs").toFile())
        .start();
  }

  private static List<Path> copies(List<Path> all, Path folder) throws IOException {
    var copies = new ArrayList<Path>();
    for (var jar : all) {
      var copy = folder.resolve(copies.size() + ".jar");
      copy(jar, copy, RULE);
      copies.add(copy);
    }
    return List.copyOf(copies);
  }

  /// Copies a jar, uncompressed, with another wording of a rule as long as the first.
  private static void copy(Path from, Path to, String rule) throws IOException {
    try (var source = new ZipFile(from.toFile());
        var target = new JarOutputStream(Files.newOutputStream(to))) {
      for (var found : source.stream().toList()) {
        var bytes = source.getInputStream(found).readAllBytes();
        if (found.getName().endsWith("admission/Hints.class")) {
          var text = new String(bytes, StandardCharsets.ISO_8859_1);
          bytes = text.replace(RULE, rule).getBytes(StandardCharsets.ISO_8859_1);
        }
        var sum = new CRC32();
        sum.update(bytes);
        var entry = new ZipEntry(found.getName());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        entry.setLastModifiedTime(OLD);
        target.putNextEntry(entry);
        target.write(bytes);
      }
    }
    Files.setLastModifiedTime(to, OLD);
  }

  private String denial(Path place, byte[] hostile) throws Exception {
    try (var workers = Workers.open(directory, place)) {
      var end = workers.visit(hostile);
      assertThat(end).isInstanceOf(VisitEnd.Denied.class);
      return ((VisitEnd.Denied) end).reason();
    }
  }

  private Path copyOfMade() throws IOException {
    var place = Files.createDirectory(directory.resolve("copy"));
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx------"));
    for (var file : caches(made)) {
      Files.copy(file, place.resolve(file.getFileName()));
    }
    return place;
  }

  /// Another file from now on, so that processes that have mapped the first are not disturbed.
  private static void replace(Path file, Path by, byte[] content) throws IOException {
    Files.delete(file);
    Files.write(by, content);
  }

  /// How many processes below this one have mapped a file.
  private static long usersOf(Path file) {
    return ProcessHandle.current()
        .descendants()
        .filter(
            process -> {
              try {
                var maps = Path.of("/proc/" + process.pid() + "/maps");
                return Files.readString(maps).contains(String.valueOf(file.getFileName()));
              } catch (IOException _) {
                return false;
              }
            })
        .count();
  }

  private static List<Path> caches(Path place) throws IOException {
    try (var files = Files.list(place)) {
      return files.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  private static List<String> names(Path place) throws IOException {
    try (var files = Files.list(place)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
