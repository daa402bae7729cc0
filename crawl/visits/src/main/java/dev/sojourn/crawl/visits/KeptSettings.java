package dev.sojourn.crawl.visits;

import java.io.IOException;
import java.util.Optional;

/// Small texts that are kept with a crawl, each under a name. May be used by any thread.
public interface KeptSettings {

  /// {@return a setting; empty if none was kept}
  ///
  /// @param name of the setting
  /// @throws IOException if it cannot be read
  Optional<String> setting(String name) throws IOException;

  /// Keeps a setting in place of an earlier one. When this returns, it is durable.
  ///
  /// @param name of the setting
  /// @param value as text
  /// @throws IOException if it cannot be kept
  void keepSetting(String name, String value) throws IOException;
}
