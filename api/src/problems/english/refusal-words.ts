import { networkFacts } from '../../contract/networks.ts';
import type { FileFlaw } from '../../contract/problems.ts';
import { networkName, placeName } from './place-words.ts';
import type { ProblemOf } from '../problem.ts';

/** What is wrong with a file of ours, or with its way to Facebook. */
export const FLAW_WORDS: Readonly<Record<FileFlaw, string>> = {
  gone: "This post's file is no longer on the server. Create the post again with its file.",
  unreadable:
    "We can't read this post's file. It was changed, replaced or locked on the server. " +
    'Create the post again with its file.',
  stuck:
    'Facebook keeps asking for parts of this file that we already sent. ' +
    "Publish the post again to restart the upload. If that doesn't help, choose another file.",
  unprocessed: "Facebook couldn't process this video. Try another file.",
};

/** This content was refused: in the words of whoever refused it, where there are any. */
export function refusalWords(problem: ProblemOf<'refused' | 'duplicate' | 'tech_site_key' | 'app_secret'>): string {
  switch (problem.code) {
    case 'refused':
      return refused(problem);
    case 'duplicate':
      return (
        problem.params.said ??
        `${networkName(problem.params.target)} refused this post because the same text is already on ` +
          `${placeName(problem.params)}. Change the text and publish again.`
      );
    case 'tech_site_key':
      return "The tech site doesn't accept our key. Ask your administrator to check it, then publish again.";
    case 'app_secret':
      return (
        "Facebook doesn't accept the secret of Pagecast's Facebook app. " +
        'Ask your administrator to check it, then publish again.'
      );
  }
}

function refused({ params: { target, said, flaw }, facebook }: ProblemOf<'refused'>): string {
  if (flaw !== undefined) return FLAW_WORDS[flaw];
  const { speaker, form } = networkFacts(target);
  // What is said of an article says nothing of what to do.
  if (form === 'article') return `${speaker} refused this article: ${said ?? ''} Change the text and publish again.`;
  if (said !== null) return said;
  const code = facebook?.code ?? 0;
  return code === 0
    ? `${speaker} refused this post without giving a reason. Publish it again later, or change the text.`
    : `${speaker} refused this post (code ${code}). Change the text and publish again.`;
}
