import type { WebhookFormat } from '../../contract/webhooks.ts';

/**
 * An address as it is shown once it is kept. Whoever has the address of a messenger can write there: of these only the
 * host is shown. Of others all but what is asked (`?…`), which may be a key.
 */
export function shownAddress(address: string, format: WebhookFormat): string {
  const { origin, pathname, search } = new URL(address);
  if (format !== 'standard') return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
