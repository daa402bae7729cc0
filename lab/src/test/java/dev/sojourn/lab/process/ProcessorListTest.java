package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessorListTest {

  @Test
  void numbersAndRangesAreSortedAndEachIsThereOnce() {
    var list = ProcessorList.parse("5,0-3,2").orElseThrow();

    assertThat(list.numbers()).containsExactly(0, 1, 2, 3, 5);
    assertThat(list.started(List.of("sh", "-c", "x")))
        .containsExactly("taskset", "--cpu-list", "0,1,2,3,5", "sh", "-c", "x");
    assertThat(list.without(new ProcessorList(List.of(0, 1, 2)))).hasToString("3,5");
  }

  @Test
  void allIsNoRestriction() {
    var all = ProcessorList.parse("all").orElseThrow();

    assertThat(all).isEqualTo(ProcessorList.ALL).hasToString("all");
    assertThat(all.started(List.of("sh"))).containsExactly("sh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0,", "-1", "3-1", "0-4096", "0-99999999", "a", "0 1", "0x1"})
  void anotherFormIsNoList(String text) {
    assertThat(ProcessorList.parse(text)).isEmpty();
  }

  @Test
  void aLongTextIsNoList() {
    assertThat(ProcessorList.parse("0,".repeat(600) + "0")).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theProcessorsOfThisProcessAreKnown() {
    var here = ProcessorList.of(ProcessHandle.current().pid()).orElseThrow();

    assertThat(here.numbers()).hasSizeGreaterThanOrEqualTo(1);
    assertThat(ProcessorList.of(Long.MAX_VALUE)).isEmpty();
  }
}
