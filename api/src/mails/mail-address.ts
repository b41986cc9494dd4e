import { domainToASCII, domainToUnicode } from 'node:url';

/** As long as SMTP carries. */
export const MAIL_ADDRESS_LENGTH = 254;
const SHAPE =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/**
 * An address as mail servers know it: a domain in other letters (`müller.de`) has a name in ours (`xn--mller-kva.de`).
 */
export function asMailAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return /^[\0-\x7f]*$/.test(domain) ? text : text.slice(0, at + 1) + domainToASCII(domain);
}

/** The same for people. */
export function shownMailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at + 1) + (domainToUnicode(address.slice(at + 1)) || address.slice(at + 1));
}

/** Other letters before the @, which few mail servers take. */
export function hasForeignMailbox(text: string): boolean {
  return /[^\0-\x7f].*@/.test(text);
}

/** One address alone: no name, no list, nothing that ends a line. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAIL_ADDRESS_LENGTH && SHAPE.test(text);
}

/** A name and an address, as `Pagecast <pagecast@example.com>`, or the address alone; null when it is neither. */
export function readSender(text: string): { readonly name: string; readonly address: string } | null {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|)\s*$/.exec(text) ?? [];
  const sender =
    address === ''
      ? { name: '', address: asMailAddress(text.trim()) }
      : { name: name.trim(), address: asMailAddress(address) };
  return isSenderAddress(sender.address) ? sender : null;
}

/** Servers of one's own have names such as `localhost`. */
function isSenderAddress(address: string): boolean {
  return isMailAddress(address) || (isMailAddress(`${address}.local`) && /@[a-z0-9-]+$/i.test(address));
}
