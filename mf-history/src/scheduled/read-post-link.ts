import type { PublishPlatform } from '@pagecast/api/contract';

const EXAMPLES: Record<PublishPlatform, string> = {
  facebook: "Paste the post's address on facebook.com, starting with https://, or leave this empty.",
  fiztech: "Paste the article's address, starting with https://, or leave this empty.",
};

/** Reads where somebody saw a post. The server knows the tech site's host, and says no to any other. */
export function readPostLink(typed: string, platform: PublishPlatform): { url?: string } | { problem: string } {
  const address = typed.trim();
  if (address === '') return {};
  const url = URL.parse(address);
  const isThere = url?.protocol === 'https:' && (platform === 'fiztech' || /(^|\.)facebook\.com$/.test(url.hostname));
  return isThere ? { url: url.href } : { problem: EXAMPLES[platform] };
}
