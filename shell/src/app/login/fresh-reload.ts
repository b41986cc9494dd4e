import { markPagesForRefresh } from '../facebook/refresh-mark.ts';
import { deletionCode } from '../session/deletion-code.ts';

/** Every screen starts anew as the one who is in now. */
export function reloadWithFreshPages(): void {
  markPagesForRefresh();
  deletionCode.forget();
  location.reload();
}
