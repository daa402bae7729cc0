package dev.sojourn.dispatcher.cli.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.visit.trial.CombinationTrial.Combined;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The report on the combination of agents in a trial, for people and for programs.
///
/// @param combined the end and the result of the combination
/// @param folders the folders whose agents were combined, in order
record CombinationReport(Combined combined, List<Path> folders) {
  private static final ObjectMapper JSON = new ObjectMapper();

  ExitCode exitCode() {
    if (!combined.progress().failure().isEmpty()) {
      return ExitCode.FAILED;
    }
    return combined.progress().leftOut().isEmpty() ? ExitCode.DONE : ExitCode.PARTIAL;
  }

  private int taken() {
    return combined.progress().next() - combined.progress().leftOut().size();
  }

  /// The report as one JSON object.
  Map<String, Object> json() {
    var failure = combined.progress().failure();
    var object = new LinkedHashMap<String, Object>();
    object.put("outcome", failure.isEmpty() ? "combined" : "failed");
    object.put("reason", failure.isEmpty() ? null : failure);
    object.put("agents", taken());
    object.put("leftOut", leftOut());
    object.put("findings", findings().size());
    object.put("reported", findings().stream().map(CombinationReport::tree).toList());
    object.put("log", log());
    return object;
  }

  private List<Map<String, Object>> leftOut() {
    var all = new ArrayList<Map<String, Object>>();
    for (var left : combined.progress().leftOut()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("folder", folders.get(left.part()).toString());
      object.put("reason", left.reason());
      all.add(object);
    }
    return all;
  }

  /// Prints findings to `out` and everything else to `err`.
  void print(PrintWriter out, PrintWriter err) {
    findings().forEach(json -> out.println(ForeignText.inJson(json)));
    out.flush();
    log().forEach(line -> err.println("log: " + line));
    combined
        .progress()
        .leftOut()
        .forEach(
            left ->
                err.println(
                    "The agent of %s was left out: %s"
                        .formatted(folders.get(left.part()), left.reason())));
    var failure = combined.progress().failure();
    err.println(
        failure.isEmpty()
            ? "Combined %s, which gave %s."
                .formatted(
                    Messages.count(taken(), "agent"), Messages.count(findings().size(), "finding"))
            : "The combination ended early: " + failure);
    err.flush();
  }

  private List<String> findings() {
    return combined.kept().stream()
        .filter(ParcelLine.Finding.class::isInstance)
        .map(line -> ((ParcelLine.Finding) line).json())
        .toList();
  }

  private List<String> log() {
    return combined.kept().stream()
        .filter(ParcelLine.Log.class::isInstance)
        .map(line -> ((ParcelLine.Log) line).text())
        .toList();
  }

  /// Findings were checked to be JSON before they came here.
  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
