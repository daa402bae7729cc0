package dev.sojourn.lab.report.model;

import dev.sojourn.lab.result.Setting;
import java.util.Optional;

/// One point of a series.
///
/// @param place the setting on the axis; empty if it does not apply to these runs, as the number of
///   hosts does not apply to a classic crawl
/// @param spread the figures of its runs
public record ChartPoint(Optional<Setting> place, Spread spread) {}
