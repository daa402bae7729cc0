/// An agent that describes a site in one report. Start with
/// [dev.sojourn.samples.survey.SurveyAgent].
@NullMarked
package dev.sojourn.samples.survey;

import org.jspecify.annotations.NullMarked;
