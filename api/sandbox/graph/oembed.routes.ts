import Router from '@koa/router';
import type { SandboxState } from '../exchange.ts';
import type { World } from '../world.ts';
import { allowOnly, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError } from './graph-error.ts';

/** Addresses that answer with data, for examples on a screen. What else is public here can be embedded too. */
export const OEMBED_EXAMPLES = [
  'https://www.facebook.com/kedaikopiseripagi/posts/122090000001002',
  'https://www.facebook.com/bukitbintangcycleworks/videos/1180293846551207/',
  'https://www.instagram.com/p/CxQ3m2vLk8a/',
];

const PARAMS = [
  'url',
  'maxwidth',
  'omitscript',
  'sdklocale',
  'useiframe',
  'hidecaption',
  'adapt_container_width',
  'hide_cover',
  'show_facepile',
  'small_header',
  'tabs',
];
const FACEBOOK = /^(www\.|m\.|web\.)?facebook\.com$|^fb\.watch$/;
const INSTAGRAM = /^(www\.)?instagram\.com$/;
const PATHS = {
  post: /\/posts\/|\/photos?[./]|permalink|story\.php|\/share\/|\/media\/set|^\/\d+_\d+\/?$/,
  video: /\/videos\/|video\.php|\/watch|\/reel\/|\/share\/|^\/[\w-]+\/?$/,
  page: /^\/[\w.-]+\/?$|profile\.php|^\/(pages|people|p)\//,
  instagram: /^\/([\w.]+\/)?(p|reel|tv)\/[\w-]+/,
};
type Kind = keyof typeof PATHS;

/** The four oEmbed endpoints. No token is needed; a wrong one is refused. */
export function oembedRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get(
    '/oembed_post',
    graph(deps, (call) => embed(call, 'post'), 'anonymous'),
  );
  router.get(
    '/oembed_video',
    graph(deps, (call) => embed(call, 'video'), 'anonymous'),
  );
  router.get(
    '/oembed_page',
    graph(deps, (call) => embed(call, 'page'), 'anonymous'),
  );
  router.get(
    '/instagram_oembed',
    graph(deps, (call) => embed(call, 'instagram'), 'anonymous'),
  );
  return router;
}

function embed(call: GraphCall, kind: Kind): unknown {
  allowOnly(call, PARAMS);
  const text = call.params['url'] ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const hosts = kind === 'instagram' ? INSTAGRAM : FACEBOOK;
  if (!url || !hosts.test(url.hostname) || !PATHS[kind].test(url.pathname))
    throw badParameter('Invalid oembed url parameter', 'url');
  if (!isPublic(call.world, url, kind)) {
    throw new GraphError({
      code: 24,
      subcode: 2207046,
      message: 'The requested resource does not exist',
      userTitle: 'Cannot embed',
      userMessage: 'The content is private, was removed, or is age-restricted.',
    });
  }
  const width = Number(call.params['maxwidth'] ?? (kind === 'instagram' ? 658 : 552));
  const isInstagram = kind === 'instagram';
  return {
    ...(call.world.settings.legacyOembed ? legacyFields(call, isInstagram) : {}),
    provider_url: isInstagram ? 'https://www.instagram.com' : 'https://www.facebook.com',
    provider_name: isInstagram ? 'Instagram' : 'Facebook',
    type: kind === 'video' ? 'video' : 'rich',
    version: '1.0',
    width,
    height: null,
    html: isInstagram ? instagramHtml(call, url) : facebookHtml(call, url, kind),
  };
}

/**
 * Content of Instagram, and what short addresses lead to, is nothing that is kept here: it is there unless its address
 * calls it private or removed.
 */
function isPublic(world: World, url: URL, kind: Kind): boolean {
  if (/private|removed|deleted/i.test(url.pathname + url.search)) return false;
  if (kind === 'instagram' || url.hostname === 'fb.watch' || url.pathname.startsWith('/share/')) return true;
  if (OEMBED_EXAMPLES.some((example) => trimmed(new URL(example).pathname) === trimmed(url.pathname))) return true;

  const names = [...url.pathname.split(/[/-]/), ...url.searchParams.values()];
  const page = [...world.pages.values()].find((one) => names.includes(one.id) || names.includes(one.username));
  if (kind === 'page') return page !== undefined;
  const posts = names.map(
    (name) =>
      world.posts.get(name) ??
      world.posts.get(`${page?.id ?? ''}_${name}`) ??
      world.posts.get(world.videos.get(name)?.postId ?? world.photos.get(name)?.postId ?? ''),
  );
  return posts.some((post) => post !== undefined && post.publishedAt !== null && !post.isHidden);
}

const trimmed = (path: string) => path.replace(/\/$/, '');

function legacyFields(call: GraphCall, isInstagram: boolean): Record<string, unknown> {
  return {
    author_name: isInstagram ? 'seripagi.coffee' : 'Kedai Kopi Seri Pagi',
    author_url: isInstagram
      ? 'https://www.instagram.com/seripagi.coffee'
      : 'https://www.facebook.com/kedaikopiseripagi',
    thumbnail_url: `${call.origin}/avatars/thumbnail.png?size=400`,
    thumbnail_width: 400,
    thumbnail_height: 400,
  };
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function facebookHtml(call: GraphCall, url: URL, kind: Kind): string {
  const script =
    call.params['omitscript'] === 'true'
      ? ''
      : `<div id="fb-root"></div>\n<script async defer crossorigin="anonymous" ` +
        `src="${call.origin}/en_US/sdk.js#xfbml=1&amp;version=${call.version}"></script>`;
  return `${script}<div class="fb-${kind}" data-href="${escape(url.href)}" data-width="552"></div>`;
}

function instagramHtml(call: GraphCall, url: URL): string {
  const script = call.params['omitscript'] === 'true' ? '' : `\n<script async src="${call.origin}/embed.js"></script>`;
  const text = 'A morning at the roastery. Photo shared on Instagram.';
  return (
    `<blockquote class="instagram-media" data-instgrm-captioned data-instgrm-permalink="${escape(url.href)}" ` +
    `data-instgrm-version="14"><a href="${escape(url.href)}" target="_blank" ` +
    `rel="noreferrer">${text}</a></blockquote>${script}`
  );
}
