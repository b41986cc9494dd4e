import webPush from 'web-push';
import type { FactWords } from '../outbox/present-fact.ts';
import type { PushKeys } from './push-keys.repository.ts';
import type { BrowserAddress } from './push-subscriptions.repository.ts';

/** The other side keeps it so long for a browser that is off: then it is in the bell. */
const TTL_SECONDS = 24 * 3600;
/** Push services take 4 kB in all. */
const TITLE_LENGTH = 120;
const BODY_LENGTH = 300;

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

interface Message {
  readonly to: BrowserAddress;
  readonly words: FactWords;
  /** By which a browser that is told twice shows it once. */
  readonly tag: string;
}

/** What is sent to the push service of a browser: only that browser can read it. */
export function pushRequest({ to, words, tag }: Message, keys: PushKeys, contact: string) {
  const { title, description, path } = words;
  const payload = { title: cut(title, TITLE_LENGTH), body: cut(description, BODY_LENGTH), path, tag };
  const { headers, body } = webPush.generateRequestDetails(to, JSON.stringify(payload), {
    vapidDetails: { subject: `mailto:${contact}`, ...keys },
    TTL: TTL_SECONDS,
  });
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body ?? Buffer.alloc(0),
  };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
