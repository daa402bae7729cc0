package dev.sojourn.lab.result;

/// The machine and the programs of an experiment: `machine.json`.
///
/// @param started when the experiment began, as ISO 8601 in UTC
/// @param command the command line that began it
/// @param sojourn version of Sojourn
/// @param java version and vendor of Java
/// @param system name, version and architecture of the operating system
/// @param processor model name; empty where the system does not tell it
/// @param processors how many this program may use
/// @param memoryBytes memory of the machine; 0 where the system does not tell it
/// @param loadBefore the load average of the last minute when the experiment began; -1 where the
///   system does not tell it. Other work on the machine makes figures of time worthless
public record Machine(
    String started,
    String command,
    String sojourn,
    String java,
    String system,
    String processor,
    int processors,
    long memoryBytes,
    double loadBefore) {}
