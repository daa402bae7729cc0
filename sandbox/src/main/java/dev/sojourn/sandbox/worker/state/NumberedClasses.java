package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;

/// The class resolver of Kryo that knows classes by number and never by name. Kryo's own resolver
/// looks up a class by any name in the stream before it finds that the class is not registered.
final class NumberedClasses extends DefaultClassResolver {
  @Override
  @SuppressWarnings("rawtypes") // as in Kryo
  protected void writeName(Output output, Class type, Registration registration) {
    throw new StateException("class without a number: " + type.getName());
  }

  @Override
  protected Registration readName(Input input) {
    throw new StateException("class by name (expected: by number)");
  }

  @Override
  public Registration readClass(Input input) {
    try {
      return super.readClass(input);
    } catch (KryoException _) {
      throw new StateException("number of a class that is not known");
    }
  }
}
