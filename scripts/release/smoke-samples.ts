import type { FacebookPage } from '../../api/src/contract/pages.ts';
import type { Post } from '../../api/src/contract/posts.ts';

/** The page of the person that smoke journeys play. */
export const samplePage: FacebookPage = {
  id: 7,
  name: 'Corner Bakery',
  pageId: '100000000000007',
  accessToken: null,
  category: 'Bakery',
  isActive: true,
  isConnected: true,
  problem: null,
};

/** A post of that page. */
export function samplePost(part: Partial<Post> = {}): Post {
  return {
    id: 1,
    content: 'Fresh bread from seven.',
    contentType: 'promotional',
    tone: 'Professional',
    keywords: null,
    isAiGenerated: false,
    status: 'published',
    scheduledAt: null,
    publishedAt: '2026-01-05T09:00:00.000Z',
    facebookPageId: samplePage.id,
    pageName: samplePage.name,
    facebookPostId: `${samplePage.pageId}_1`,
    permalinkUrl: null,
    publishPlatform: 'facebook',
    mediaData: null,
    mediaType: 'text',
    isReel: false,
    isLate: false,
    problem: null,
    createdAt: '2026-01-04T09:00:00.000Z',
    ...part,
  };
}
