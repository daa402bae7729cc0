package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/// The files of a new Maven project with one agent.
///
/// @param className the agent's class with its package
/// @param files the texts of the files, by path within the project
record AgentProject(String className, Map<String, String> files) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern PACKAGE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

  private static final int MAX_NAME_CHARS = 40;
  private static final int MAX_PACKAGE_CHARS = 100;

  /// Makes the files.
  ///
  /// @param name the name of the agent, such as `dead-links`
  /// @param packageName the package of its class; if empty, `org.example` with the name appended
  /// @param repository a Maven repository with Sojourn's artefacts; empty if Maven finds them
  ///   without one
  /// @throws IllegalArgumentException if the name or the package is not valid
  static AgentProject of(String name, Optional<String> packageName, Optional<URI> repository) {
    if (name.length() > MAX_NAME_CHARS || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "NAME: %s (expected: at most %d small letters, digits and hyphens, as dead-links)"
              .formatted(ForeignText.of(name).text(MAX_NAME_CHARS), MAX_NAME_CHARS));
    }
    var in = packageName.orElse("org.example." + name.replace("-", ""));
    if (in.length() > MAX_PACKAGE_CHARS || !isPackage(in)) {
      throw new IllegalArgumentException(
          packageName.isEmpty()
              ? "NAME: " + name + " (expected: no word of Java, or a package by --package)"
              : "--package: %s (expected: a package, as org.example.titles)"
                  .formatted(ForeignText.of(in).text(MAX_PACKAGE_CHARS)));
    }
    var simpleName = simpleName(name);
    var repositories =
        repository
            .map(url -> text("repositories.xml.txt", Map.of("[URL]", escaped(url))))
            .orElse("");
    var texts =
        Map.of(
            "[NAME]", name, "[PACKAGE]", in, "[CLASS]", simpleName, "[REPOSITORIES]", repositories);
    var directory = in.replace('.', '/') + "/" + simpleName;
    var files = new LinkedHashMap<String, String>();
    files.put("pom.xml", text("pom.xml.txt", texts));
    files.put("src/main/java/" + directory + ".java", text("Agent.java.txt", texts));
    files.put("src/test/java/" + directory + "Test.java", text("AgentTest.java.txt", texts));
    files.put("pages/robots.txt", text("robots.txt", texts));
    files.put("pages/index.html", text("index.html.txt", texts));
    for (var page : new String[] {"one", "two", "closed"}) {
      var title = Map.of("[TITLE]", "Page " + page);
      files.put("pages/" + page + ".html", text("page.html.txt", title));
    }
    files.put(".gitignore", "target/\n");
    return new AgentProject(in + "." + simpleName, files);
  }

  private static boolean isPackage(String name) {
    return PACKAGE.matcher(name).matches() && SourceVersion.isName(name);
  }

  private static String simpleName(String name) {
    var simple = new StringBuilder();
    for (var word : name.split("-", -1)) {
      simple.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return simple.append("Agent").toString();
  }

  /// The URL as XML text. A URI has no angle brackets.
  private static String escaped(URI url) {
    return url.toASCIIString().replace("&", "&amp;");
  }

  private static String text(String template, Map<String, String> texts) {
    var resource = "project/" + template;
    try (var in =
        Objects.requireNonNull(AgentProject.class.getResourceAsStream(resource), resource)) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (var replaced : texts.entrySet()) {
        text = text.replace(replaced.getKey(), replaced.getValue());
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
