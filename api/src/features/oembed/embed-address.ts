import { OEMBED_URL_REQUIRED } from '../../contract/oembed.ts';

export type OembedEndpoint = 'oembed_post' | 'oembed_video' | 'oembed_page' | 'instagram_oembed';

export interface EmbedAddress {
  readonly platform: 'facebook' | 'instagram';
  readonly endpoint: OembedEndpoint;
  readonly url: string;
}

const FACEBOOK = new Set(['facebook.com', 'www.facebook.com', 'm.facebook.com', 'web.facebook.com']);
const WATCH = 'fb.watch';
const INSTAGRAM = new Set(['instagram.com', 'www.instagram.com']);

// Names of pages may begin with any of these words: only whole parts of the path count.
const VIDEO = /\/videos\/|^\/(?:video\.php|watch)(?:\/|$)|^\/reel\/|^\/share\/[rv]\//;
const POST =
  /\/(?:posts|photos|permalink)\/|^\/(?:photo|photo\.php|permalink\.php|story\.php|media\/set)(?:\/|$)|^\/share\/|^\/\d+_\d+\/?$/;
const PAGE = /^\/(?:[\w.-]+|(?:pages|people|p)\/[^/]+(?:\/\d+)?)\/?$/;
/** The first whose form an address has is the one to ask. */
const FACEBOOK_ENDPOINTS: readonly [form: RegExp, endpoint: OembedEndpoint][] = [
  [VIDEO, 'oembed_video'],
  [POST, 'oembed_post'],
  [PAGE, 'oembed_page'],
];
const INSTAGRAM_POST = /^\/(?:[\w.]+\/)?(?:p|reels?|tv)\/[\w-]+/;

/**
 * Which of Facebook's endpoints embeds this address, judged from the parsed address alone: nothing is ever fetched from
 * it by us.
 * @returns a sentence for its owner when none does
 */
export function embedAddress(text: string): EmbedAddress | { readonly problem: string } {
  if (text.trim() === '') return { problem: OEMBED_URL_REQUIRED };
  const url = URL.parse(text.trim());
  if (url === null)
    return { problem: "This isn't a web address. Copy the full address of the post, starting with https://." };
  if (url.protocol !== 'https:') return { problem: 'The address must start with https://.' };
  if (url.username !== '' || url.password !== '' || url.port !== '')
    return { problem: 'The address must be a Facebook or Instagram one, as your browser shows it.' };
  const { hostname, pathname } = url;
  // Where somebody is led from has no place in what is asked.
  url.hash = '';
  if (INSTAGRAM.has(hostname)) {
    // As its viewer writes it; asked for it is in the singular.
    url.pathname = pathname.replace('/reels/', '/reel/');
    return INSTAGRAM_POST.test(pathname)
      ? { platform: 'instagram', endpoint: 'instagram_oembed', url: url.href }
      : { problem: 'From Instagram, only single posts and reels can be embedded. Open one and copy its address.' };
  }
  if (hostname === WATCH) return { platform: 'facebook', endpoint: 'oembed_video', url: url.href };
  if (!FACEBOOK.has(hostname))
    return { problem: 'Only addresses of facebook.com, fb.watch and instagram.com can be embedded.' };
  const [, endpoint] = FACEBOOK_ENDPOINTS.find(([form]) => form.test(pathname)) ?? [];
  return endpoint === undefined
    ? { problem: "This Facebook address doesn't lead to a post, image, video or page." }
    : { platform: 'facebook', endpoint, url: url.href };
}
