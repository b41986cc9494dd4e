import { createTeamPreviewLink, type PreviewLink } from '../../api/src/contract/release-previews.ts';
import { abortReleasedArea, promoteReleasedArea, shareReleasedArea } from '../../api/src/contract/release-shares.ts';
import { createRobotPass, reportRobot } from '../../api/src/contract/release-robots.ts';
import type { BodyOf } from '../../api/src/contract/endpoint.ts';
import {
  listReleasedUses,
  moveReleasedArea,
  planRelease,
  readReleasedArea,
  releaseVersion,
  sendReleaseFile,
  type SentFile,
} from '../../api/src/contract/releases.ts';
import { releaseToAny } from './older-product.ts';
import { isHeldBack, persistently, productCall, RefusalError } from './product-call.ts';

interface Target {
  readonly origin: string;
  readonly token: string;
  readonly area: string;
  /** How often a product that does not answer a call is asked whether it lives. */
  readonly probeMs?: number;
}

/**
 * One area of a product, as the holder of a token reaches it.
 * @param origin of the product
 * @param area such as mf_history
 */
export function productClient({ origin, token, area, probeMs }: Target) {
  const call = productCall(origin, token, probeMs);
  const params = { name: area };

  /** Those of `files` that are not there, and from which byte on. */
  const missing = async (files: readonly SentFile[]) => {
    const body = { files: files.map(({ hash, bytes }) => ({ hash, bytes })) };
    return (await persistently(() => call(planRelease, { params, body }))).missing;
  };

  return {
    area: () => persistently(() => call(readReleasedArea, { params })),
    missing,

    /** Goes on where the line dropped. @param begin what is there already, in bytes */
    async send(file: SentFile, content: Buffer, begin: number): Promise<void> {
      let offset: number | null = begin;
      await persistently(async () => {
        offset ??= (await missing([file]))[0]?.offset ?? file.bytes;
        if (offset === file.bytes) return;
        const input = {
          params: { ...params, hash: file.hash },
          query: { offset, bytes: file.bytes },
          bytes: new Uint8Array(content.subarray(offset)),
        };
        // Asked for anew before another try.
        offset = null;
        await call(sendReleaseFile, input);
      });
    },

    release: (body: BodyOf<typeof releaseVersion>) =>
      releaseToAny((wanted) => call(releaseVersion, { params, body: wanted }), body),

    /** null from a product that has no previews yet. */
    preview: (version: string): Promise<PreviewLink | null> =>
      persistently(() => call(createTeamPreviewLink, { params, body: { version } })).catch((error: unknown) => {
        if (error instanceof RefusalError && error.status === 404) return null;
        throw error;
      }),

    /** The same again changes nothing. */
    share: (body: BodyOf<typeof shareReleasedArea>) => persistently(() => call(shareReleasedArea, { params, body })),
    promote: () => persistently(() => call(promoteReleasedArea, { params, body: {} }), isHeldBack),
    abort: () => persistently(() => call(abortReleasedArea, { params, body: {} }), isHeldBack),

    /** What the last versions of all areas use. */
    uses: () => persistently(() => call(listReleasedUses, { params })),

    /** What lets a robot load a version, in a header. */
    robotPass: async (version: string): Promise<string> =>
      (await persistently(() => call(createRobotPass, { params: { ...params, version } }))).pass,

    /** Keeps with a version what its robot found. */
    reportRobot: (version: string, body: BodyOf<typeof reportRobot>) =>
      persistently(() => call(reportRobot, { params: { ...params, version }, body })),

    move: (body: BodyOf<typeof moveReleasedArea>) => call(moveReleasedArea, { params, body }),
  };
}
export type ProductClient = ReturnType<typeof productClient>;
