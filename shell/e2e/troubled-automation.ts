const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const page = (pageId: number, pageName: string, part: object = {}) => ({
  pageId,
  pageName,
  isEnabled: true,
  isAvailable: true,
  contentCount: 10,
  contentScope: 'Short, warm posts about bread and seasons.',
  language: 'English',
  mode: 'publish',
  intervalMinutes: 6,
  postsThatFit: 2,
  pause: null,
  problem: null,
  ...part,
});

/** The daily budget is used up, pages are paused or lost, and none of their intervals is long enough. */
export const TROUBLED_SETTINGS = {
  regenerationFrequency: 1,
  isEnabled: true,
  lastRunAt: at(-57),
  nextRunAt: at(3),
  status: 'held',
  now: at(0),
  problem: { code: 'budget', message: "Today's AI budget is used up. It resets tomorrow.", action: null },
  budget: { spentMicros: 2_000_000, limitMicros: 2_000_000, resetsAt: at(500) },
  pageConfigurations: [
    page(1, 'Corner Bakery', {
      isAvailable: false,
      problem: {
        code: 'auth',
        message: 'Pagecast can no longer post to Corner Bakery. Reconnect it to continue.',
        action: 'reconnect',
      },
    }),
    page(2, 'Harbour Gym', {
      mode: 'draft',
      pause: { reason: 'The AI did not answer within a minute.', since: at(-200) },
    }),
    page(3, 'Old Mill Books and Second-Hand Records of the Lower Town', { isEnabled: false }),
  ],
};

const entry = (id: number, part: object = {}) => ({
  id,
  pageId: 2,
  pageName: 'Harbour Gym',
  cycleId: 3,
  cycleStartAt: at(-57),
  dueAt: at(id * 30),
  state: 'ready',
  mode: 'publish',
  contentType: 'story',
  content: 'The first loaves come out at six, and the whole street smells of it.',
  contentHash: 'a'.repeat(64),
  postId: 70 + id,
  problem: null,
  ...part,
});

export const TROUBLED_QUEUE = [
  entry(1, { state: 'publishing' }),
  entry(2, { state: 'draft' }),
  entry(3, { problem: { code: 'retrying', message: 'Facebook does not answer. We keep trying.', action: null } }),
  entry(4, { state: 'writing', content: null, contentHash: null, postId: null }),
  entry(5, { state: 'planned', content: null, contentHash: null, postId: null }),
];

const skipped = (id: number, isFailure: boolean, message: string) => ({
  id,
  pageId: 2,
  pageName: 'Harbour Gym',
  dueAt: at(-100 - id),
  isFailure,
  reason: { code: 'x', message },
});

export const TROUBLED_CYCLES = [
  {
    id: 3,
    startedAt: at(-57),
    isCatchUp: true,
    planned: 5,
    made: 2,
    published: 1,
    waiting: 1,
    costMicros: null,
    calls: 6,
    inputTokens: 4000,
    outputTokens: 2210,
    skipped: [
      skipped(1, false, 'The text was too close to one of the last 90 days.'),
      skipped(2, true, 'The AI refused the text.'),
      skipped(3, false, 'Corner Bakery is not connected.'),
    ],
  },
];
