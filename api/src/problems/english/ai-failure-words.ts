import type { AiFailure } from '../../contract/automation-reasons.ts';

const SENTENCES: Readonly<Record<AiFailure, string>> = {
  'no-key': 'No AI key is set up. Ask your administrator to add one.',
  'bad-key': "The AI key isn't accepted. Ask your administrator to check it.",
  'no-model': "The AI model in use isn't available. Ask your administrator to check it.",
  quota: 'The AI account has run out of credit. Ask your administrator to top it up.',
  busy: 'The AI is busy right now.',
  'bad-setup': "The AI rejects our requests because of how it's set up. Ask your administrator to check it.",
  'too-long': 'The request is too long for the AI. Shorten it and try again.',
  refused: 'The AI declined to write about this. Change the topic and try again.',
  empty: 'The AI sent back an empty text. Try again, or change the topic.',
  unusable: "The AI sent back something that isn't an article. Try again.",
  'cut-off': 'The text was cut off before it was finished. Try again, or ask for a shorter one.',
  garbled: "We couldn't read the AI's answer. Try again.",
  'too-much': 'The AI sent back far more than we asked for. Try again.',
  'broken-off': 'The AI stopped in the middle of the text. Try again.',
  stopped: 'Writing was stopped before the text was finished.',
  slow: 'The AI took too long to answer. Try again.',
  down: "The AI isn't responding right now. Try again in a minute.",
};

/** Why the AI gave no text, and what to do about it. */
export function aiFailureWords(failure: AiFailure): string {
  return SENTENCES[failure];
}
