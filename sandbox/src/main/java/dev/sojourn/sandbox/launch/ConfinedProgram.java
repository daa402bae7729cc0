package dev.sojourn.sandbox.launch;

import java.util.List;

/// A program that runs in a confined process.
public enum ConfinedProgram {
  /// Runs the agents of one signer. It has no parser.
  WORKER("dev.sojourn.sandbox.worker.WorkerMain", "dev.sojourn.sandbox.worker.TrainingMain"),
  /// Reads pages. It never has an agent.
  READER(
      "dev.sojourn.sandbox.reader.process.ReaderMain",
      "dev.sojourn.sandbox.reader.process.ReaderTrainingMain");

  private final String main;
  private final String training;

  ConfinedProgram(String main, String training) {
    this.main = main;
    this.training = training;
  }

  /// {@return the name of its main class}
  String main() {
    return main;
  }

  /// {@return the name of the main class that runs its code once, for a start cache}
  String training() {
    return training;
  }

  /// {@return a class of each of its libraries, by its resource name}
  List<String> libraries() {
    return switch (this) {
      case WORKER ->
          List.of(
              "dev/sojourn/page/view/PageView.class",
              "com/esotericsoftware/kryo/Kryo.class",
              "com/esotericsoftware/reflectasm/FieldAccess.class",
              "com/esotericsoftware/minlog/Log.class",
              "org/objenesis/Objenesis.class",
              "dev/sojourn/robots/RobotsTag.class",
              "dev/sojourn/filter/UrlFilter.class",
              "com/google/re2j/Pattern.class");
      case READER ->
          List.of(
              "dev/sojourn/page/view/PageView.class",
              "dev/sojourn/page/parse/PageParser.class",
              "org/jsoup/Jsoup.class");
    };
  }

  /// {@return its name in the name of a file}
  String label() {
    return switch (this) {
      case WORKER -> "worker";
      case READER -> "reader";
    };
  }
}
