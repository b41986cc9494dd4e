import pg from 'pg';
import type { HostPath } from '../../api/src/contract/remotes.ts';
import { logIn } from '../../scripts/bench/client.ts';
import type { Product } from '../../scripts/product.ts';
import { seedPosts } from '../../scripts/tour/seed.ts';
import type { AREA_TOURS } from './area-tours.ts';

type Tours = typeof AREA_TOURS;
type AreaPath = { [Name in keyof Tours]: keyof Tours[Name]['screens'] }[keyof Tours];

/** Who looks: a role of the simulated Facebook with three pages, one, none or sixty; a visitor has not logged in. */
export type Viewer = 'manager' | 'admin' | 'nopages' | 'many' | 'visitor';
/** An address, with what a screen of it asks for behind the path. */
export type Screen = readonly [viewer: Viewer, address: string];

const seenBy = (address: string, ...viewers: Viewer[]): Screen[] => viewers.map((viewer) => [viewer, address]);
/** Another address of a screen that is looked at by its first one. */
const SAME_AS = (_path: AreaPath): Screen[] => [];

/** Pages that the server writes whole, and that run no script. */
type ServerPath = '/api-docs' | '/device';

/** Every path of the product, and its screens. One that is new fails the types until it stands here. */
const SCREENS_OF: Record<AreaPath | HostPath | '/nowhere' | ServerPath, readonly Screen[]> = {
  '/': seenBy('/', 'visitor', 'manager', 'nopages'),
  '/content-generator': seenBy('/content-generator', 'manager', 'nopages', 'many'),
  '/content-generator/feeds': seenBy('/content-generator/feeds', 'manager', 'nopages'),
  '/content-generator/voice': [
    ...seenBy('/content-generator/voice?page=1', 'manager'),
    ...seenBy('/content-generator/voice', 'nopages'),
  ],
  '/automation': [
    ...seenBy('/automation', 'manager', 'nopages', 'many'),
    ...seenBy('/automation?inbox=waiting', 'manager'),
    ...seenBy('/automation?inbox=decided', 'manager'),
  ],
  '/super-generator': SAME_AS('/automation'),
  '/scheduled': [
    ...seenBy('/scheduled?view=table', 'manager', 'nopages'),
    ...seenBy('/scheduled?view=calendar', 'manager', 'many'),
    ...seenBy('/scheduled?view=calendar&by=week', 'manager'),
  ],
  '/history': [...seenBy('/history', 'manager', 'nopages'), ...seenBy('/history?pageId=1', 'manager')],
  '/history/post': seenBy('/history/post?id=1', 'manager'),
  '/media-center': seenBy('/media-center', 'manager', 'nopages'),
  '/media-library': seenBy('/media-library', 'manager', 'nopages'),
  '/media-test': SAME_AS('/media-center'),
  '/oembed-test': seenBy('/oembed-test', 'manager'),
  '/admin': seenBy('/admin', 'admin', 'manager'),
  '/admin-panel': SAME_AS('/admin'),
  '/dashboard': SAME_AS('/'),
  '/settings': seenBy('/settings', 'manager', 'many'),
  '/preview': seenBy('/preview?of=mf_history&version=1.0.0-0a1b2c3d', 'manager'),
  '/unauthorized': seenBy('/unauthorized?facebookId=123&name=Someone', 'visitor'),
  '/privacy-policy': seenBy('/privacy-policy', 'visitor'),
  '/terms-of-service': seenBy('/terms-of-service', 'visitor'),
  '/user-data-deletion': seenBy('/user-data-deletion', 'visitor'),
  '/app-review-demo': seenBy('/app-review-demo', 'visitor'),
  '/nowhere': seenBy('/nowhere', 'manager'),
  '/api-docs': [...seenBy('/api-docs', 'visitor'), ...seenBy('/api-docs/dashboard', 'visitor')],
  '/device': seenBy('/device', 'manager'),
};

const VIEWERS = Map.groupBy(Object.values(SCREENS_OF).flat(), ([viewer]) => viewer);
/** What those with no page or many see differs from the others in little: a phone shows it. */
const handsOf = (viewer: Viewer) =>
  viewer === 'nopages' || viewer === 'many' ? (['phone'] as const) : (['desk', 'phone'] as const);

/** The addresses of each viewer, by mouse and by touch. */
export const LOOKS = [...VIEWERS].flatMap(([viewer, screens]) =>
  handsOf(viewer).map((hand) => ({ viewer, hand, addresses: screens.map(([, address]) => address) })),
);

/** Each screen that asks for something, as an administrator comes to it. */
export const ASKING = Object.values(SCREENS_OF)
  .flatMap((screens) => screens.find(([viewer]) => viewer !== 'visitor')?.[1] ?? [])
  .filter((address) => !/^\/(nowhere|oembed-test|preview|device)\b/.test(address));

/** All that the manager can look at: weeks of posts, and what waits for approval. */
export async function fillUpAll(product: Product): Promise<void> {
  const { send, facebookPageId } = await fillUp(product);
  await askFirst(send, facebookPageId);
}

/** Weeks of posts for the manager; Facebook knows the last of them. Resolves with how to send more for the manager. */
export async function fillUp(product: Product) {
  const { facebookId, cookie } = await logIn(product, 'manager');
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  await seedPosts(db, facebookId, new Date());
  await db.end();
  const headers = { cookie, 'content-type': 'application/json', origin: product.url };
  const send = async (path: string, body: object, more: Record<string, string> = {}) => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const pages = (await (await fetch(`${product.url}/api/facebook-pages`, { headers })).json()) as { id: number }[];
  const facebookPageId = pages[0]?.id;
  await send('/api/posts', { content: 'A word to our guests.', status: 'published', facebookPageId });
  return { send, facebookPageId };
}

/** A page whose posts wait for approval, but for those of its rule, and two that a program proposes: one is decided. */
async function askFirst(
  send: (path: string, body: object, more?: Record<string, string>) => Promise<unknown>,
  pageId: number | undefined,
): Promise<void> {
  await send('/api/automation/settings-v2', {
    pageConfigurations: [
      {
        pageId,
        isEnabled: true,
        contentCount: 1,
        contentScope: 'Coffee',
        mode: 'draft',
        disclosure: 'Written with AI.',
      },
    ],
  });
  await send(`/api/automation/pages/${pageId}/rule`, { kinds: ['promotional', 'story'], postsPerDay: 2 });
  const { token } = (await send('/api/tokens', { name: 'Assistant', scopes: ['draft'], needsApproval: true })) as {
    token: string;
  };
  const propose = (content: string) =>
    send('/api/proposals', { facebookPageId: pageId, content }, { authorization: `Bearer ${token}`, cookie: '' });
  await propose('Kaya toast and kopi for RM 6.90, on weekdays until ten.');
  const { id } = (await propose('The cheapest kopi in the world.')) as { id: string };
  await send(`/api/proposals/${id}/reject`, { kind: 'facts', reason: 'We never say that.' });
}

/** One word as long as Facebook lets a page's name be. */
const LONG_NAME = 'Pusatperkhidmatanpelangganantarabangsaberhadkualalumpurwilayahpersekutuanmy';

/** Gives one page of each person a name that no phone has room for: until their next login, which reads it again. */
export async function lengthenNames(product: Product): Promise<void> {
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  await db.query(
    'update facebook_pages set name = $1 where id in (select max(id) from facebook_pages group by user_id)',
    [LONG_NAME],
  );
  await db.end();
}

/** What opens over a screen: its address, what to press there, and the role of what comes. */
export const WINDOWS = [
  ['/scheduled?view=table', 'Reschedule', 'dialog'],
  ['/scheduled?view=table', 'Edit text', 'dialog'],
  ['/scheduled?view=table', 'Delete', 'alertdialog'],
  ['/scheduled?view=table', /^Review:/, 'dialog'],
  ['/history', 'View', 'dialog'],
  ['/history', 'Performance', 'dialog'],
  ['/history', 'Delete', 'alertdialog'],
  ['/automation', 'Change rule', 'dialog'],
  ['/automation', 'End rule', 'alertdialog'],
  ['/automation?inbox=waiting', /^Edit the post/, 'dialog'],
  ['/automation?inbox=waiting', /^Reject the post/, 'dialog'],
  ['/settings', 'Delete Account', 'alertdialog'],
  ['/settings', /^Remove /, 'alertdialog'],
  ['/settings', 'Log out everywhere', 'alertdialog'],
  ['/settings', 'Your time zone', 'listbox'],
] as const;

/** The screens that show what troubles a deployment, and whose calls may all fail. */
export const TROUBLED = [
  '/',
  '/content-generator',
  '/super-generator',
  '/history',
  '/scheduled?post=5',
  '/scheduled?view=calendar',
  '/scheduled?view=calendar&by=week',
];
