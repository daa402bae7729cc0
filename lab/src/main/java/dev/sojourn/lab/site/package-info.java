/// The sites of experiments: generated ones, folders and Debian documentation, and the web server
/// that serves them.
///
/// [SiteFolder] makes the folder of a site; [StaticServer] is a program of its own.
@NullMarked
package dev.sojourn.lab.site;

import org.jspecify.annotations.NullMarked;
