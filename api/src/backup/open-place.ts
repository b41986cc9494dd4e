import path from 'node:path';
import { openBucket } from '../features/media/objects/bucket.ts';
import { BackupError } from './backup-error.ts';
import { bucketPlace, folderPlace, type BackupPlace } from './place.ts';

const BUCKET = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/**
 * @param to a folder, or `s3://bucket/prefix` at the server that S3_ENDPOINT names
 * @param from what a relative folder counts from
 */
export function openPlace(to: string, from: string, env: NodeJS.ProcessEnv): BackupPlace {
  const [, bucket, prefix = ''] = BUCKET.exec(to) ?? [];
  if (bucket === undefined) {
    if (/^[a-z0-9]+:\/\//i.test(to)) throw new BackupError(`${to} is neither a folder nor s3://bucket/prefix.`);
    return folderPlace(path.resolve(from, to));
  }
  return bucketPlace(
    openBucket({
      endpoint: env['S3_ENDPOINT'] || undefined,
      region: env['S3_REGION'] || 'us-east-1',
      bucket,
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      accessKeyId: env['S3_ACCESS_KEY_ID'] || undefined,
      secretAccessKey: env['S3_SECRET_ACCESS_KEY'] || undefined,
    }),
    to,
  );
}
