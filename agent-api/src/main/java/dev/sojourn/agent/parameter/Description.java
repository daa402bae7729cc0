package dev.sojourn.agent.parameter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// One sentence about an [dev.sojourn.agent.Agent], or about one of its parameters, for the owners
/// that use it. Tools read it from the class file, as `agent list` does; a visit never sees it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
public @interface Description {

  /// {@return the sentence, of at most 300 characters}
  String value();
}
