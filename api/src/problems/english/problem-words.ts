import { automationHoldWords } from './automation-hold-words.ts';
import { doubtWords } from './doubt-words.ts';
import { exportWords } from './export-words.ts';
import { hindranceWords } from './hindrance-words.ts';
import { changesLostWords, workLostWords } from './loss-words.ts';
import { missedWords, pauseWords } from './pause-words.ts';
import { networkName, networkWithin, placeName } from './place-words.ts';
import { isInDoubt, type Problem, type ProblemOf } from '../problem.ts';
import { ruleNewsWords } from './recurrence-words.ts';
import { refusalWords } from './refusal-words.ts';
import {
  feedUnreadableWords,
  pagePersonWords,
  proposalsPassedWords,
  scheduleChangedWords,
  systemWords,
  webhookOffWords,
} from './system-words.ts';
import { uploadWords } from './upload-words.ts';
import type { Reading } from '../words.ts';

/** A problem in words for whoever has to do something about it. */
// oxlint-disable-next-line max-lines-per-function -- One case a code, which the compiler counts.
export function problemWords(problem: Problem, { now, posts = 0 }: Reading): string {
  switch (problem.code) {
    case 'reconnect':
    case 'lost_key':
    case 'other_app':
    case 'no_permission':
    case 'missing_permissions':
    case 'left_out':
    case 'no_access':
    case 'no_tech_site':
    case 'no_app':
    case 'page_removed':
    case 'no_file':
    case 'reel_limit':
    case 'link_limit':
    case 'expiring':
      return hindranceWords(problem, posts);
    case 'rate_limited':
    case 'blocked':
      return pauseWords(problem, now);
    case 'refused':
    case 'duplicate':
    case 'tech_site_key':
    case 'app_secret':
      return refusalWords(problem);
    case 'confirming':
    case 'may_be_out':
    case 'cannot_look':
    case 'behind_doubt':
    case 'looking_back':
      return doubtWords(problem);
    case 'retrying':
      return (
        `${networkName(problem.params.target)} isn't responding. ` +
        "We'll keep trying and publish the post as soon as it does."
      );
    case 'queued':
      return (
        'This post is waiting its turn. Only one post goes out on a page at a time, ' +
        `and late ones are ${problem.params.spacingMinutes} min apart.`
      );
    case 'uploading':
      return uploadWords(problem);
    case 'processing':
      return (
        `${networkName(problem.params.target)} has the video and is processing it. ` +
        "It appears on the page as soon as that's done."
      );
    case 'vanished':
      return (
        `${networkName(problem.params.target)} accepted this post but didn't publish it. ` +
        `We checked ${placeName(problem.params)} twice, and it isn't there. You can safely publish it again.`
      );
    case 'crashed':
    case 'set_aside':
      return crashWords(problem);
    case 'unreachable':
      return unreachableWords(problem);
    case 'missed':
    case 'missed_behind_doubt':
      return missedWords(problem);
    case 'ready':
      return readyWords(problem.params);
    case 'post_set_aside':
    case 'secrets_lost':
    case 'release_taken_back':
      return systemWords(problem);
    case 'rule_stopped':
    case 'rule_left_out':
      return ruleNewsWords(problem);
    case 'changes_lost':
      return changesLostWords(problem.params);
    case 'work_lost':
      return workLostWords(problem.params);
    case 'webhook_off':
      return webhookOffWords(problem.params);
    case 'feed_unreadable':
      return feedUnreadableWords(problem.params);
    case 'page_person':
      return pagePersonWords(problem.params);
    case 'schedule_changed':
      return scheduleChangedWords(problem.params);
    case 'proposals_passed':
      return proposalsPassedWords(problem.params);
    case 'export_ready':
    case 'export_failed':
      return exportWords(problem);
    case 'insufficient_quota':
    case 'ai_not_usable':
    case 'ai_resting':
    case 'budget':
      return automationHoldWords(problem, now);
    case 'other':
      return problem.params.message;
  }
}

const THEN_PUBLISH = 'Publish it now or choose a new time.';

/** What is left to do when the cause is gone. */
function readyWords({ because, page }: ProblemOf<'ready'>['params']): string {
  const place = page ?? 'your page';
  switch (because) {
    case 'text':
      return `You changed the text, and the post isn't published yet. ${THEN_PUBLISH}`;
    case 'page':
      return `You chose another page, and the post isn't published yet. ${THEN_PUBLISH}`;
    case 'reconnected':
      return `${page ?? 'Your page'} is connected again, and this post isn't published yet. ${THEN_PUBLISH}`;
    case 'taken-again':
      return `Facebook accepts posts on ${place} again, and this one isn't published yet. ${THEN_PUBLISH}`;
    case 'doubt-decided':
      return `The other post on ${place} is resolved, and this one isn't published yet. ${THEN_PUBLISH}`;
    case 'access':
      return `You have access to Pagecast again, and this post isn't published yet. ${THEN_PUBLISH}`;
    case 'set-up':
      return `An administrator set up what was missing, and this post isn't published yet. ${THEN_PUBLISH}`;
    case 'new-key':
      return `An administrator changed the key of the tech site, and this post isn't published yet. ${THEN_PUBLISH}`;
    case 'file':
      return `The post has its image or video now, and it isn't published yet. ${THEN_PUBLISH}`;
    case 'time-passed':
      return `Its time passed while it was deleted, so it isn't published yet. ${THEN_PUBLISH}`;
  }
}

function unreachableWords({ params: { target } }: ProblemOf<'unreachable'>): string {
  const reached = target === undefined ? "We couldn't get through" : `We couldn't reach ${networkWithin(target)}`;
  return `${reached} for an hour, so this post wasn't published. Publish it now or choose a new time.`;
}

function crashWords(problem: ProblemOf<'crashed' | 'set_aside'>): string {
  const mayBeOut = isInDoubt(problem);
  switch (problem.code) {
    case 'crashed':
      return mayBeOut
        ? 'This post may already be published. Something goes wrong on our side whenever we check, ' +
            "and we'll keep trying. If you can see whether it's there, tell us."
        : "Something went wrong on our side twice, so we stopped trying. This post wasn't published. " +
            'Publish it again. If it fails again, contact support.';
    case 'set_aside':
      return mayBeOut
        ? 'We stopped trying because the server went down several times while publishing this post. ' +
            'It may already be published. Look at the page, then tell us whether you see it.'
        : 'We stopped trying because the server went down three times while publishing this post. ' +
            "It wasn't published. Check its text and files, then publish it again.";
  }
}
