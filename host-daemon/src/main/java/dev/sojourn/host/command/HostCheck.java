package dev.sojourn.host.command;

import dev.sojourn.host.cli.JsonOption;
import dev.sojourn.host.cli.ProgramVersion;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.daemon.HostKey;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host check`: reads a configuration as `run` would, and starts nothing.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = "Check a configuration with all files that it names, and start nothing.")
final class HostCheck implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    var valid = config.valid();
    var read = valid.config();
    HostKey.check(read.data());
    var out = spec.commandLine().getOut();
    var origins = read.sites().stream().map(site -> site.origin()).toList();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("config", config.file().toString());
      shown.put("sites", origins);
      shown.put("trusted", names(read.trust()));
      shown.put("hosts", names(read.hosts()));
      shown.put("warnings", valid.warnings());
      JsonOption.print(out, shown);
      return 0;
    }
    out.printf(
        "%s is right: %s, agents of %s, statements of %s.%n",
        config.file(),
        String.join(", ", origins),
        read.trust().isEmpty()
            ? "nobody, since there is no [[trust]]"
            : String.join(", ", names(read.trust())),
        read.hosts().isEmpty() ? "no other host" : String.join(", ", names(read.hosts())));
    out.println(
        "Agents are not given what site.exclude names, nor the files that are left out of each site"
            + " (docs/operate.md). Access rules of the web server are not read.");
    valid.warnings().forEach(warning -> out.println("Warning: " + warning));
    out.flush();
    return 0;
  }

  private static List<String> names(List<TrustConfig> tables) {
    return tables.stream().map(TrustConfig::name).toList();
  }
}
