package dev.sojourn.agent.parameter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// One sentence for owners about an [dev.sojourn.agent.Agent] or one of its parameters. Tools such
/// as `agent list` read it from the class file; a visit never sees it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
public @interface Description {

  /// {@return the sentence, of at most 300 characters}
  String value();
}
