package dev.sojourn.robots.lint;

import dev.sojourn.robots.Problem.Severity;

/// One piece of advice.
///
/// @param severity how much it matters
/// @param line the line it is about, from 1; 0 for the file as a whole
/// @param column in octets from 1; 0 for the line as a whole
/// @param what what is the matter, a clause without full stop
/// @param advice why it matters and what to do, a clause without full stop
/// @param clause the clause of the specification; empty text where it is a matter of taste
public record Remark(
    Severity severity, int line, int column, String what, String advice, String clause) {}
