package dev.sojourn.robots;

import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The form in which parsed rules travel and are cached.
///
/// ```
///  0        4     5     6          7              11             15           19
/// +--------+-----+-----+----------+--------------+--------------+------------+------- - -+--------+
/// | "SJRB" | ver | opt | overflow | maxBytes u32 | routes  u32  | lines u32  | image     | CRC32C |
/// +--------+-----+-----+----------+--------------+--------------+------------+------- - -+--------+
/// opt: 1 = 1996, 2 = lenient, 4 = segment, 8 = longest, 16 = first star group
/// overflow: 1 = truncated, 2 = routes hidden
/// ```
///
/// Numbers are big-endian; the checksum is over all that stands before it. The image is what
/// [RecordCursor] reads. The checksum finds accidents; since it stops no forger, every record is
/// also checked before the form is accepted, so that no form makes a decision fail later, or takes
/// more room or time than a file of the limits that it names could.
final class CompactForm {

  private static final int MAGIC = 0x534a5242;

  /// Forms of version 1 have route paths with `%2A` and `%24`, which match nothing any more.
  private static final byte VERSION = 2;

  private static final int HEADER = 19;
  private static final int CHECKSUM = 4;

  /// More octets of image than this does no octet of a file make: a slash and a space are a rule of
  /// its own, in lenient reading, of seven octets.
  private static final int IMAGE_OF_AN_OCTET = 4;

  /// The image that the diagnostics about a file make beside.
  private static final int IMAGE_BESIDE = 64 * 1024;

  private CompactForm() {}

  static byte[] write(RobotsTxt robots) {
    var image = robots.image();
    var options = robots.options();
    var out = ByteBuffer.allocate(HEADER + image.length + CHECKSUM);
    int flags =
        bit(1, options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996)
            | bit(2, options.lenient())
            | bit(4, options.routeComparison() == RouteComparison.SEGMENT)
            | bit(8, options.routePrecedence() == RoutePrecedence.LONGEST)
            | bit(16, options.onlyFirstStarGroup());
    int overflow = bit(1, robots.truncated()) | bit(2, robots.routesHidden());
    out.putInt(MAGIC).put(VERSION).put((byte) flags).put((byte) overflow);
    out.putInt(options.maxBytes()).putInt(options.maxRouteLines()).putInt(robots.lines());
    out.put(image);
    out.putInt(checksum(out.array(), HEADER + image.length));
    return out.array();
  }

  static RobotsTxt read(byte[] form) throws CompactFormException {
    if (form.length < HEADER + CHECKSUM) {
      throw new CompactFormException("too short: " + form.length + " octets");
    }
    var in = ByteBuffer.wrap(form);
    if (in.getInt() != MAGIC) {
      throw new CompactFormException("not the compact form of a robots.txt");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new CompactFormException("version " + version + " (expected: " + VERSION + ")");
    }
    if (in.getInt(form.length - CHECKSUM) != checksum(form, form.length - CHECKSUM)) {
      throw new CompactFormException("the checksum is wrong");
    }
    int flags = in.get();
    int overflow = in.get();
    var options = options(flags, in.getInt(), in.getInt());
    int lines = in.getInt();
    if (flags > 31 || flags < 0 || overflow > 3 || overflow < 0 || lines < 0) {
      throw new CompactFormException("the header is wrong");
    }
    long room = (long) IMAGE_OF_AN_OCTET * options.maxBytes() + IMAGE_BESIDE;
    if (form.length - HEADER - CHECKSUM > room) {
      throw new CompactFormException("longer than any of its limit: " + form.length + " octets");
    }
    var image = Arrays.copyOfRange(form, HEADER, form.length - CHECKSUM);
    int routes = check(image, options);
    if (routes > options.maxRouteLines() && (overflow & 2) == 0) {
      throw new CompactFormException(routes + " routes, more than its limit, and none hidden");
    }
    return new RobotsTxt(image, options, lines, (overflow & 1) != 0, (overflow & 2) != 0);
  }

  private static RobotsOptions options(int flags, int maxBytes, int maxRouteLines)
      throws CompactFormException {
    try {
      return new RobotsOptions(
          (flags & 1) != 0 ? Dialect.WEB_ROBOTS_CONTROL_1996 : Dialect.RFC9309,
          (flags & 2) != 0,
          (flags & 4) != 0 ? RouteComparison.SEGMENT : RouteComparison.OCTETS,
          (flags & 8) != 0 ? RoutePrecedence.LONGEST : RoutePrecedence.LAST,
          (flags & 16) != 0,
          maxBytes,
          maxRouteLines);
    } catch (IllegalArgumentException e) {
      throw new CompactFormException("the limits are wrong: " + e.getMessage());
    }
  }

  /// Checks that every record lies within the image and can be read; gives the number of routes.
  private static int check(byte[] image, RobotsOptions options) throws CompactFormException {
    int routes = 0;
    int at = 0;
    while (at < image.length) {
      byte tag = image[at];
      if (tag < 1 || tag > Tag.LAST) {
        throw new CompactFormException("octet " + at + " is no tag");
      }
      int payload = afterVarint(image, at + 1);
      int length = RecordCursor.varint(image, at + 1);
      if (length < 0 || length > image.length - payload) {
        throw new CompactFormException("the record at octet " + at + " is cut");
      }
      int end = payload + length;
      int next = afterVarint(image, end);
      if (RecordCursor.varint(image, end) < 0) {
        throw new CompactFormException("the line number at octet " + end + " is wrong");
      }
      checkPayload(image, tag, payload, end, options);
      routes += tag == Tag.ROUTE ? 1 : 0;
      at = next;
    }
    return routes;
  }

  private static void checkPayload(byte[] image, byte tag, int from, int to, RobotsOptions options)
      throws CompactFormException {
    boolean right =
        switch (tag) {
          case Tag.ROUTE -> isRoute(image, from, to);
          case Tag.OTHER -> indexOf((byte) ':', image, from, to).isPresent();
          case Tag.DIAGNOSTIC -> to - from >= 4 && RobotsProblem.ofCode(image[from]).isPresent();
          case Tag.BLANK, Tag.EXTENSION -> options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
          default -> true;
        };
    if (!right) {
      throw new CompactFormException("the record at octet " + from + " cannot be read");
    }
  }

  private static boolean isRoute(byte[] image, int from, int to) {
    var space = indexOf((byte) ' ', image, from, to);
    if (space.isEmpty() || image[from] != '/') {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (image[i] < ' ') {
        return false;
      }
    }
    var target = new char[to - space.get() - 1];
    for (int i = 0; i < target.length; i++) {
      target[i] = (char) image[space.get() + 1 + i];
    }
    return RouteLine.isCanonicalTarget(new String(target));
  }

  private static Optional<Integer> indexOf(byte octet, byte[] image, int from, int to) {
    for (int i = from; i < to; i++) {
      if (image[i] == octet) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static int afterVarint(byte[] image, int at) throws CompactFormException {
    for (int i = at; i < image.length && i < at + 5; i++) {
      if (image[i] >= 0) {
        return i + 1;
      }
    }
    throw new CompactFormException("the number at octet " + at + " is cut");
  }

  private static int checksum(byte[] octets, int length) {
    var crc = new CRC32C();
    crc.update(octets, 0, length);
    return (int) crc.getValue();
  }

  private static int bit(int value, boolean set) {
    return set ? value : 0;
  }
}
