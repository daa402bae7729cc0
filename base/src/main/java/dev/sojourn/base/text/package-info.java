/// Text of strangers: [dev.sojourn.base.text.HeaderText] takes first lines and header fields apart,
/// [dev.sojourn.base.text.FieldText] reads the fields' octets beyond ASCII,
/// [dev.sojourn.base.text.CodePoints] counts characters. [dev.sojourn.base.text.ForeignText] prints
/// itself without the characters that a terminal obeys.
@NullMarked
package dev.sojourn.base.text;

import org.jspecify.annotations.NullMarked;
