import type { Exchange } from '../exchange.ts';
import type { World } from '../world.ts';

/** The page a Graph request is about: by an id in the path, else by the token. Null when it is about none. */
export function resolvePage(world: World, path: string, exchange: Exchange): string | null {
  for (const part of path.split('/')) {
    const [id = ''] = part.split('_');
    if (world.pages.has(id)) return id;
    const pageId = world.videos.get(part)?.pageId ?? world.photos.get(part)?.pageId;
    if (pageId !== undefined) return pageId;
  }
  return (exchange.token === null ? null : world.tokens.get(exchange.token)?.pageId) ?? null;
}
