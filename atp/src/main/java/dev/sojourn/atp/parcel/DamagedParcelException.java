package dev.sojourn.atp.parcel;

/// A parcel that contradicts its head. The exception has no stack trace, since the fault is not in
/// this program. It never leaves this package.
final class DamagedParcelException extends Exception {

  private static final long serialVersionUID = 1L;

  /// @param what the fault, as the rest of a sentence about the parcel
  DamagedParcelException(String what) {
    super(what, null, false, false);
  }
}
