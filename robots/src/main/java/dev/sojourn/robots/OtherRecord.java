package dev.sojourn.robots;

/// A record that is neither a rule, nor a User-agent line, nor a route.
///
/// Extensions read the unknown lines of a file from these records. They have no effect on groups,
/// access or routes (RFC 9309, 2.2.4).
///
/// @param name the field name in lower case
/// @param value without white space at both ends and without comment
/// @param line its number in the file, from 1
/// @param group the number of its group, from 1 in file order; 0 before the first group
public record OtherRecord(String name, String value, int line, int group) {}
