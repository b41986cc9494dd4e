import Router from '@koa/router';
import type { SandboxState } from '../exchange.ts';
import { graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { noSuchObject } from './graph-error.ts';
import { showAccounts } from './page-node.ts';

const SIZES: Record<string, number> = { small: 50, normal: 100, album: 50, large: 200, square: 50 };

/** Lists of a person's pages, and the picture of a person or page. */
export function peopleRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get('/:id/accounts', graph(deps, showAccounts));
  router.get('/:id/picture', graph(deps, picture));
  return router;
}

function picture(call: GraphCall, id: string): unknown {
  const known =
    id === 'me' ||
    call.world.pages.has(id) ||
    [...call.world.people.values()].some((person) => Object.values(person.scopedIds).includes(id));
  if (!known) throw noSuchObject(id);
  const person = id === 'me' ? call.world.people.get(call.token?.role ?? '') : undefined;
  const shownId = person ? (person.scopedIds[call.token?.appId ?? ''] ?? id) : id;
  const size = Number(call.params['width'] ?? call.params['height'] ?? SIZES[call.params['type'] ?? 'square'] ?? 50);
  const url = `${call.origin}/avatars/${shownId}.png?size=${size}`;
  if (/^(false|0)$/.test(call.params['redirect'] ?? ''))
    return { data: { height: size, is_silhouette: false, url, width: size } };
  call.ctx.redirect(url);
  return undefined;
}
