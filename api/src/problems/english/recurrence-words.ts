import type { ProblemOf } from '../problem.ts';
import type { RecurrenceProblem } from '../recurrence-problem.ts';

/** What is to be said of something that comes again by a rule, for its owner. */
export function recurrenceWords(problem: RecurrenceProblem): string {
  switch (problem.code) {
    case 'page_gone':
      return "This page was removed, so it's paused. Reconnect the page or choose another one, then press Resume.";
    case 'texts_rest': {
      const { cooldownDays, from } = problem.params;
      return (
        `No text is free on ${day(from)}: each was used less than ${days(cooldownDays)} before, or the page has ` +
        'nearly the same post. Add a text, or choose a shorter break.'
      );
    }
    case 'left_out': {
      const { count, first, last } = problem.params;
      const when = first === last ? `on ${day(first)}` : `between ${day(first)} and ${day(last)}`;
      const posts = count === 1 ? "1 post wasn't" : `${count} posts weren't`;
      return `Pagecast was offline, so ${posts} made ${when}. They won't be published all at once.`;
    }
    case 'not_varied':
      return (
        "The AI can't reword the next text right now. We'll try again until a day before, " +
        'then use the text as it is.'
      );
    case 'repeats_soon':
      return (
        `The same text comes again within ${days(problem.params.days)}, and Facebook may refuse it. ` +
        'Use a set of different texts, or let the AI reword each post.'
      );
    case 'few_texts':
      return (
        `With a break of ${days(problem.params.cooldownDays)}, this set needs ${problem.params.needed} texts. ` +
        'With fewer, some days stay without a post.'
      );
    case 'moved': {
      const { count } = problem.params;
      const go = count === 1 ? '1 post goes' : `${count} posts go`;
      return `${go} out later, to keep a distance from another post of this page.`;
    }
  }
}

/** What its owner is told of it wherever they are. */
export function ruleNewsWords(problem: ProblemOf<'rule_stopped' | 'rule_left_out'>): string {
  switch (problem.code) {
    case 'rule_stopped':
      return 'Its page was removed. Reconnect the page or choose another one, then press Resume.';
    case 'rule_left_out':
      return recurrenceWords({ code: 'left_out', params: problem.params });
  }
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** @param date such as 2026-11-30 */
function day(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
