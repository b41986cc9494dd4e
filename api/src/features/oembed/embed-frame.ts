import { createHash } from 'node:crypto';

/**
 * Runs in the frame: shows the HTML that the page around it hands over, once, and tells how tall it has become. What is
 * parsed as a fragment runs its scripts, which is what an embed is made of.
 */
const SCRIPT = `
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data?.html !== 'string') return;
  document.body.replaceChildren(document.createRange().createContextualFragment(event.data.html));
  const tell = () => parent.postMessage({ height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
  new ResizeObserver(tell).observe(document.body);
}, { once: true });
`;

const STYLE =
  'body{margin:0;padding:8px;display:flow-root;font-family:system-ui,sans-serif;overflow-wrap:anywhere}' +
  'img,video,iframe{max-width:100%}';

/** Where the scripts of real embeds come from: Facebook's in any language. */
const SCRIPTS = ['https://connect.facebook.net', 'https://www.instagram.com/embed.js'];
/** What they reach for, and the frames that they open. */
const EMBEDDERS = [
  'https://connect.facebook.net',
  'https://www.facebook.com',
  'https://web.facebook.com',
  'https://www.instagram.com',
];

/**
 * The page that a third party's HTML is shown in, with the policy it is served under. It has no origin, even when
 * somebody opens it by itself: no cookies of ours, no storage, no way to our pages or calls.
 * @param sdkOrigin where the SDK in use comes from
 */
export function embedFrame(sdkOrigin: string): { html: string; policy: string } {
  const hosts = [...new Set([sdkOrigin, ...EMBEDDERS])].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(SCRIPT)}' ${[...new Set([sdkOrigin, ...SCRIPTS])].join(' ')}`,
    `style-src 'unsafe-inline' ${hosts}`,
    `img-src https: data: ${sdkOrigin}`,
    `media-src https: ${sdkOrigin}`,
    `font-src https: data:`,
    `frame-src ${hosts}`,
    `connect-src ${hosts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
  return {
    html:
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Embed</title>' +
      `<style>${STYLE}</style></head><body><script>${SCRIPT}</script></body></html>`,
    policy,
  };
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
