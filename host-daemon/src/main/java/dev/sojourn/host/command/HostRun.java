package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.host.log.LogSettings;
import dev.sojourn.host.systemd.HandedOverSocket;
import dev.sojourn.host.systemd.ServiceNotices;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host run`: runs the daemon until it is asked to end.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Run the daemon until SIGTERM or SIGINT.",
      "Prints one line on standard output as soon as it takes agents in."
    })
final class HostRun implements Callable<Integer> {
  private static final System.Logger LOG = System.getLogger(HostRun.class.getName());

  private static final int CLOSE_SECONDS = 20;
  private static final int MAX_STATUS_CHARS = 300;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private JsonOption json = new JsonOption();

  private final LogSettings log = new LogSettings();
  private final ServiceNotices notices =
      ServiceNotices.of(System.getenv(), ProcessHandle.current().pid());

  @Option(
      names = "--end-with-input",
      description =
          "End also when standard input ends. A program that runs a daemon then leaves none behind,"
              + " however it ends.")
  private boolean endWithInput;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var tail = LogTail.install();
    var running = new AtomicReference<@Nullable HostDaemon>();
    // First of all, because a signal without a handler ends the process.
    Signals.handle(
        "HUP",
        () -> {
          var _ = reload(running);
        });
    Signals.handle("USR1", () -> LOG.log(System.Logger.Level.DEBUG, "SIGUSR1 does nothing here"));
    var read = config.valid();
    log.apply(read.config().log());
    var noted = new CountDownLatch(1);
    var ended = new CompletableFuture<ExitCode>();
    var hook = Thread.ofPlatform().name("shutdown").unstarted(() -> shutDown(noted, ended));
    try (var daemon = start(read.config())) {
      Runtime.getRuntime().addShutdownHook(hook);
      running.set(daemon);
      if (endWithInput) {
        Thread.ofVirtual().name("input").start(() -> awaitEndOfInput(noted));
      }
      read.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, "{0}", warning));
      daemon.control(() -> reload(running), tail);
      sayReady(daemon);
      notices.ready(status(daemon));
      var watchdog = watch(daemon);
      noted.await();
      running.set(null);
      notices.stopping();
      watchdog.ifPresent(Thread::interrupt);
      LOG.log(System.Logger.Level.INFO, "The daemon ends");
    } catch (IOException e) {
      ended.complete(ExitCode.FAILED);
      throw e;
    }
    ended.complete(ExitCode.DONE);
    return ExitCode.DONE.code();
  }

  /// Reads the configuration again. A wrong configuration changes nothing.
  private ConfigReload.Outcome reload(AtomicReference<@Nullable HostDaemon> running) {
    var daemon = running.get();
    if (daemon == null) {
      return kept("the daemon starts or ends");
    }
    notices.reloading();
    var outcome = reload(daemon);
    notices.ready(
        switch (outcome) {
          case ConfigReload.Taken _ -> status(daemon);
          case ConfigReload.Kept(var errors) -> {
            var first = ForeignText.of(errors.getFirst()).line(MAX_STATUS_CHARS);
            daemon.refuseReload(first);
            yield status(daemon) + ". The last reload was refused: " + first;
          }
        });
    return outcome;
  }

  private ConfigReload.Outcome reload(HostDaemon daemon) {
    try {
      var read = config.valid();
      log.apply(read.config().log());
      var later = daemon.reload(read.config());
      read.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, "{0}", warning));
      LOG.log(System.Logger.Level.INFO, "The configuration was read again and is in use");
      if (!later.isEmpty()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The new values of {0} take effect only after the next start",
            String.join(", ", later));
      }
      return new ConfigReload.Taken(later, read.warnings());
    } catch (CommandException e) {
      return kept(e.sentence());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "The configuration could not be read again", e);
      return new ConfigReload.Kept(List.of("It could not be read by a fault of the daemon."));
    }
  }

  /// Reports regularly to the service manager that the daemon works, if the manager asks for that.
  private Optional<Thread> watch(HostDaemon daemon) {
    return notices
        .patience()
        .map(
            patience ->
                Thread.ofPlatform()
                    .daemon()
                    .name("watchdog")
                    .start(() -> notices.watch(() -> daemon.answers(patience))));
  }

  private static String status(HostDaemon daemon) {
    return "Takes agents in at " + places(daemon);
  }

  private static ConfigReload.Outcome kept(String why) {
    var errors = why.lines().toList();
    for (var error : errors) {
      LOG.log(System.Logger.Level.WARNING, "The configuration stays as it was: {0}", error);
    }
    return new ConfigReload.Kept(errors);
  }

  private static HostDaemon start(HostConfig config) throws IOException {
    try {
      return HostDaemon.start(config, InstantSource.system(), HandedOverSocket.find(config));
    } catch (IOException e) {
      if (e instanceof BindException) {
        throw new CommandException(
            ExitCode.FAILED,
            "The daemon cannot start: %s; end the other program, or change listen."
                .formatted(Messages.clause(e)));
      }
      var step =
          e instanceof FileSystemException
              ? "; let this user read and write there, or change the configuration."
              : ".";
      throw new CommandException(
          ExitCode.FAILED, "The daemon cannot start: " + Messages.clause(e) + step);
    }
  }

  private void sayReady(HostDaemon daemon) {
    var out = spec.commandLine().getOut();
    long pid = ProcessHandle.current().pid();
    if (json.isGiven()) {
      var line = new LinkedHashMap<String, Object>();
      line.put("listening", daemon.address().toString());
      if (daemon.addresses().size() > 1) {
        line.put("addresses", daemon.addresses().stream().map(AtpAddress::toString).toList());
      }
      line.put("pid", pid);
      daemon.metricsAddress().ifPresent(at -> line.put("metrics", Messages.address(at)));
      JsonOption.print(out, line);
    } else {
      out.printf("Listening at %s, process %d.%n", places(daemon), pid);
      daemon
          .metricsAddress()
          .ifPresent(at -> out.printf("Metrics at http://%s/.%n", Messages.address(at)));
      out.flush();
    }
  }

  private static String places(HostDaemon daemon) {
    return daemon.addresses().stream().map(AtpAddress::toString).collect(Collectors.joining(", "));
  }

  /// Also detects a killed parent process, because the system then closes its end of the pipe.
  private static void awaitEndOfInput(CountDownLatch noted) {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
      LOG.log(System.Logger.Level.INFO, "Standard input has ended");
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "Standard input failed: {0}", e.getMessage());
    } finally {
      noted.countDown();
    }
  }

  /// Runs on a signal, and waits for the daemon to close because the process ends when this hook
  /// returns. During shutdown only `halt` can still set the exit code.
  private static void shutDown(CountDownLatch noted, CompletableFuture<ExitCode> ended) {
    noted.countDown();
    try {
      Runtime.getRuntime().halt(ended.get(CLOSE_SECONDS, TimeUnit.SECONDS).code());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(System.Logger.Level.WARNING, "The daemon did not end in time: {0}", e.toString());
    }
  }
}
