/// The commands that look into robots.txt files: `robots check`, `robots explain`, `robots decide`.
@NullMarked
package dev.sojourn.dispatcher.cli.robots;

import org.jspecify.annotations.NullMarked;
