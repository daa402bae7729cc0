package dev.sojourn.visit.warc;

import java.nio.file.Path;

/// The place of a record.
///
/// @param file that holds it
/// @param offset where the record begins, in bytes; of a compressed one, where its member does
/// @param id of the record, by which it shows whether it still stands there
record WarcPlace(Path file, long offset, WarcName id) {}
