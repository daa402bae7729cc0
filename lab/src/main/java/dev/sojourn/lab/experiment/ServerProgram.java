package dev.sojourn.lab.experiment;

/// The program that serves the site of an experiment.
public enum ServerProgram {
  /// The web server of the lab.
  LAB,
  /// nginx, as installed on the machine.
  NGINX
}
