package dev.sojourn.identity.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Names of strangers, with some addresses that may be asked and others that may not.
final class ResolvedNameTest {
  private static final InetAddress OUTSIDE = InetAddress.ofLiteral("93.184.215.14");
  private static final InetAddress INSIDE = InetAddress.ofLiteral("10.0.0.2");
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

  @Test
  void givesTheAddressesThatTheRuleAllowsInTheirOrder() {
    var name = ResolvedName.of(INSIDE, OUTSIDE, HERE);

    assertThat(name.addresses()).containsExactly(INSIDE, OUTSIDE, HERE);
    assertThat(name.allowed(AddressKind::isPublic)).containsExactly(OUTSIDE);
    assertThat(name.allowed(kind -> kind != AddressKind.LOOPBACK)).containsExactly(INSIDE, OUTSIDE);
    assertThat(name.allowed(_ -> false)).isEmpty();
  }

  @Test
  void namesTheKindOfTheFirstAddressThatIsBarred() {
    var name = ResolvedName.of(OUTSIDE, INSIDE, HERE);

    assertThat(name.barred(AddressKind::isPublic)).contains(AddressKind.PRIVATE);
    assertThat(name.barred(_ -> true)).isEmpty();
  }

  @Test
  void isOfTheInternetWithOnePublicAddress() {
    assertThat(ResolvedName.of(INSIDE, OUTSIDE).isAnyPublic()).isTrue();
    assertThat(ResolvedName.of(INSIDE, HERE).isAnyPublic()).isFalse();
  }

  @Test
  void asksTheNameServiceOnceAndKeepsWhatItSaid() throws UnknownHostException {
    var asked = new AtomicInteger();
    NameService rebinding =
        _ -> new InetAddress[] {asked.getAndIncrement() == 0 ? OUTSIDE : INSIDE};

    var name = ResolvedName.of("rebinding.example", rebinding);

    assertThat(name.allowed(AddressKind::isPublic)).containsExactly(OUTSIDE);
    assertThat(name.addresses()).containsExactly(OUTSIDE);
    assertThat(asked).hasValue(1);
  }

  @Test
  void isNothingWhereTheNameIsNotKnown() {
    NameService nobody =
        host -> {
          throw new UnknownHostException(host);
        };
    assertThatThrownBy(() -> ResolvedName.of("none.example", nobody))
        .isInstanceOf(UnknownHostException.class);
  }
}
