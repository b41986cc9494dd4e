/** As long as SMTP carries. */
export const MAIL_ADDRESS_LENGTH = 254;
const SHAPE =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/** One address alone: no name, no list, nothing that ends a line. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAIL_ADDRESS_LENGTH && SHAPE.test(text);
}

/** A name and an address, as `Pagecast <pagecast@example.com>`, or the address alone; null when it is neither. */
export function readSender(text: string): { readonly name: string; readonly address: string } | null {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|)\s*$/.exec(text) ?? [];
  const sender = address === '' ? { name: '', address: text.trim() } : { name: name.trim(), address };
  return isSenderAddress(sender.address) ? sender : null;
}

/** Servers of one's own have names such as `localhost`. */
function isSenderAddress(address: string): boolean {
  return isMailAddress(address) || (isMailAddress(`${address}.local`) && /@[a-z0-9-]+$/i.test(address));
}
