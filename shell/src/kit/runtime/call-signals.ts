import { TELEMETRY_PATH, type Endpoint } from '@pagecast/api/contract';
import type { ApiError } from './api-error.ts';

/** Between shell and remotes of any day, as events of the window: the shell hears which calls of a remote failed. */
export const CALL_SIGNALS = Object.freeze({ failed: 'pagecast:call-failed' });

/** The stack of the error says whose call it was. */
export function announceFailure(endpoint: Endpoint, error: ApiError): void {
  if (!endpoint.path.startsWith(TELEMETRY_PATH))
    window.dispatchEvent(new CustomEvent(CALL_SIGNALS.failed, { detail: error }));
}

export function hearFailures(listener: (error: ApiError) => void): void {
  window.addEventListener(CALL_SIGNALS.failed, (event) => listener((event as CustomEvent<ApiError>).detail));
}
