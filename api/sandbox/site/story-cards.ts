import type { Story } from '../entities.ts';
import { stateOfStory, storiesOf } from '../stories.ts';
import type { World } from '../world.ts';
import { html, type Html } from './html.ts';

/** The stories that followers of a page see now, the newest first; nothing where there are none. */
export function storyCards(world: World, pageId: string): Html {
  const now = world.clock.now();
  const shown = storiesOf(world, pageId)
    .filter((story) => stateOfStory(story, now) === 'shown')
    .reverse();
  return shown.length === 0 ? html`` : html`<h2>Stories</h2>${shown.map((story) => card(world, story, now))}`;
}

function card(world: World, story: Story, now: number): Html {
  const hours = Math.ceil((story.expiresAt - now) / 3_600_000);
  return html`<article id="story-${story.id}" class="card">
    <p><small>Story, ${hours === 1 ? 'less than an hour' : `up to ${hours} hours`} left</small></p>
    ${fileOf(world, story)}</article>`;
}

function fileOf(world: World, { type, mediaId }: Story): Html {
  if (type === 'photo') {
    const photo = world.photos.get(mediaId);
    return photo
      ? html`<img class="media" src="/media/${photo.mediaId}" alt="${photo.altText || 'Photo of this story'}">`
      : html``;
  }
  const stored = world.videos.get(mediaId)?.mediaId;
  return stored == null
    ? html``
    : html`<video class="media" controls preload="metadata" src="/media/${stored}"
        aria-label="Video of this story"></video>`;
}
