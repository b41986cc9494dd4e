/** How many of a kind happened, for subjects and headings. */
const COUNTED: Readonly<Record<string, (count: string) => string>> = {
  post_failed: (count) => `${count} posts were not published`,
  post_missed: (count) => `${count} posts were missed`,
  post_in_doubt: (count) => `${count} posts may already be published`,
  page_needs_reconnect: (count) => `${count} pages need your attention`,
  page_warning: (count) => `${count} pages will need to be reconnected soon`,
  rule_stopped: (count) => `${count} repeating posts need your attention`,
  automation_stopped: (count) => `Automation is paused in ${count} places`,
  automation_waits_for_review: (count) => `${count} posts need your approval`,
  proposal_waits: (count) => `${count} proposed posts need your approval`,
  proposal_over: (count) => `Proposed posts in ${count} places were not approved in time`,
  schedule_changed: (count) => `An administrator changed your schedule ${count} times`,
  feed_unreadable: (count) => `${count} feeds can't be read`,
  people_changed: (count) => `${count} people joined or left your pages`,
  release_current: (count) => `${count} areas have another version`,
  release_taken_back: (count) => `${count} areas went back to the version before`,
};

/** One by its own title, several of a kind by their number, and several kinds by how many things there are. */
export function subjectOf(kinds: readonly string[], titleOfFirst: string): string {
  const [first] = kinds;
  if (kinds.length === 1 || first === undefined) return titleOfFirst;
  const count = kinds.length.toLocaleString('en');
  const words = kinds.every((kind) => kind === first) ? COUNTED[first] : undefined;
  return words?.(count) ?? `${count} things need your attention`;
}

export const REMINDER =
  'We sent you an email about this earlier, but we never heard whether it arrived. ' +
  'If you have it, this is the same news.';
export const moreOf = (count: number) => `And ${count.toLocaleString('en')} more. You can see all of them in Pagecast.`;
export const OPEN = 'Open in Pagecast';
export const REVIEW = 'Review the post';
export const WHY = 'You get these emails because you work with pages in Pagecast.';
export const CHANGE_SETTINGS = 'Choose what we email you';
export const UNSUBSCRIBE = 'Stop all emails';

export const confirmWords = {
  subject: 'Confirm your email address',
  intro: 'Pagecast should send its emails to this address. Press the link to confirm that it is yours.',
  action: 'Confirm this address',
  ends: 'The link works for 24 hours.',
  notYou: "If you didn't ask for this, you don't have to do anything. We won't email you again.",
};

export const changedWords = {
  subject: 'Your email address was changed',
  intro: 'Pagecast now sends its emails to another address. This is the last one that comes here.',
  notYou: "If that wasn't you, log in and change it back under Settings.",
};

export const testWords = {
  subject: 'Pagecast can send emails',
  intro: 'This email came through the mail server that you just set up. There is nothing you need to do.',
};
