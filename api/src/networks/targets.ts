import type { FiztechClient } from './fiztech/fiztech-client.ts';
import type { GraphClient } from '../facebook/graph-client.ts';
import type { Config } from '../config/config.ts';
import type { Post } from '../features/posts/post.ts';
import type { Target } from './target.ts';
import { fiztechTarget } from './fiztech/fiztech.target.ts';
import { facebookPhotos } from './facebook/photos.target.ts';
import { facebookReel } from './facebook/reel.target.ts';
import { facebookTextDirect, facebookTextTwoStep } from './facebook/text.target.ts';
import { facebookVideo } from './facebook/video.target.ts';

interface Deps {
  readonly graph: GraphClient;
  /** null while it is not set up. */
  readonly fiztech: FiztechClient | null;
  readonly mode: Config['FB_PUBLISH_MODE'];
}

/** The adapter for each kind of post. */
export function targetsOf({ graph, fiztech, mode }: Deps) {
  const articles = fiztech === null ? null : fiztechTarget(fiztech);
  const facebook: Record<Post['mediaType'], Target> = {
    text: mode === 'two-step' ? facebookTextTwoStep(graph) : facebookTextDirect(graph),
    image: facebookPhotos(graph, mode),
    video: facebookVideo(graph, mode),
    reel: facebookReel(graph),
  };

  return {
    /** @returns null when this kind cannot be published, for want of a setting */
    of({ target, mediaType }: Pick<Post, 'target' | 'mediaType'>): Target | null {
      if (target === 'fiztech') return articles;
      return facebook[mediaType];
    },
  };
}
export type Targets = ReturnType<typeof targetsOf>;
