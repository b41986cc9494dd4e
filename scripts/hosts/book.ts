/** As long as a screen waits for a call. */
const CALL_WITHIN_MS = 30_000;
/** Of what comes bit by bit. */
const STREAM_WITHIN_MS = 300_000;

/** What the balancer says of a host that ended before the whole part was there, where the sender still hears it. */
const CUT_OFF = 502;

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** What a healthy product answers; anything from 200 to 299 where nothing is said. */
  readonly expected?: readonly number[];
  /** Its body comes bit by bit. */
  readonly isStreamed?: boolean;
}

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: { readonly id?: number; readonly bytes?: number };
}

/** Everything that was asked, and whatever was not answered as on a quiet day. */
export function openBook(url: string) {
  const odd: string[] = [];
  const slow: { seconds: number; what: string }[] = [];
  let [calls, failed, sessionsEnded, cut] = [0, 0, 0, 0];

  return {
    odd,
    calls: () => calls,
    /** Parts of files that did not come to their end; whoever sent them goes on with the rest. */
    cut: () => cut,
    /** Not answered at all, or with a failure of ours; but for parts of files. */
    failed: () => failed,
    sessionsEnded: () => sessionsEnded,
    /** Of all since this was last asked. */
    slowest: () => slow.splice(0).toSorted((a, b) => b.seconds - a.seconds)[0] ?? { seconds: 0, what: 'nothing' },

    /** @returns null where nobody answered, or with a failure */
    async call(
      path: string,
      { expected = [], isStreamed = false, method = 'GET', ...init }: Call,
    ): Promise<Said | null> {
      calls += 1;
      const [began, what] = [performance.now(), `${method} ${path}`];
      const fail = (why: string) => {
        failed += 1;
        odd.push(`${new Date().toISOString()} ${what}: ${why}`);
        return null;
      };
      try {
        const answer = await fetch(`${url}${path}`, {
          ...init,
          method,
          ...(isStreamed && { duplex: 'half' as const }),
          signal: AbortSignal.timeout(isStreamed ? STREAM_WITHIN_MS : CALL_WITHIN_MS),
        });
        const text = await answer.text();
        if (answer.status >= 500 && !isStreamed) return fail(`${answer.status} ${text.slice(0, 200)}`);
        if (answer.status === CUT_OFF && isStreamed) {
          cut += 1;
          return null;
        }
        if (answer.status === 401) sessionsEnded += 1;
        if (!answer.ok && !expected.includes(answer.status))
          odd.push(`${new Date().toISOString()} ${what}: ${answer.status} ${text.slice(0, 200)}`);
        const isJson = answer.headers.get('content-type')?.includes('json') === true;
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          body: isJson ? (JSON.parse(text) as Said['body']) : {},
        };
      } catch (error) {
        if (isStreamed) {
          cut += 1;
          return null;
        }
        return fail(`${String(error)} ${String((error as Error).cause ?? '')}`);
      } finally {
        if (!isStreamed) slow.push({ seconds: (performance.now() - began) / 1000, what });
      }
    },
  };
}
export type Book = ReturnType<typeof openBook>;
