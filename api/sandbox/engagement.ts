import { chanceFrom, pick } from './chance.ts';
import type { Post } from './entities.ts';
import type { World } from './world.ts';

interface Engagement {
  likes: number;
  reactions: number;
  comments: number;
  shares: number;
}
interface Comment {
  id: string;
  name: string;
  text: string;
  at: number;
}

const MINUTE = 60_000;
const NAMES = [
  'Siti Aminah',
  'Jason Wong',
  'Kavitha Raj',
  'Daniel Ooi',
  'Nurul Izzah',
  'Mei Ling Tan',
  'Arif Hakim',
  "Rachel D'Souza",
  'Syafiq Omar',
  'Lina Chong',
];
const TEXTS = [
  'Saved this, thank you.',
  'Will drop by this weekend.',
  'Is this also open on Sunday?',
  'My sister told me about you.',
  'How much is it?',
  'Great to see this.',
  'Terima kasih, sangat membantu.',
  'Can I book by message?',
  'We were there yesterday, lovely.',
  'Boleh hantar ke Shah Alam?',
];

/** What people did with a post so far. Grows with the sandbox clock, and is the same for the same post and instant. */
export function engagementOf(world: World, post: Post): Engagement {
  if (post.publishedAt === null) return { likes: 0, reactions: 0, comments: 0, shares: 0 };
  if (post.engagement)
    return { ...post.engagement, reactions: post.engagement.likes + Math.floor(post.engagement.likes / 5) };
  const chance = chanceFrom(post.id);
  const fans = world.pages.get(post.pageId)?.fans ?? 500;
  const reach = 0.01 + chance() * 0.04;
  const likes = 4 + fans * reach;
  const grown = growth(world.clock.now() - post.publishedAt);
  const shown = Math.floor(likes * grown);
  return {
    likes: shown,
    reactions: shown + Math.floor(likes * grown * 0.2),
    comments: Math.floor(likes * (0.05 + chance() * 0.15) * grown),
    shares: Math.floor(likes * chance() * 0.12 * grown),
  };
}

/** Share of the final numbers reached: a first rush within minutes, the rest over two days. */
function growth(ageMs: number): number {
  const age = Math.max(0, ageMs) / MINUTE;
  return 0.35 * (1 - Math.exp(-age / 12)) + 0.65 * (1 - Math.exp(-age / 1080));
}

/** The newest comments, at most `limit`. */
export function commentsOf(world: World, post: Post, limit: number): Comment[] {
  const { comments } = engagementOf(world, post);
  const chance = chanceFrom(`comments ${post.id}`);
  const first = Math.floor(chance() * TEXTS.length);
  const spacing = Math.max(1, world.clock.now() - (post.publishedAt ?? 0)) / (comments + 1);
  const all = Array.from({ length: Math.min(comments, 200) }, (_, index) => ({
    id: `${post.id.split('_')[1] ?? post.id}_${String(700000000000000 + index)}`,
    name: pick(chance, NAMES),
    text: TEXTS[(first + index * 3) % TEXTS.length] ?? '',
    at: Math.floor((post.publishedAt ?? 0) + spacing * (index + 1)),
  }));
  return all.slice(-limit).reverse();
}
