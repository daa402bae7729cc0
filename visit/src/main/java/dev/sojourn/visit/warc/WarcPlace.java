package dev.sojourn.visit.warc;

import java.nio.file.Path;

/// The place of a record.
///
/// @param file that holds it
/// @param offset of the start of the record, or of its member if it is compressed, in bytes
/// @param id of the record, which shows whether it still stands there
record WarcPlace(Path file, long offset, WarcName id) {}
