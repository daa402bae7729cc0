package dev.sojourn.dispatcher.cli.display;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jline.utils.Signals;

/// The window of the terminal at standard error. Each call reads the width anew, so the width is
/// right after a resize, even if the process was in the background.
///
/// This class creates no full JLine terminal. Such a terminal would ask the window questions and
/// read the answers from the keyboard. When closed, it would also set the terminal modes, which
/// stops a process in the background.
final class TerminalWindow {
  private static final int USUAL_COLUMNS = 80;
  private static final String RESIZED = "WINCH";

  private final TerminalProvider provider;

  private TerminalWindow(TerminalProvider provider) {
    this.provider = provider;
  }

  /// {@return the window, if standard error is a terminal that can move its cursor}
  ///
  /// The start script detects a terminal and sets the system property `sojourn.terminal`.
  static Optional<TerminalWindow> ofStandardError() {
    var type = System.getenv("TERM");
    if (!Boolean.getBoolean("sojourn.terminal") || type == null || type.equals("dumb")) {
      return Optional.empty();
    }
    try {
      var provider = TerminalProvider.load(TerminalBuilder.PROP_PROVIDER_FFM);
      return provider.isSystemStream(SystemStream.Error)
          ? Optional.of(new TerminalWindow(provider))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// {@return whether a person reads standard error and types into standard input}
  static boolean isDialog() {
    return ofStandardError()
        .filter(window -> window.provider.isSystemStream(SystemStream.Input))
        .isPresent();
  }

  /// {@return the width of the window; 80 if the terminal does not report it}
  int columns() {
    try {
      int columns = provider.systemStreamWidth(SystemStream.Error);
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (UncheckedIOException _) {
      return USUAL_COLUMNS;
    }
  }

  /// Runs an action on each resize of the window, on a thread of the signal.
  ///
  /// @param action runs on each resize until the process ends
  void onResize(Runnable action) {
    Signals.register(RESIZED, action);
  }
}
