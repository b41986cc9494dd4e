import { expect, test } from 'vitest';
import { createLogger } from './logging.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void, level: 'info' | 'debug' = 'info'): string[] {
  const lines: string[] = [];
  write(
    createLogger(
      { LOG_LEVEL: level },
      {
        write: (line) => {
          lines.push(line);
        },
      },
    ),
  );
  return lines;
}

test.each([
  [{ accessToken: 'EAAsecret' }],
  [{ page: { access_token: 'EAAsecret' } }],
  [{ request: { headers: { cookie: 'EAAsecret', authorization: 'EAAsecret' } } }],
  [{ config: { appSecret: 'EAAsecret', openaiApiKey: 'EAAsecret' } }],
  [{ err: new Error('GET https://graph.facebook.com/me?access_token=EAAsecret&fields=id failed') }],
  [{ err: Object.assign(new Error('refused'), { config: { token: 'EAAsecret' } }) }],
  [{ err: new Error('no answer', { cause: new Error('to https://graph/debug_token?input_token=EAAsecret') }) }],
  [{ text: 'authorization: Bearer EAAsecret' }],
  [{ text: 'OAuth EAAsecret' }],
])('a secret is cut out: %j', (fields) => {
  const [line = ''] = logged((log) => log.error(fields, 'failed'));
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('EAAsecret');
  expect(() => JSON.parse(line)).not.toThrow();
});

test('a line is JSON, with its time and the process', () => {
  const [line = ''] = logged((log) => log.info({ jobs: 3 }, 'ran'));
  expect(JSON.parse(line)).toMatchObject({
    msg: 'ran',
    jobs: 3,
    pid: process.pid,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test('what is below the level is left out', () => {
  const write = (log: ReturnType<typeof createLogger>) => log.debug('detail');
  expect(logged(write)).toEqual([]);
  expect(logged(write, 'debug')).toHaveLength(1);
});
