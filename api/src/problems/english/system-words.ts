import type { ProblemOf } from '../problem.ts';
import { worseWords } from './release-words.ts';

/** What administrators have to know. */
export function systemWords(problem: ProblemOf<'post_set_aside' | 'secrets_lost' | 'release_taken_back'>): string {
  switch (problem.code) {
    case 'post_set_aside':
      return (
        `We stopped trying because the server went down three times while publishing post ${problem.params.postId}. ` +
        "We told its owner, and other posts aren't affected. The server's log has details."
      );
    case 'secrets_lost':
      return lostSecretsWords(problem.params);
    case 'release_taken_back':
      return `We took back the new version of ${problem.params.area}. ${worseWords(problem.params)}`;
  }
}

/** Why a webhook is told nothing any more, for its owner. */
export function webhookOffWords({ name, host, because }: ProblemOf<'webhook_off'>['params']): string {
  const which = `The webhook “${name}” (${host})`;
  const next = 'Check the receiver, then turn the webhook on again in Settings.';
  switch (because) {
    case 'gone':
      return `${which} was turned off because the receiver says it no longer exists. ${next}`;
    case 'failing':
      return `${which} was turned off because nothing got through for a day. ${next}`;
    case 'overfull':
      return `${which} was turned off because too many events were waiting. ${next}`;
    case 'lost_key':
      return `${which} was turned off because the server's secret key was replaced. Delete it and create it again.`;
  }
}

/** A page gets no drafts from a feed any more, for its owner. */
export function feedUnreadableWords({ title, host, page }: ProblemOf<'feed_unreadable'>['params']): string {
  return (
    `We haven't been able to read the feed “${title}” (${host}) for more than a day, so ${page} gets no drafts ` +
    'from it. We keep trying once a day. Open Feeds to see why.'
  );
}

/** Who works with a page, for its owner. */
export function pagePersonWords({ name, page, role, change }: ProblemOf<'page_person'>['params']): string {
  if (change === 'left') return `${name} no longer works with ${page}. What they proposed waits for you.`;
  const may = role === 'editor' ? 'an editor and can propose posts' : 'an approver and can approve posts';
  return `${name} is now ${may} for ${page}. If you didn't expect them, remove them in Settings.`;
}

/** What an administrator did in somebody's place, for that person. */
export function scheduleChangedWords({ name, page, count, change }: ProblemOf<'schedule_changed'>['params']): string {
  const isOne = count === 1;
  const on = page === null ? '' : ` for ${page}`;
  const posts = `${isOne ? 'a post' : `${count} posts`}${on}`;
  const proposed = `${isOne ? 'a proposed post' : `${count} proposed posts`}${on}`;
  const who = `An administrator, ${name},`;
  switch (change) {
    case 'deleted':
      return `${who} took ${posts} off your schedule and deleted ${isOne ? 'it' : 'them'}.`;
    case 'unscheduled':
      return `${who} took ${posts} off your schedule. ${isOne ? "It's a draft" : "They're drafts"} now.`;
    case 'moved':
      return `${who} changed the time of ${posts}.`;
    case 'planned':
      return `${who} put ${posts} on your schedule.`;
    case 'published':
      return `${who} chose to publish ${posts} right away.`;
    case 'skipped':
      return `${who} skipped ${posts} in your automation. ${isOne ? "It won't" : "They won't"} be published.`;
    case 'withdrawn':
      return `${who} withdrew ${proposed}.`;
    case 'rejected':
      return `${who} rejected ${proposed}.`;
    case 'review_off':
      return `${who} turned off review for ${page ?? 'some of your pages'}. Automation publishes there without it now.`;
    case 'page_removed':
      return `${who} removed ${page ?? 'some of your pages'}. Posts scheduled there won't be published.`;
  }
}

/** What nobody decided in time, for those who decide and for whoever proposed it. */
export function proposalsPassedWords({ count }: ProblemOf<'proposals_passed'>['params']): string {
  return count === 1
    ? "Nobody decided before its time, so it wasn't published. With a new time it can still be approved."
    : "Nobody decided before their times, so they weren't published. With new times they can still be approved.";
}

/** A new key of the server does not open what the old one had sealed. */
export function lostSecretsWords({ pages, secrets }: ProblemOf<'secrets_lost'>['params']): string {
  const sentences = ["The server's secret key was replaced, so we can't read what the old one encrypted."];
  if (secrets.length > 0) sentences.push(`Enter again: ${secrets.map(secretName).join(', ')}.`);
  if (pages > 0)
    sentences.push(
      `${pages === 1 ? '1 page needs' : `${pages} pages need`} to be reconnected. ` +
        "We've told the owners, and their scheduled posts are on hold.",
    );
  return sentences.join(' ');
}

const KEY_NAMES = { openai: 'the OpenAI key', tech_site: 'the key of the tech site' } as const;

/** What has to be typed in again, within a list. */
export function secretName(secret: ProblemOf<'secrets_lost'>['params']['secrets'][number]): string {
  return 'key' in secret
    ? KEY_NAMES[secret.key]
    : `the secret of the Facebook app ${secret.appId} (${secret.environment})`;
}
