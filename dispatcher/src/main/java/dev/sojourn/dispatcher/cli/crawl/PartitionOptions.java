package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.plan.PartitionWish;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for a territory that several agents read at once, as a picocli mixin. They are set
/// when a crawl or a round begins.
final class PartitionOptions {
  @Option(
      names = "--visits",
      paramLabel = "N",
      description = {
        "How many agents may read a territory at a host at once, each a part of it, 1 to 16. Parts",
        "are chosen by what is known of the paths, so from the second round on (default: 1)."
      })
  private Optional<Integer> visits = Optional.empty();

  @Option(
      names = "--partition",
      paramLabel = "PATH",
      description = {
        "A path that an agent of its own reads at a host, as /docs/. It can be given up to 15"
            + " times;",
        "what is under none of the paths has an agent too."
      })
  private List<String> partition = List.of();

  /// {@return the wish for several agents in a territory at once, if one was given}
  ///
  /// @throws CommandException if the options do not fit each other, or a value is out of range
  Optional<PartitionWish> wish() {
    if (!partition.isEmpty() && visits.isPresent()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--visits has parts chosen, and --partition names them; leave one of the two out.");
    }
    if (partition.isEmpty()) {
      return visits.map(PartitionOptions::visits);
    }
    var paths = partition.stream().map(PartitionOptions::path).distinct().toList();
    if (paths.size() >= PartitionWish.MOST_VISITS) {
      throw new CommandException(
          ExitCode.USAGE,
          "There are %d paths of --partition; there may be %d."
              .formatted(paths.size(), PartitionWish.MOST_VISITS - 1));
    }
    return Optional.of(PartitionWish.ofPaths(paths));
  }

  private static PartitionWish visits(int value) {
    if (value < 1 || value > PartitionWish.MOST_VISITS) {
      throw new CommandException(
          ExitCode.USAGE,
          "The value of --visits is %d; it has to be 1 to %d."
              .formatted(value, PartitionWish.MOST_VISITS));
    }
    return new PartitionWish(value, List.of());
  }

  private static String path(String text) {
    return PartitionWish.path(text)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE,
                    "'%s' is no path of --partition; it has to be a path below the root, as /docs/."
                        .formatted(text)));
  }
}
