import { keepNote } from '../browser/keep-note.ts';

const KEY = 'pagecast.deletionCode';

/** The code of an account that was deleted in this tab: kept past the log out, until somebody logs in. */
export const deletionCode = {
  read: (): string | null => sessionStorage.getItem(KEY),
  keep: (code: string): void => keepNote('sessionStorage', KEY, code),
  forget: (): void => sessionStorage.removeItem(KEY),
};
