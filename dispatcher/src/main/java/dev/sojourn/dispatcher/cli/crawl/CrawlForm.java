package dev.sojourn.dispatcher.cli.crawl;

import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// Chooses the form of `crawl` by its options. An option such as `--resume`, at any position,
/// selects the subcommand of that name.
final class CrawlForm implements IParameterPreprocessor {
  /// The forms by their options, in order of precedence: `--follow` also takes `--resume`.
  private static final List<String> FORMS =
      List.of(RecrawlCommand.WORD, FollowCommand.WORD, ResumeCommand.WORD);

  @Override
  @SuppressWarnings("JdkObsolete") // Picocli gives a stack.
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    int end = words.lastIndexOf("--");
    var options = words.subList(end + 1, words.size());
    FORMS.stream()
        .filter(form -> options.stream().anyMatch(word -> isForm(word, form)))
        .findFirst()
        .ifPresent(words::push);
    return false;
  }

  private static boolean isForm(String word, String form) {
    return word.equals(form) || word.startsWith(form + "=");
  }
}
