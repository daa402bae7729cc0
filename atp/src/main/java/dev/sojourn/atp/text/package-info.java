/// Text as the protocol counts and cuts it: [dev.sojourn.atp.text.HeaderText] takes first lines and
/// header fields apart, [dev.sojourn.atp.text.CodePoints] says how many characters a text has.
@NullMarked
package dev.sojourn.atp.text;

import org.jspecify.annotations.NullMarked;
