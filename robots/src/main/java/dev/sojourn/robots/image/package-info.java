/// The image of a robots.txt file: its meaning as a sequence of records, in one array of octets.
///
/// [RecordWriter] writes an image, [RecordCursor] walks over it, and [Tag] says of which kind a
/// record is. What a record means is decided by who reads it.
@NullMarked
package dev.sojourn.robots.image;

import org.jspecify.annotations.NullMarked;
