import { expect, test } from 'vitest';
import { productConfig } from './backups.ts';

const DATABASE = 'postgres://pagecast@localhost/pagecast';
const SERVER = { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('backups go to a bucket of their own server also where files of posts lie on disk', () => {
  expect(productConfig(DATABASE, SERVER)).toMatchObject({ DATABASE_URL: DATABASE });
  expect(productConfig(DATABASE, SERVER).S3_BUCKET).toBeUndefined();
  expect(productConfig(DATABASE, { ...SERVER, S3_BUCKET: 'files' })).toMatchObject({
    S3_BUCKET: 'files',
    S3_ENDPOINT: SERVER.S3_ENDPOINT,
  });
});
