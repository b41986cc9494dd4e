import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoFile } from '../../testing/real-media.ts';
import { problemsOfVideo, readVideo, type Video } from './video-file.ts';

const reel: Video = { width: 1080, height: 1920, seconds: 30, framesPerSecond: 30, codec: 'avc' };

describe('a reel', () => {
  test.each([
    ["of Facebook's advice", {}, []],
    ['at all its lower limits', { width: 540, height: 960, seconds: 3, framesPerSecond: 24 }, []],
    ['at all its upper limits', { seconds: 90, framesPerSecond: 60, codec: 'av1' }, []],
    ['of a phone that counts 29.97 frames', { framesPerSecond: 29.97, seconds: 89.98 }, []],
    [
      'too short',
      { seconds: 2 },
      ['The video is 2 seconds long. A reel needs at least 3 seconds. Choose a longer one.'],
    ],
    [
      'too long',
      { seconds: 125 },
      ['The video is 2 min 5 s long. A reel can be up to 90 seconds. Shorten it, or post it as Video.'],
    ],
    [
      'lying',
      { width: 1920, height: 1080 },
      [
        'The video is 1920 × 1080. A reel must be upright, 9:16. ' +
          'Crop it, for example to 1080 × 1920, or post it as Video.',
      ],
    ],
    [
      'too small',
      { width: 360, height: 640 },
      ['The video is 360 × 640. A reel needs at least 540 × 960. Export it larger, ideally at 1080 × 1920.'],
    ],
    [
      'too slow',
      { framesPerSecond: 12 },
      ['The video has 12 frames per second. A reel needs 24 to 60. Export it at 30.'],
    ],
    [
      'of an old codec',
      { codec: null },
      ["Facebook doesn't accept this video's compression for reels. Export it with H.264."],
    ],
  ] as const)('%s', (_name, change, problems) =>
    expect(problemsOfVideo('reel', { ...reel, ...change })).toEqual(problems),
  );

  test('is told everything at once', () => {
    expect(problemsOfVideo('reel', { ...reel, width: 1920, height: 1080, seconds: 1 })).toHaveLength(2);
  });
});

describe('a video', () => {
  test.each([
    ['16:9', { width: 1920, height: 1080 }, 0],
    ['9:16', {}, 0],
    ['square', { width: 800, height: 800 }, 0],
    ['of a second', { seconds: 1 }, 0],
    ['of four hours', { seconds: 14_400 }, 0],
    ['of the cinema', { width: 2560, height: 1080 }, 1],
    ['like a ribbon', { width: 400, height: 1600 }, 1],
    ['of five hours', { seconds: 18_000 }, 1],
  ] as const)('%s', (_name, change, problems) =>
    expect(problemsOfVideo('video', { ...reel, ...change })).toHaveLength(problems),
  );
});

describe("a video's file", () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'videos-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const kept = (bytes: Buffer): string => {
    const file = path.join(folder, String(bytes.length));
    fs.writeFileSync(file, bytes);
    return file;
  };

  test.each(['mp4', 'mov', 'webm'] as const)('%s tells its size, length and speed', async (container) => {
    const video = await readVideo(kept(await videoFile({ container, width: 640, height: 360, seconds: 3 })));
    expect(video).toMatchObject({ width: 640, height: 360, codec: 'av1' });
    expect(video.seconds).toBeCloseTo(3, 1);
    expect(video.framesPerSecond).toBeCloseTo(30, 0);
  });

  test('that was cut off, or is broken, is told so with what to do', async () => {
    const whole = await videoFile({ width: 640, height: 360 });
    for (const bytes of [
      whole.subarray(0, whole.length - 200),
      whole.subarray(0, 300),
      Buffer.concat([whole.subarray(0, 40), Buffer.alloc(4000, 7)]),
    ]) {
      await expect(readVideo(kept(bytes))).rejects.toThrow(/damaged or incomplete.*Export it again as an MP4/);
    }
  });
});
