package dev.sojourn.agent.url;

/// The rule for the labels of a name that has a label written from right to left (RFC 5893, 2).
final class BidiRule {
  private BidiRule() {}

  /// {@return whether a label has a right-to-left character or an Arabic number}
  static boolean isRightToLeft(String label) {
    return label.codePoints().map(Character::getDirectionality).anyMatch(BidiRule::isRightToLeft);
  }

  private static boolean isRightToLeft(int direction) {
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC
        || direction == Character.DIRECTIONALITY_ARABIC_NUMBER;
  }

  /// {@return whether such a name may contain a label}
  static boolean isValid(String label) {
    int[] directions = label.codePoints().map(Character::getDirectionality).toArray();
    if (directions.length == 0) {
      return true;
    }
    int first = directions[0];
    boolean isLeftToRight = first == Character.DIRECTIONALITY_LEFT_TO_RIGHT;
    if (!isLeftToRight
        && (first == Character.DIRECTIONALITY_ARABIC_NUMBER || !isRightToLeft(first))) {
      return false;
    }
    boolean hasEuropean = false;
    boolean hasArabic = false;
    for (int direction : directions) {
      if (!isNeutral(direction) && !isOf(direction, isLeftToRight)) {
        return false;
      }
      hasEuropean |= direction == Character.DIRECTIONALITY_EUROPEAN_NUMBER;
      hasArabic |= direction == Character.DIRECTIONALITY_ARABIC_NUMBER;
    }
    return !(hasEuropean && hasArabic && !isLeftToRight) && endsWell(directions, isLeftToRight);
  }

  /// Whether a label of either direction may contain a character.
  private static boolean isNeutral(int direction) {
    return switch ((byte) direction) {
      case Character.DIRECTIONALITY_EUROPEAN_NUMBER,
          Character.DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR,
          Character.DIRECTIONALITY_COMMON_NUMBER_SEPARATOR,
          Character.DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR,
          Character.DIRECTIONALITY_OTHER_NEUTRALS,
          Character.DIRECTIONALITY_BOUNDARY_NEUTRAL,
          Character.DIRECTIONALITY_NONSPACING_MARK ->
          true;
      default -> false;
    };
  }

  private static boolean isOf(int direction, boolean isLeftToRight) {
    return isLeftToRight
        ? direction == Character.DIRECTIONALITY_LEFT_TO_RIGHT
        : isRightToLeft(direction);
  }

  /// Whether the last character that is not a mark has the label's direction, or is a digit.
  private static boolean endsWell(int[] directions, boolean isLeftToRight) {
    int last = directions.length - 1;
    while (last > 0 && directions[last] == Character.DIRECTIONALITY_NONSPACING_MARK) {
      last--;
    }
    return directions[last] == Character.DIRECTIONALITY_EUROPEAN_NUMBER
        || isOf(directions[last], isLeftToRight);
  }
}
