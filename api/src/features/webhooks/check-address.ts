import type { WebhookFormat } from '../../contract/webhooks.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { AddressFlaw, PublicPost } from '../../http/post-public.ts';

const WORDS: Readonly<Record<AddressFlaw, string>> = {
  address: 'Must be an address such as https://example.com/hooks',
  scheme: 'Must begin with https://',
  credentials: 'Must not contain a username or password',
  port: 'Must use port 443, or a port from 1024 up',
  private: 'Must be an address that anyone on the internet can reach',
};

/**
 * What is wrong with an address before it is kept. Which machine its name means is looked at now, and again each time
 * the line opens.
 * @throws InvalidInputError
 */
export async function checkAddress(publicPost: PublicPost, url: string, format: WebhookFormat): Promise<void> {
  const refuse = (message: string): never => {
    throw InvalidInputError.of([{ path: 'url', message }]);
  };
  const flaw = publicPost.flawOf(url) ?? (await publicPost.leadsInside(url));
  if (flaw !== null) refuse(WORDS[flaw]);
  if (format === 'telegram' && (new URL(url).searchParams.get('chat_id') ?? '') === '')
    refuse('Must end in ?chat_id= and the chat, such as https://api.telegram.org/bot…/sendMessage?chat_id=-1001234');
}
