package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

/// The version and the settings of another crawler.
///
/// @param name as in the experiment file
/// @param version the program's answer, on one line; empty if the experiment does not say how to
///   ask, or there was no answer
/// @param command its command line with the placeholders of a run; empty in files of earlier
///   versions
public record CrawlerVersion(
    String name, String version, @JsonSetter(nulls = Nulls.AS_EMPTY) String command) {}
