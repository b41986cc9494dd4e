import type { SandboxContext } from './exchange.ts';

const KEEP = 20_000;
const SECRET_PARAMS =
  /^(access_token|input_token|fb_exchange_token|client_secret|appsecret_proof|code|signed_request)$/;
const LONGEST_VALUE = 400;

export interface JournalEntry {
  n: number;
  at: string;
  service: string;
  method: string;
  path: string;
  params: Record<string, string>;
  token: string | null;
  page: string | null;
  status: number | null;
  /** Did the call change anything? `effects` says what. */
  effect: boolean;
  effects: string[];
  faults: string[];
  ms: number;
  headers: Record<string, string>;
}

/** Shows enough of a token to tell two apart, and no more. */
function mask(secret: string): string {
  return secret.length <= 12 ? '***' : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

/** Every request to a simulated service, newest last, at most 20,000. */
export function createJournal() {
  let entries: JournalEntry[] = [];
  let count = 0;
  return {
    record(ctx: SandboxContext, path: string, startedAt: number, status: number | null): void {
      const { exchange } = ctx.state;
      count += 1;
      entries.push({
        n: count,
        at: new Date(startedAt).toISOString(),
        service: exchange.service ?? '',
        method: ctx.method,
        path,
        params: maskParams(exchange.params),
        token: exchange.token === null ? null : mask(exchange.token),
        page: exchange.page,
        status,
        effect: exchange.effects.length > 0,
        effects: exchange.effects,
        faults: exchange.faults,
        ms: Date.now() - startedAt,
        headers: maskHeaders(ctx),
      });
      if (entries.length > KEEP * 2) entries = entries.slice(-KEEP);
    },
    list(filter: {
      service?: string | undefined;
      path?: string | undefined;
      since?: number | undefined;
    }): JournalEntry[] {
      const path = filter.path === undefined ? null : new RegExp(filter.path);
      return entries
        .slice(-KEEP)
        .filter(
          (entry) =>
            (filter.service === undefined || entry.service === filter.service) &&
            (path === null || path.test(entry.path)) &&
            (filter.since === undefined || entry.n > filter.since),
        );
    },
    clear(): void {
      entries = [];
    },
  };
}
export type Journal = ReturnType<typeof createJournal>;

function maskParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      SECRET_PARAMS.test(key) ? mask(value) : value.slice(0, LONGEST_VALUE),
    ]),
  );
}

function maskHeaders(ctx: SandboxContext): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of ['user-agent', 'idempotency-key', 'offset', 'file_size', 'file_offset']) {
    const value = ctx.get(name);
    if (value !== '') shown[name] = value;
  }
  return shown;
}
