import type { InputTrack } from 'mediabunny';
import type { MediaKind } from '../../contract/media.ts';
import { STORY_SECONDS } from '../../contract/stories.ts';
import { AppError } from '../../http/errors.ts';
import { refused } from './media-types.ts';

/** What a video's container tells. */
export interface Video {
  /** As it is seen: turned the way its camera was held. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  /** null: none that is known. */
  readonly codec: string | null;
}

/** Packets looked at for the frame rate. */
const PACKETS_SAMPLED = 250;

/**
 * Reads the container of a video, never its pictures.
 * @param file where it lies on this machine, or its bytes
 * @throws InvalidInputError when it is broken, cut off, or holds no moving picture
 */
export async function readVideo(file: string | Blob): Promise<Video> {
  // Loaded with the first video, and not by every process that starts.
  const { BlobSource, EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } =
    await import('mediabunny');
  // None among them that names other files: what comes in is read by itself alone.
  const source = typeof file === 'string' ? new FilePathSource(file) : new BlobSource(file);
  const input = new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source });
  /** The list of its pictures may be there while their bytes are not: the last one tells. */
  const isCutOff = async (track: InputTrack) => (await new EncodedPacketSink(track).getPacket(Infinity)) === null;
  try {
    const video = await input.getPrimaryVideoTrack();
    const tracks = await input.getTracks();
    if (video === null) throw refused(tracks.length === 0 ? BROKEN : 'This file has no video in it. Choose a video.');
    for (const track of tracks) if (await isCutOff(track)) throw refused(BROKEN);
    const { averagePacketRate } = await video.computePacketStats(PACKETS_SAMPLED);
    return {
      width: video.displayWidth,
      height: video.displayHeight,
      seconds: await input.computeDuration(),
      framesPerSecond: averagePacketRate,
      codec: video.codec,
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(BROKEN, error);
  } finally {
    input.dispose();
  }
}

const BROKEN = 'This video is damaged or incomplete. Export it again as an MP4 and choose the new file.';

const UPRIGHT = { minWidth: 540, minHeight: 960, minFrames: 24, maxFrames: 60 } as const;
/** What is upright and short, as its owner calls it, and how long it may be. */
interface UprightKind {
  readonly called: string;
  readonly several: string;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}
const UPRIGHT_KINDS = {
  reel: { called: 'A reel', several: 'reels', minSeconds: 3, maxSeconds: 90 },
  story: {
    called: 'A story',
    several: 'stories',
    minSeconds: STORY_SECONDS.shortest,
    maxSeconds: STORY_SECONDS.longest,
  },
} as const satisfies Record<string, UprightKind>;
const VIDEO_MAX_SECONDS = 4 * 3600;
const PORTRAIT = 9 / 16;
const LANDSCAPE = 16 / 9;
/** Sides are whole and even numbers, durations end with a frame, and rates are averages. */
const TOLERANCE = 0.02;
const SECONDS_TOLERANCE = 0.2;
const UPRIGHT_CODECS = ['avc', 'hevc', 'vp9', 'av1'];

/**
 * What to change about a video before Facebook takes it as this kind: a sentence for each, none when all is well.
 * Source: Facebook, Video API, Reels Publishing API and Page Stories API.
 */
export function problemsOfVideo(kind: Exclude<MediaKind, 'image'> | 'story', video: Video): string[] {
  return kind === 'video' ? videoProblems(video) : uprightProblems(UPRIGHT_KINDS[kind], video);
}

function videoProblems({ width, height, seconds }: Video): string[] {
  const aspect = width / height;
  const size = `${width} × ${height}`;
  return [
    ...(aspect > LANDSCAPE * (1 + TOLERANCE)
      ? [`The video is ${size}, wider than 16:9. Crop it to 16:9, for example 1920 × 1080.`]
      : []),
    ...(aspect < PORTRAIT * (1 - TOLERANCE)
      ? [`The video is ${size}, taller than 9:16. Crop it to 9:16, for example 1080 × 1920.`]
      : []),
    ...(seconds > VIDEO_MAX_SECONDS + SECONDS_TOLERANCE
      ? [`The video is ${spoken(seconds)} long. Shorten it to 4 hours or less.`]
      : []),
  ];
}

function uprightProblems(
  { called, several, minSeconds, maxSeconds }: UprightKind,
  { width, height, seconds, framesPerSecond, codec }: Video,
): string[] {
  const size = `${width} × ${height}`;
  const isUpright = Math.abs(width / height / PORTRAIT - 1) <= TOLERANCE;
  return [
    ...(seconds < minSeconds - SECONDS_TOLERANCE
      ? [`The video is ${spoken(seconds)} long. ${called} needs at least ${minSeconds} seconds. Choose a longer one.`]
      : []),
    ...(seconds > maxSeconds + SECONDS_TOLERANCE
      ? [
          `The video is ${spoken(seconds)} long. ${called} can be up to ${maxSeconds} seconds. ` +
            'Shorten it, or post it as Video.',
        ]
      : []),
    ...(isUpright
      ? []
      : [
          `The video is ${size}. ${called} must be upright, 9:16. ` +
            'Crop it, for example to 1080 × 1920, or post it as Video.',
        ]),
    ...(isUpright && (width < UPRIGHT.minWidth || height < UPRIGHT.minHeight)
      ? [`The video is ${size}. ${called} needs at least 540 × 960. Export it larger, ideally at 1080 × 1920.`]
      : []),
    ...(framesPerSecond < UPRIGHT.minFrames * (1 - TOLERANCE) || framesPerSecond > UPRIGHT.maxFrames * (1 + TOLERANCE)
      ? [`The video has ${Math.round(framesPerSecond)} frames per second. ${called} needs 24 to 60. Export it at 30.`]
      : []),
    ...(codec !== null && UPRIGHT_CODECS.includes(codec)
      ? []
      : [`Facebook doesn't accept this video's compression for ${several}. Export it with H.264.`]),
  ];
}

function spoken(seconds: number): string {
  if (seconds < 100) return `${Number(seconds.toFixed(1))} seconds`;
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
