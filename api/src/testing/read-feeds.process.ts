/** Reads the feeds that are due, as a process of its own, which a test can end in the middle. */
import { openDatabase } from '../db/database.ts';
import { beginDraft } from '../features/drafts/begin-draft.ts';
import { createFeeds } from '../features/feeds/feeds.feature.ts';
import { createSources } from '../features/sources/sources.feature.ts';
import { rateLimits } from '../http/rate-limit.ts';

const db = openDatabase(process.env['DATABASE_URL'] ?? '');
const limits = rateLimits(db);
const config = { PUBLIC_URL: 'http://localhost:3000', SOURCE_NETWORKS: ['127.0.0.1'] };
const sources = createSources({ config, db, sweepsDb: db, limits });
const { jobs } = createFeeds({
  db,
  sweepsDb: db,
  limits,
  sources,
  drafts: { begin: beginDraft },
  pages: {} as never,
});
await jobs.find(({ name }) => name === 'read-feeds')?.run();
await db.destroy();
