package dev.sojourn.visit.view;

/// The key of a stored view. Equal keys mean equal views.
///
/// @param site the origin of the site, such as `https://www.example.org`
/// @param path the path and query of the page's URL
/// @param kind the kind of the view
/// @param validator names the version of the body and of the fields that matter for a view. The
///   source makes it, for example of a file's size, times and inode
public record ViewKey(String site, String path, ViewKind kind, String validator) {}
