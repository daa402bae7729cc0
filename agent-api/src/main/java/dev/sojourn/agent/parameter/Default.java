package dev.sojourn.agent.parameter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The value of a parameter that the owner does not set. Placed on a component of the record that
/// the constructor of an [dev.sojourn.agent.Agent] takes. Tools read it from the class file; a
/// visit never sees it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {

  /// {@return the value as an owner would write it, such as `10` or `true`}
  String value();
}
