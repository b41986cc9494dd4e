/** What the process that makes an export and the one that started it tell each other. */
import type { StoreSettings } from '../media/media-store.ts';
import type { ExportClaim } from './data-exports.repository.ts';
import type { MadeExport } from './make-export.ts';

/** The variable that holds the order: arguments are shown to everybody on the machine. */
export const EXPORT_ORDER = 'PAGECAST_EXPORT';

export interface ExportOrder {
  readonly databaseUrl: string;
  readonly store: StoreSettings;
  readonly claim: ExportClaim;
}

export interface ExportWord {
  readonly made: MadeExport;
  readonly problem: string | null;
}
