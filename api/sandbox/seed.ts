import { ALL_TASKS } from './entities.ts';
import type { App, Page, Person, Post, Role } from './entities.ts';
import { chanceFrom, pick } from './chance.ts';
import { CATEGORIES, OLD_POSTS, PLACES, TRADES } from './seed-words.ts';

export const DEVELOPMENT_APP: App = {
  id: '904417230158842',
  secret: 'sandbox-app-secret',
  name: 'Pagecast (development)',
  mode: 'development',
};
export const PRODUCTION_APP: App = {
  id: '904417230158907',
  secret: 'sandbox-production-secret',
  name: 'Pagecast',
  mode: 'production',
};
/** What the seed posts were made with; a product can read and delete them, not edit them. */
export const SUITE_APP = { id: '128877400111122', name: 'Meta Business Suite' };

const PEOPLE: [Role, string, string, string][] = [
  ['admin', 'Farid', 'Rahman', 'farid.rahman@example.com'],
  ['manager', 'Aina', 'Zulkifli', 'aina.zulkifli@example.com'],
  ['invitee', 'Marcus', 'Lim', 'marcus.lim@example.com'],
  ['blocked', 'Dennis', 'Harper', 'dennis.harper@example.com'],
  ['many', 'Priya', 'Nair', 'priya.nair@example.com'],
  ['nopages', 'Hana', 'Yusof', 'hana.yusof@example.com'],
];

const NAMED_PAGES: [Role, string, string, string][] = [
  [
    'admin',
    'Rahman Digital Studio',
    'Marketing agency',
    'Websites and campaigns for small businesses in Kuala Lumpur.',
  ],
  ['manager', 'Kedai Kopi Seri Pagi', 'Coffee shop', 'Breakfast, kaya toast and slow coffee in Taman Melawati.'],
  ['manager', 'Bukit Bintang Cycle Works', 'Bicycle shop', 'Repairs, parts and Sunday rides since 2009.'],
  ['manager', 'Laman Herba Nursery', 'Plant nursery', 'Herbs, ferns and advice for balcony gardens.'],
  ['invitee', 'Lim & Daughters Bakery', 'Bakery', 'Sourdough and pandan chiffon, baked before six.'],
  ['invitee', 'Straits Harbour Yoga', 'Yoga studio', 'Small classes by the harbour, mornings and evenings.'],
  ['blocked', 'Harper Home Appliances', 'Appliance store', 'Kitchen and laundry appliances with home delivery.'],
];

/**
 * Builds the first state: two apps, six people, 67 pages and their old posts. `now` is when the old posts are counted
 * back from.
 */
export function buildSeed(now: number): { apps: App[]; people: Person[]; pages: Page[]; posts: Post[] } {
  const apps = [DEVELOPMENT_APP, PRODUCTION_APP];
  const people = PEOPLE.map(([role, firstName, lastName, email], index) => ({
    role,
    firstName,
    lastName,
    email,
    scopedIds: {
      [DEVELOPMENT_APP.id]: `1021500000${7310042 + index * 1117}`,
      [PRODUCTION_APP.id]: `2438800000${5120931 + index * 2203}`,
    },
  }));
  const named = NAMED_PAGES.map(([role, name, category, about], index) =>
    buildPage(index, role, name, category, about),
  );
  const secondOfInvitee = named[5];
  if (secondOfInvitee) secondOfInvitee.tasks = { invitee: ['ANALYZE', 'MODERATE'] };
  const pages = [...named, ...pagesOfMany(named.length)];
  return { apps, people, pages, posts: pages.slice(0, 12).flatMap((page, index) => oldPosts(page, index, now)) };
}

function buildPage(index: number, role: Role, name: string, category: string, about: string): Page {
  const chance = chanceFrom(name);
  return {
    id: String(101880300000000 + index * 7919),
    name,
    category,
    about,
    username: name.toLowerCase().replace(/[^a-z0-9]+/g, ''),
    fans: 180 + Math.floor(chance() * 9000),
    tasks: { [role]: [...ALL_TASKS] },
  };
}

function pagesOfMany(from: number): Page[] {
  return Array.from({ length: 60 }, (_, index) => {
    const place = PLACES[index % PLACES.length] ?? '';
    const trade = TRADES[Math.floor(index / PLACES.length) % TRADES.length] ?? '';
    const category = CATEGORIES[trade] ?? 'Local business';
    return buildPage(from + index, 'many', `${trade} ${place}`, category, `${trade}, the ${place} branch.`);
  });
}

function oldPosts(page: Page, pageIndex: number, now: number): Post[] {
  const chance = chanceFrom(`old posts of ${page.id}`);
  const texts = pageIndex < 7 ? (OLD_POSTS[pageIndex] ?? []) : [pick(chance, OLD_POSTS.flat())];
  return texts.map((message, index) => {
    const at = now - (texts.length - index) * 3 * 86_400_000 - Math.floor(chance() * 36_000_000);
    const seq = index + 1;
    return {
      id: `${page.id}_${String(122090000000000 + pageIndex * 1000 + seq)}`,
      seq,
      pageId: page.id,
      kind: 'text',
      message,
      link: null,
      attachments: [],
      appId: SUITE_APP.id,
      createdAt: at,
      publishedAt: at,
      goLiveAt: null,
      goLiveBecause: null,
      isHidden: false,
      isPinned: false,
      visibleFrom: 0,
      listedFrom: 0,
      // The first post of each page was never shared, so that readers meet an answer without `shares`.
      engagement: {
        likes: 6 + Math.floor(chance() * 90),
        comments: 1 + Math.floor(chance() * 12),
        shares: index === 0 ? 0 : 1 + Math.floor(chance() * 9),
      },
    };
  });
}
