import type { User } from '@pagecast/api/contract';

const NAME = 'pagecast.session';

/** What happened to the session in another tab of this browser: who logged in, or null for a log out. */
export type SessionNews = Pick<User, 'id'> | null;

let announcing: BroadcastChannel | null = null;

/** Tells the other tabs, and the screens of this one. */
export function announceSession(news: SessionNews): void {
  // Not closed: what was posted a moment before would not arrive everywhere.
  announcing ??= openChannel();
  announcing?.postMessage(news === null ? null : { id: news.id });
}

/** Hears of it from other tabs until it is called off. */
export function hearSession(onNews: (news: SessionNews) => void): () => void {
  const channel = openChannel();
  if (channel === null) return () => {};
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === null) onNews(null);
    else if (typeof data === 'object' && 'id' in data && typeof data.id === 'string') onNews({ id: data.id });
  };
  return () => channel.close();
}

const openChannel = () => ('BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null);
