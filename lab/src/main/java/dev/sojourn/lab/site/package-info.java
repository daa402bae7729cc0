/// The sites of experiments: generated sites, folders and Debian documentation, and the web server
/// that serves them.
///
/// [SiteFolder] creates the folder of a site, and [StaticServer] is a separate program.
@NullMarked
package dev.sojourn.lab.site;

import org.jspecify.annotations.NullMarked;
