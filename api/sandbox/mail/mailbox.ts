const MOST_MAILS = 20_000;

/** A mail as it was taken: each recipient has one of their own. */
export interface Mail {
  readonly number: number;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By their names in small letters; of several of one name the last. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Everybody's mails, the newest last. They last as long as the sandbox runs. */
export function createMailbox(now: () => number) {
  let mails: Mail[] = [];
  let taken = 0;
  return {
    take(mail: Omit<Mail, 'number' | 'at'>): void {
      taken += 1;
      mails.push({ ...mail, number: taken, at: now() });
      if (mails.length > MOST_MAILS) mails = mails.slice(-MOST_MAILS);
    },
    list: (): readonly Mail[] => mails,
    find: (number: number): Mail | undefined => mails.find((mail) => mail.number === number),
    clear(): void {
      mails = [];
    },
  };
}
export type Mailbox = ReturnType<typeof createMailbox>;
