package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// The place of an agent's visit.
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "at")
@JsonSubTypes({@JsonSubTypes.Type(Place.Host.class), @JsonSubTypes.Type(Place.Home.class)})
public sealed interface Place {

  /// At a host that the site names in its robots.txt.
  ///
  /// @param url such as `atp://agents.example.org:434`
  record Host(String url) implements Place {}

  /// At home: the dispatcher runs the agent itself and fetches the pages over HTTP.
  record Home() implements Place {}
}
