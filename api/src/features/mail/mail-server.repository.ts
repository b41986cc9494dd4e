import type { Knex } from 'knex';
import { KeyNotHereError, type SecretBox, type SecretPlace } from '../../db/secrets.ts';

/** How the product sends mails. */
export interface MailServerSettings {
  /** With the password in it: never leaves the server. */
  readonly url: string;
  /** `Pagecast <pagecast@example.com>` */
  readonly sender: string;
}

export const mailServerPlace: SecretPlace = { table: 'mail_server', column: 'url', row: '1' };

/** The mail server that administrators set up in place of the one of the server's settings. */
export function mailServerRepository(db: Knex, secrets: SecretBox) {
  return {
    /** `lost`: it is sealed with a key that is gone. */
    async find(): Promise<MailServerSettings | 'lost' | null> {
      const row = await db<MailServerSettings>('mail_server').first('url', 'sender');
      if (row === undefined) return null;
      try {
        return { url: secrets.open(row.url, mailServerPlace), sender: row.sender };
      } catch (error) {
        if (error instanceof KeyNotHereError) throw error;
        return 'lost';
      }
    },

    async set({ url, sender }: MailServerSettings): Promise<void> {
      const values = { url: secrets.seal(url, mailServerPlace), sender };
      await db('mail_server')
        .insert({ id: true, ...values })
        .onConflict('id')
        .merge(values);
    },

    async remove(): Promise<void> {
      await db('mail_server').delete();
    },
  };
}
export type MailServerRepository = ReturnType<typeof mailServerRepository>;
