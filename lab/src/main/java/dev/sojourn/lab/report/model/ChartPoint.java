package dev.sojourn.lab.report.model;

import dev.sojourn.lab.result.Setting;
import java.util.Optional;

/// One point of a series.
///
/// @param place the setting on the axis; empty if the setting does not apply to these runs, for
///   example the number of hosts in a classic crawl
/// @param spread the figures of its runs
public record ChartPoint(Optional<Setting> place, Spread spread) {}
