package dev.sojourn.kit;

import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// The extension for [AgentTest]: it creates the trials of tests, and cleans up after them.
final class AgentTestExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(AgentTestExtension.class);
  private static final int WORKER_HEAP_MIB = 256;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == AgentTrial.class;
  }

  @Override
  public AgentTrial resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var test =
        AnnotationSupport.findAnnotation(
                context.getRequiredTestClass(), AgentTest.class, context.getEnclosingTestClasses())
            .orElseThrow(
                () ->
                    new ExtensionConfigurationException(
                        context.getRequiredTestClass().getName() + " has no @AgentTest"));
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            AgentTrial.class,
            _ -> trial(test, context.getRequiredTestClass(), sandbox(context)),
            AgentTrial.class);
  }

  private static AgentTrial trial(AgentTest test, Class<?> tests, Sandbox sandbox) {
    try {
      var trial = AgentTrial.begin(test.value(), tests, sandbox);
      if (!test.pages().isEmpty()) {
        var pages = Path.of(test.pages());
        if (!Files.isDirectory(pages)) {
          throw new ExtensionConfigurationException(
              "pages: " + pages.toAbsolutePath() + " (expected: a folder of pages)");
        }
        trial.copy(pages);
      }
      for (var parameter : test.with()) {
        trial.with(parameter);
      }
      for (var limit : test.limits()) {
        trial.limit(limit);
      }
      return trial;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Sandbox sandbox(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Sandbox.class, _ -> open(), Sandbox.class);
  }

  private static Sandbox open() {
    try {
      return ProcessSandbox.open(
          SandboxSettings.defaults().withBounds(1, 1, WORKER_HEAP_MIB).withUserStartCache());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
