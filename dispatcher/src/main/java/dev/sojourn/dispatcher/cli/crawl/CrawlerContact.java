package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.text.Messages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The contact of a crawler: the page or mail address of its operator. Each request names it in the
/// User-Agent field, so the operator of a site can complain instead of blocking the crawler. A file
/// of the user stores the contact. The file is empty if the user was asked and gave none.
final class CrawlerContact {
  /// The environment variable with the contact, for programs that start this one.
  static final String VARIABLE = "SOJOURN_CONTACT";

  private static final int MAX_CHARS = 200;
  private static final int MAX_ATTEMPTS = 3;
  private static final String MAIL = "mailto:";

  /// The characters that a comment of a User-Agent field may contain (RFC 9110, 5.6.5), without its
  /// delimiters.
  private static final Pattern TEXT =
      Pattern.compile("[\\x21-\\x7e&&[^()\\\\\"<>;,]]{1," + MAX_CHARS + "}");

  private static final Pattern ADDRESS =
      Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");

  private static final String FORMS =
      "it has to be the URL of a page, as https://example.org/bot, or a mail address, as"
          + " bot@example.org.";

  private CrawlerContact() {}

  /// {@return a contact as a User-Agent field names it}
  ///
  /// @param text the text as it was given
  /// @throws CommandException if the text is not a contact
  static String checked(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE, "'%s' is no contact; %s".formatted(text, FORMS)));
  }

  private static Optional<String> parse(String given) {
    var text = given.strip();
    var address =
        text.regionMatches(true, 0, MAIL, 0, MAIL.length()) ? text.substring(MAIL.length()) : text;
    if (!TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    return ADDRESS.matcher(address).matches()
        ? Optional.of(MAIL + address)
        : PageUrl.parse(text).map(PageUrl::toString);
  }

  /// {@return the contact in the user's file, as a User-Agent field names it; empty if there is
  /// none}
  ///
  /// @param file the file of the user
  static Optional<String> kept(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var text = Files.readString(file);
      if (text.isBlank()) {
        return Optional.empty();
      }
      return Optional.of(
          parse(text)
              .orElseThrow(
                  () ->
                      new CommandException(
                          ExitCode.USAGE,
                          "What is in %s is no contact; %s".formatted(file, FORMS))));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s cannot be read (%s); remove it, or name a contact with --contact."
              .formatted(file, Messages.clause(e)));
    }
  }

  /// Asks for a contact, and stores the answer, so that the user is not asked twice.
  ///
  /// @param in the input of the user
  /// @param err receives the question
  /// @param file the file of the user
  /// @return the contact, as a User-Agent field names it; empty if the user gives none
  static Optional<String> ask(BufferedReader in, PrintWriter err, Path file) {
    err.println(
        "Sites can see in each request how to reach whoever runs this crawler. Name a page or a"
            + " mail address of yours.");
    err.println("It is kept in %s; with Enter alone, none is named.".formatted(file));
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      err.print("Contact: ");
      err.flush();
      var answer = line(in);
      if (answer.isEmpty()) {
        err.println();
        return Optional.empty();
      }
      var contact = parse(answer.get());
      if (contact.isPresent() || answer.get().isBlank()) {
        keep(contact.orElse(""), file, err);
        return contact;
      }
      err.println("That is no contact; " + FORMS);
    }
    return Optional.empty();
  }

  private static Optional<String> line(BufferedReader in) {
    try {
      return Optional.ofNullable(in.readLine());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static void keep(String contact, Path file, PrintWriter err) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.replace(file, out -> out.write((contact + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      err.println(
          "%s could not be written (%s), so you are asked again at the next crawl."
              .formatted(file, Messages.clause(e)));
    }
  }
}
