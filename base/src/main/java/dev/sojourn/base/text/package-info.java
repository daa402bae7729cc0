/// Text from outside: [dev.sojourn.base.text.HeaderText] splits first lines and header fields,
/// [dev.sojourn.base.text.FieldText] decodes the octets of fields beyond ASCII,
/// [dev.sojourn.base.text.CodePoints] counts characters. [dev.sojourn.base.text.ForeignText] prints
/// text without the characters that a terminal obeys.
@NullMarked
package dev.sojourn.base.text;

import org.jspecify.annotations.NullMarked;
