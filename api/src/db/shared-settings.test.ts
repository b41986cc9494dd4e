import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import type { DatabaseLine } from './line.ts';
import { sharedSettings } from './shared-settings.ts';

test('a process that publishes to other servers than one that runs waits for its end', async () => {
  const settings = (FB_GRAPH_BASE: string) =>
    sharedSettings({
      PUBLIC_URL: 'https://pages.example.com',
      FB_APP_ID: '17',
      FB_APP_SECRET: 'secret',
      ADMIN_FACEBOOK_IDS: [],
      FB_GRAPH_BASE,
      FB_GRAPH_VIDEO_BASE: 'https://graph-video.facebook.com',
      FB_RUPLOAD_BASE: 'https://rupload.facebook.com',
      FIZTECH_API_URL: undefined,
    });
  const own = await freshDatabase();
  const there = settings('http://localhost:3900');
  const other = openDatabase(own.url);
  const line = { query: (sql: string, values: unknown[]) => other.raw(sql.replace(/\$\d/g, '?'), values as number[]) };
  const log = pino({ level: 'silent' });
  settings('https://graph.facebook.com')
    .subscription({ db: own.db, log })
    .listening(line as unknown as DatabaseLine);
  await expect.poll(() => there.find(own.db)).toContain('has another FB_GRAPH_BASE, ');
  await other.destroy();
  await expect.poll(() => there.find(own.db)).toBeNull();
  await own.close();
});
