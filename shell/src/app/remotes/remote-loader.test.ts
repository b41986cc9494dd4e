import { CONTRACT_VERSION, type LoadPhase } from '@pagecast/api/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Remote } from '../../kit/index.ts';
import { CURRENT_VERSION_MS, PATIENCE_MS } from '../../kit/runtime/patience.ts';
import { buildRelease, previousRelease } from './build-release.ts';
import type { LoadReport } from './load-reports.ts';
import { RemoteError, remoteLoader } from './remote-loader.ts';

const screens: Remote = { '/history': () => null };
const older: Remote = { '/history': () => null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What `work` came to, once everything it waits for has passed, and after how many milliseconds. */
async function ended<Result>(work: Promise<Result>): Promise<{ value?: Result; error?: unknown; afterMs: number }> {
  const startedAt = performance.now();
  const end = work.then(
    (value) => ({ value, afterMs: performance.now() - startedAt }),
    (error: unknown) => ({ error, afterMs: performance.now() - startedAt }),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

/** A runtime that answers for each manifest as the table says; an address that is not in it never answers. */
function federation(answers: Record<string, Remote | Error>) {
  let asked = '';
  const registered: string[] = [];
  const givenUp: string[] = [];
  const shown: string[] = [];
  const prefetched: string[] = [];
  return {
    registered,
    prefetched,
    async prefetch(_: string, files: { manifestUrl: string }) {
      prefetched.push(files.manifestUrl);
      if (answers[files.manifestUrl] instanceof Error) throw answers[files.manifestUrl];
    },
    answers,
    register(_: string, files: { manifestUrl: string }) {
      asked = files.manifestUrl;
      registered.push(asked);
    },
    phaseOf: (): LoadPhase => 'entry',
    givenUp,
    giveUp(files: { manifestUrl: string }) {
      givenUp.push(files.manifestUrl);
    },
    shown,
    show(_: string, files: { manifestUrl: string }) {
      shown.push(files.manifestUrl);
    },
    hide() {},
    load(): Promise<{ remote: Remote }> {
      const found = answers[asked];
      if (found === undefined) return new Promise(() => {});
      return found instanceof Error ? Promise.reject(found) : Promise.resolve({ remote: found });
    },
  };
}

const release = buildRelease({ previous: previousRelease });
const down = new Error('down');
const inTime = () => performance.now() + PATIENCE_MS;

test('a remote is fetched once, however many ask for it', async () => {
  const runtime = federation({ [release.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  const [first, second] = [loader.load(release), loader.load(release)];
  expect(second).toBe(first);
  expect(await first).toBe(screens);
  expect(runtime.registered).toEqual([release.manifestUrl]);
});

test('what is fetched ahead is not started, and once is enough', async () => {
  const runtime = federation({ [release.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  loader.prefetch(release);
  loader.prefetch(release);
  expect([runtime.prefetched, runtime.registered]).toEqual([[release.manifestUrl], []]);
  const newer = buildRelease({ version: '3', manifestUrl: '/remotes/mf_history/3/mf-manifest.json' });
  await loader.load(release);
  loader.prefetch(release);
  loader.prefetch({ ...newer, contract: CONTRACT_VERSION + 1 });
  loader.prefetch(newer);
  expect(runtime.prefetched).toEqual([release.manifestUrl, newer.manifestUrl]);
});

test('what did not come ahead is fetched the next time', async () => {
  const runtime = federation({ [release.manifestUrl]: down });
  const loader = remoteLoader(runtime);
  loader.prefetch(release);
  await vi.advanceTimersByTimeAsync(0);
  loader.prefetch(release);
  expect(runtime.prefetched).toHaveLength(2);
});

test('the version before serves when the newest cannot be loaded', async () => {
  const runtime = federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: older });
  expect(await remoteLoader(runtime).load(release)).toBe(older);
  expect(runtime.registered).toEqual([release.manifestUrl, previousRelease.manifestUrl]);
});

test('the version before also serves when the newest never comes', async () => {
  const runtime = federation({ [previousRelease.manifestUrl]: older });
  expect(await ended(remoteLoader(runtime).load(release))).toEqual({ value: older, afterMs: CURRENT_VERSION_MS });
});

test('without a version before, the failure says that the other areas are not affected', async () => {
  expect(await ended(remoteLoader(federation({})).load(buildRelease()))).toMatchObject({
    error: { reason: "We couldn't load its files. Other areas aren't affected." },
  });
});

const PHASES = ['manifest', 'entry', 'module'] as const satisfies readonly LoadPhase[];

test.each(
  PHASES.flatMap(
    (phase) =>
      [
        [phase, buildRelease()],
        [phase, release],
      ] as const,
  ),
)('where its %s never comes, all that is tried ends within nine seconds', async (phase, hanging) => {
  const { error, afterMs } = await ended(remoteLoader({ ...federation({}), phaseOf: () => phase }).load(hanging));
  expect([error, afterMs]).toEqual([
    expect.any(RemoteError),
    hanging.previous === null ? CURRENT_VERSION_MS : PATIENCE_MS,
  ]);
  expect(afterMs).toBeLessThan(9000);
});

test('a version that waits for another one to end does not wait for longer', async () => {
  const newer = buildRelease({
    version: '3',
    manifestUrl: '/remotes/mf_history/3/mf-manifest.json',
    previous: previousRelease,
  });
  const loader = remoteLoader(federation({}));
  void loader.load(buildRelease()).catch(() => {});
  expect((await ended(loader.load(newer))).afterMs).toBeLessThan(9000);
});

test('when both versions fail, the failure says so', async () => {
  const runtime = federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: down });
  await expect(remoteLoader(runtime).load(release)).rejects.toMatchObject({
    reason: expect.stringContaining('or those of the previous version') as string,
  });
});

test('a remote of another contract is refused before any of its files is asked for', async () => {
  const runtime = federation({ [release.manifestUrl]: screens });
  const loading = remoteLoader(runtime).load({ ...release, contract: CONTRACT_VERSION + 1 });
  await expect(loading).rejects.toMatchObject({
    reason: 'This area was built for another version of Pagecast. Reload the page to get the matching one.',
  });
  expect(runtime.registered).toEqual([]);
});

test('a dead remote is not hammered: its failure stays until somebody asks for another try', async () => {
  const runtime = federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: down });
  const loader = remoteLoader(runtime);
  for (let visit = 0; visit < 3; visit += 1) await expect(loader.load(release)).rejects.toThrow();
  expect(runtime.registered).toHaveLength(2);

  runtime.answers[release.manifestUrl] = screens;
  loader.forgetFailure(release);
  expect(await loader.load(release)).toBe(screens);
});

test('asking for another try leaves a remote alone that is there or on its way', async () => {
  const runtime = federation({ [release.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  const first = loader.load(release);
  loader.forgetFailure(release);
  expect(loader.load(release)).toBe(first);
  await first;
  loader.forgetFailure(release);
  expect(loader.load(release)).toBe(first);
});

test('a remote that came but did not work can be fetched anew', async () => {
  const runtime = federation({ [release.manifestUrl]: older });
  const loader = remoteLoader(runtime);
  expect(await loader.load(release)).toBe(older);
  runtime.answers[release.manifestUrl] = screens;
  loader.forget(release);
  expect(await loader.load(release)).toBe(screens);
});

test('a version that was there stays, and a newer one is fetched beside it', async () => {
  const newer = buildRelease({ version: '3', manifestUrl: '/remotes/mf_history/3/mf-manifest.json' });
  const runtime = federation({ [release.manifestUrl]: older, [newer.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  expect([await loader.load(release), await loader.load(newer), await loader.load(release)]).toEqual([
    older,
    screens,
    older,
  ]);
  expect(runtime.registered).toEqual([release.manifestUrl, newer.manifestUrl]);
});

test('a failure that is met again and again is told once', async () => {
  const report = vi.fn();
  const loader = remoteLoader(federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: down }), {
    report,
  });
  for (let visit = 0; visit < 3; visit += 1) {
    loader.forgetFailure(release);
    await expect(loader.load(release)).rejects.toThrow();
  }
  expect(report.mock.calls.map(([load]) => (load as LoadReport).version)).toEqual(['2', '1']);
});

test('each way into the page is told once, with the step that failed', async () => {
  const reported: LoadReport[] = [];
  const options = {
    report: (load: LoadReport) => {
      reported.push(load);
    },
  };
  const loader = remoteLoader(federation({ [previousRelease.manifestUrl]: older }), options);
  await ended(loader.load(release));
  await loader.load(release);
  await expect(
    remoteLoader(federation({}), options).load({ ...release, contract: CONTRACT_VERSION + 1 }),
  ).rejects.toThrow();
  loader.reportBroken(release, new TypeError('posts is undefined'), inTime());
  expect(reported).toMatchObject([
    {
      name: 'mf_history',
      version: '2',
      phase: 'entry',
      message: expect.stringContaining('Nothing came within 5500 ms') as string,
    },
    { version: '1', phase: null },
    { version: '2', phase: 'contract' },
    { version: '1', phase: 'render', message: 'TypeError: posts is undefined' },
  ]);
});

test('versions of a remote come one after another, since the runtime would take one for the other', async () => {
  const newer = buildRelease({ version: '3', manifestUrl: '/remotes/mf_history/3/mf-manifest.json' });
  const runtime = federation({ [newer.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  const [hanging, next] = [loader.load(buildRelease()), loader.load(newer)];
  expect(runtime.registered).toEqual([release.manifestUrl]);
  expect((await ended(hanging)).error).toBeInstanceOf(RemoteError);
  expect(await next).toBe(screens);
  expect([runtime.registered, runtime.givenUp]).toEqual([
    [release.manifestUrl, newer.manifestUrl],
    [release.manifestUrl],
  ]);
});

test('a version that came to fall back on is not fetched again when it is current', async () => {
  const runtime = federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: older });
  const loader = remoteLoader(runtime);
  await loader.load(release);
  expect(await loader.load(buildRelease(previousRelease))).toBe(older);
  expect(runtime.registered).toEqual([release.manifestUrl, previousRelease.manifestUrl]);
});

test('what is shown is what came, also where that is the version before', async () => {
  const runtime = federation({ [release.manifestUrl]: down, [previousRelease.manifestUrl]: older });
  const loader = remoteLoader(runtime);
  loader.show(release);
  await loader.load(release);
  loader.show(release);
  expect(runtime.shown).toEqual([previousRelease.manifestUrl]);
});

test('the version before takes the place of one that broke before anybody saw it work', async () => {
  const runtime = federation({ [release.manifestUrl]: screens, [previousRelease.manifestUrl]: older });
  const loader = remoteLoader(runtime);
  await loader.load(release);
  expect(loader.reportBroken(release, new Error('broken at render'), inTime())).toBe(true);
  expect(await loader.load(release)).toBe(older);
  expect(loader.reportBroken(release, new Error('broken, too'), inTime())).toBe(false);
});

test('where whoever waits has waited long enough, nothing takes its place', async () => {
  const loader = remoteLoader(federation({ [release.manifestUrl]: screens, [previousRelease.manifestUrl]: older }));
  await loader.load(release);
  expect(loader.reportBroken(release, new Error('broken at render'), performance.now())).toBe(false);
  expect(await loader.load(release)).toBe(screens);
});

test('one that was seen to work stays, and so does one without a version before', async () => {
  const runtime = federation({ [release.manifestUrl]: screens });
  const loader = remoteLoader(runtime);
  await loader.load(release);
  loader.reportSeen(release);
  expect(loader.reportBroken(release, new Error('broken by a click'), inTime())).toBe(false);
  const only = remoteLoader(runtime);
  await only.load(buildRelease());
  expect(only.reportBroken(buildRelease(), new Error('broken at render'), inTime())).toBe(false);
});
