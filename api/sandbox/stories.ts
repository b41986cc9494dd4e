import type { Story } from './entities.ts';
import type { World } from './world.ts';

/** Facebook shows a story for this long. */
const LIFE_MS = 86_400_000;

/** Shows a file as a story, from `publishedAt` on: there is no other kind of story. */
export function createStory(
  world: World,
  fields: Pick<Story, 'pageId' | 'appId' | 'type' | 'mediaId' | 'publishedAt'>,
  lagMs: number,
): Story {
  const now = world.clock.now();
  const story: Story = {
    id: world.newId(),
    ...fields,
    createdAt: now,
    expiresAt: fields.publishedAt + LIFE_MS,
    visibleFrom: fields.publishedAt + lagMs,
  };
  world.stories.set(story.id, story);
  world.changed();
  return story;
}

/** Stories of a page, oldest first. */
export function storiesOf(world: World, pageId: string): Story[] {
  return [...world.stories.values()].filter((story) => story.pageId === pageId);
}

/** The story that shows a photo or a video. */
export function storyWith(world: World, mediaId: string): Story | undefined {
  return [...world.stories.values()].find((story) => story.mediaId === mediaId);
}

export function removeStory(world: World, story: Story): void {
  world.stories.delete(story.id);
  if (story.type === 'photo') world.photos.delete(story.mediaId);
  else world.videos.delete(story.mediaId);
  world.changed();
}

/** `shown`: followers see it now. */
export function stateOfStory(story: Story, now: number): 'processing' | 'shown' | 'over' {
  if (story.publishedAt > now) return 'processing';
  return story.expiresAt > now ? 'shown' : 'over';
}
