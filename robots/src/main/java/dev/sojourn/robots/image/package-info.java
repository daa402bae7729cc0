/// The image of a robots.txt file: its meaning as a sequence of records, in one array of octets.
///
/// [RecordWriter] writes an image, [RecordCursor] walks over it, and [Tag] names the kind of a
/// record. The code that reads a record interprets it.
@NullMarked
package dev.sojourn.robots.image;

import org.jspecify.annotations.NullMarked;
