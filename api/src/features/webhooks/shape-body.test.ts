import { describe, expect, test } from 'vitest';
import { addressFor, shapeBody } from './shape-body.ts';
import { shownAddress } from './shown-address.ts';
import { restMs, waitMs } from './backoff.ts';

const LINK = 'https://pages.example.com/scheduled?post=1';
const TELEGRAM = new URL('https://api.telegram.org/bot1:abc/sendMessage?chat_id=-1001');
const standard = (summary: string) => JSON.stringify({ summary, link: LINK, data: {} });
const slack = (summary: string) => JSON.parse(shapeBody('slack', standard(summary), TELEGRAM)) as { text: string };
const discord = (summary: string) =>
  JSON.parse(shapeBody('discord', standard(summary), TELEGRAM)) as { content: string; allowed_mentions: object };
const telegram = (summary: string) =>
  JSON.parse(shapeBody('telegram', standard(summary), TELEGRAM)) as { text: string; chat_id: string };
const J = '\u2060';

describe('for Slack', () => {
  test('no markup and no call of a post works', () => {
    const { text, ...rest } = slack('<!channel> <@U123> *b* & <https://evil.test|bank> @here');
    expect(text).toBe(`&lt;!channel&gt; &lt;@${J}U123&gt; *b* &amp; &lt;https://evil.test|bank&gt; @${J}here\n${LINK}`);
    expect(rest).toEqual({ mrkdwn: false, unfurl_links: false, unfurl_media: false });
  });

  test('what is too long is cut between signs, never within an entity', () => {
    const { text } = slack('<'.repeat(5000));
    expect(text.length).toBeLessThanOrEqual(3000);
    expect(text.split('\n')[0]).toMatch(/^(&lt;)+…$/);
  });
});

describe('for Discord', () => {
  test('no markup and no call of a post works', () => {
    const { content, ...rest } = discord('@everyone <@&1> **b** [a](https://evil.test) `x` ||s||');
    expect(content).toBe(
      `@${J}everyone \\<@&1\\> \\*\\*b\\*\\* \\[a\\]\\(https\\://evil.test\\) \\\`x\\\` \\|\\|s\\|\\|\n<${LINK}>`,
    );
    expect(rest).toEqual({ allowed_mentions: { parse: [] }, flags: 4 });
  });

  test('what is too long is cut between signs, and keeps the link', () => {
    const { content } = discord('*😀'.repeat(2000));
    expect(content.length).toBeLessThanOrEqual(2000);
    expect(content.isWellFormed()).toBe(true);
    expect(content).toMatch(/[^\\]…\n<https:/);
  });
});

describe('for Telegram', () => {
  test('the chat is in the body, and there is no markup', () => {
    expect(telegram('<b>a</b> *b* @channel')).toEqual({
      chat_id: '-1001',
      text: `<b>a</b> *b* @${J}channel\n${LINK}`,
      link_preview_options: { is_disabled: true },
    });
    expect(addressFor('telegram', TELEGRAM.href)).toBe('https://api.telegram.org/bot1:abc/sendMessage');
  });

  test('what is too long is cut', () => {
    expect(telegram('😀'.repeat(4000)).text.length).toBeLessThanOrEqual(4096);
  });
});

test('no line break, no control and no turned letters of a post come through', () => {
  expect(slack('a\n\r\u0000b\u2028c\u202ed\u2066e').text).toBe(`a b cde\n${LINK}`);
});

test('an address of mail calls nobody', () => {
  expect(telegram('write to kopi@example.com').text).toBe(`write to kopi@example.com\n${LINK}`);
});

test('our own body stays as it is', () => {
  expect(shapeBody('standard', '{"a":1}', TELEGRAM)).toBe('{"a":1}');
});

test.each([
  ['https://a.example/hooks/1', 'standard', 'https://a.example/hooks/1'],
  ['https://a.example/hooks?token=1', 'standard', 'https://a.example/hooks?…'],
  ['https://hooks.slack.com/services/T/B/x', 'slack', 'https://hooks.slack.com/…'],
  [TELEGRAM.href, 'telegram', 'https://api.telegram.org/…'],
] as const)('%s of %s is shown as %s', (address, format, shown) => {
  expect(shownAddress(address, format)).toBe(shown);
});

test('an event is tried about ten times within a day', () => {
  let [at, tries] = [0, 1];
  while ((at += waitMs(tries)) < 24 * 3_600_000) tries += 1;
  expect(tries).toBe(11);
});

test('a receiver that is down rests longer and longer, and at most as long as it asks', () => {
  expect([1, 2, 3, 8, 50].map((failures) => restMs(failures, null) / 1000)).toEqual([5, 10, 20, 600, 600]);
  expect([30, 100_000].map((asked) => restMs(1, asked) / 1000)).toEqual([30, 3600]);
});
