import { networkFacts, type PublishPlatform } from '@pagecast/api/contract';

/** Reads where somebody saw a post. Where the server alone knows the host of the network, it says no to any other. */
export function readPostLink(typed: string, platform: PublishPlatform): { url?: string } | { problem: string } {
  const address = typed.trim();
  if (address === '') return {};
  const url = URL.parse(address);
  const { of, host } = networkFacts(platform).link;
  const isThere = url?.protocol === 'https:' && (host === null || `.${url.hostname}`.endsWith(`.${host}`));
  if (isThere) return { url: url.href };
  return {
    problem: `Paste ${of}${host === null ? '' : ` on ${host}`}, starting with https://, or leave this empty.`,
  };
}
