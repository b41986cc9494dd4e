import type { StoredProblem } from '../../contract/problems.ts';
import { minutesAfter, reader as readerOf, type Gaps, type Written } from './sentence.ts';

type Meaning = StoredProblem;
const reader = (code: string, texts: string | readonly string[], meaning: (gaps: Gaps, written: Written) => Meaning) =>
  readerOf<Meaning>(code, texts, meaning);

const TECH_SITE = 'the tech site';
const FACEBOOK = 'facebook' as const;
/** Late posts of one page have left so much between them in every release that wrote these. */
const SPACING = { spacingMinutes: 30 };

type Place = { readonly target: 'facebook' | 'fiztech'; readonly page: string | null };
function placeOf({ place, page }: Gaps): Place {
  const name = place ?? page ?? null;
  return name === TECH_SITE ? { target: 'fiztech', page: null } : { target: FACEBOOK, page: name };
}
const targetOf = ({ network }: Gaps) => ({ target: network === 'Facebook' ? FACEBOOK : ('fiztech' as const) });

const WAITS_ELSE = 'if it is then less than an hour late; otherwise it waits for you.';
const LATE = 'This post could not go out within an hour of its time';

/** What stood in the way of a post. */
const HINDRANCES = [
  reader(
    'no_access',
    'Your access to Pagecast has been withdrawn, so this post did not go out. Ask an administrator.',
    () => ({ code: 'no_access', action: null, params: {} }),
  ),
  reader(
    'no_tech_site',
    'The tech site is not set up, so nothing can be published there. Ask your administrator.',
    () => ({ code: 'no_tech_site', action: null, params: {} }),
  ),
  reader('no_app', 'No Facebook app is set up, so nothing can be published. Ask your administrator.', () => ({
    code: 'no_app',
    action: null,
    params: {},
  })),
  reader(
    'page_removed',
    'The Facebook page of this post was removed. Connect it again or choose another page, then publish.',
    () => ({ code: 'page_removed', action: 'choose_page', params: {} }),
  ),
  reader('no_file', 'The picture or video of this post is gone. Add it again, then publish.', () => ({
    code: 'no_file',
    action: 'edit',
    params: {},
  })),
  reader(
    'reel_limit',
    '{page} has published {number} reels in 24 hours, as many as Facebook allows. The next one can go out at {at} UTC.',
    ({ page = '', number, at = '' }) => ({
      code: 'reel_limit',
      action: 'publish_now',
      params: { page, limit: Number(number), at: `${at.replace(' ', 'T')}:00.000Z` },
    }),
  ),
];

/** What kept it waiting. */
const WAITS = [
  reader(
    'rate_limited',
    `Facebook takes no more calls for {page} for about {minutes} min. The post goes out after that ${WAITS_ELSE}`,
    (gaps, written) => ({
      code: 'rate_limited',
      action: null,
      params: { ...placeOf(gaps), stage: 'refused', until: minutesAfter(written, gaps['minutes']) },
    }),
  ),
  reader(
    'rate_limited',
    'The tech site takes no more articles for about {minutes} min. This one goes out after that.',
    ({ minutes }, written) => ({
      code: 'rate_limited',
      action: null,
      params: { target: 'fiztech', page: null, stage: 'refused', until: minutesAfter(written, minutes) },
    }),
  ),
  reader(
    'rate_limited',
    `No more posts are taken there for a while. This one goes out after that ${WAITS_ELSE}`,
    () => ({
      code: 'rate_limited',
      action: null,
      params: { target: FACEBOOK, page: null, stage: 'waiting', until: null },
    }),
  ),
  reader(
    'rate_limited',
    `No more posts are taken on {place} for about {minutes} min. This one goes out after that ${WAITS_ELSE}`,
    (gaps, written) => ({
      code: 'rate_limited',
      action: null,
      params: { ...placeOf(gaps), stage: 'waiting', until: minutesAfter(written, gaps['minutes']) },
    }),
  ),
  reader(
    'rate_limited',
    'Facebook takes no more posts on {page} for now. This one is kept as a draft: try again later.',
    (gaps) => ({
      code: 'rate_limited',
      action: 'publish_now',
      params: { ...placeOf(gaps), stage: 'kept_as_draft', until: null },
    }),
  ),
  reader(
    'blocked',
    'Facebook has stopped posts on {page} for now. Look for a notice on facebook.com; we try again in some hours.',
    (gaps) => ({
      code: 'blocked',
      action: 'open_facebook',
      params: { ...placeOf(gaps), stage: 'refused', until: null, said: null },
    }),
  ),
  reader(
    'blocked',
    'Facebook has stopped posts on {page} for now. This one waits for about {minutes} min, and goes out after that if it is then less than an hour late.',
    (gaps, written) => ({
      code: 'blocked',
      action: 'open_facebook',
      params: { ...placeOf(gaps), stage: 'waiting', until: minutesAfter(written, gaps['minutes']), said: null },
    }),
  ),
  reader(
    'blocked',
    'Facebook has stopped posts on {page} for now. Look for a notice on facebook.com. This one is kept as a draft: try again later.',
    (gaps) => ({
      code: 'blocked',
      action: 'publish_now',
      params: { ...placeOf(gaps), stage: 'kept_as_draft', until: null, said: null },
    }),
  ),
  ...(['rate_limited', 'blocked'] as const).flatMap((code) =>
    (
      [
        ['Facebook asked us to rest this page. The post goes out in about {minutes} min.', FACEBOOK],
        ['The tech site asked us to wait. The article goes out in about {minutes} min.', 'fiztech'],
      ] as const
    ).map(([text, target]) =>
      reader(code, text, ({ minutes }, written) => {
        const params = { target, page: null, stage: 'asked_now' as const, until: minutesAfter(written, minutes) };
        return code === 'blocked'
          ? { code, action: null, params: { ...params, said: null } }
          : { code, action: null, params };
      }),
    ),
  ),
  reader(
    'queued',
    'This post waits its turn: one post at a time goes out on a page, and late ones leave {minutes} min apart.',
    ({ minutes }) => ({
      code: 'queued',
      action: 'publish_now',
      params: { spacingMinutes: Number(minutes) },
    }),
  ),
  reader(
    'behind_doubt',
    'This post waits: another post may already be out on {place}, and we cannot tell. Decide about that one, and this one goes out at its time.',
    (gaps, { postId = 0 }) => ({
      code: 'behind_doubt',
      action: null,
      params: { ...placeOf(gaps), postId },
    }),
  ),
  reader('retrying', 'Facebook does not answer. We keep trying; the post goes out as soon as it does.', () => ({
    code: 'retrying',
    action: null,
    params: { target: FACEBOOK },
  })),
  reader('uploading', 'Its files are on their way to Facebook.', (_gaps, { share = 0 }) => ({
    code: 'uploading',
    action: null,
    params: bytesOf(share, SMALL_BYTES),
  })),
  reader(
    'uploading',
    'Its files are on their way to Facebook: {sent} of {total} MB ({number}%).',
    ({ total = '' }, { share = 0 }) => ({
      code: 'uploading',
      action: null,
      params: bytesOf(share, Number(total.replaceAll(',', '')) * MEGABYTE),
    }),
  ),
  reader(
    'processing',
    'Facebook has the video and is working on it. It appears on the page as soon as that is done.',
    () => ({ code: 'processing', action: null, params: { target: FACEBOOK } }),
  ),
  reader(
    'looking_back',
    'Pagecast was away for a while. We are checking that this post did not go out already.',
    () => ({ code: 'looking_back', action: null, params: { because: 'gap' } }),
  ),
  reader(
    'looking_back',
    'An earlier try may have put this post out already. We check that before it is sent again.',
    () => ({ code: 'looking_back', action: null, params: { because: 'earlier_try' } }),
  ),
];

const MEGABYTE = 1024 ** 2;
/** Of files that are too few bytes for figures, only the share was told. */
const SMALL_BYTES = 1_000_000;
function bytesOf(share: number, totalBytes: number) {
  return { sentBytes: Math.round(share * totalBytes), totalBytes: Math.round(totalBytes) };
}

/** What nobody could tell. */
const DOUBTS = [
  reader(
    'confirming',
    '{network} has not confirmed this post yet, so it may already be out. We are checking; it will not be sent twice.',
    (gaps) => ({ code: 'confirming', action: 'resolve', params: targetOf(gaps) }),
  ),
  // Nobody was asked about it then.
  reader(
    'confirming',
    '{network} has not confirmed this post yet. We are checking whether it went out; it will not be sent twice.',
    (gaps, { action }) => ({
      code: 'confirming',
      action: action === 'resolve' ? action : null,
      params: targetOf(gaps),
    }),
  ),
  reader(
    'may_be_out',
    [
      "This post may already be out on {place}, and we are not allowed to check. We won't send it again unless we can see that it isn't there. Look at {place}, then tell us whether you see it.",
      'This post may already be out on {place}, and we are not allowed to check. It is not sent again meanwhile. Look at {place}, then tell us whether you see it.',
    ],
    (gaps) => ({ code: 'may_be_out', action: 'resolve', params: { ...placeOf(gaps), look: 'refused' } }),
  ),
  reader(
    'may_be_out',
    [
      "This post may already be out on {place}. {network} gives no usable answer when we check. We keep checking, and won't send it again unless we can see that it isn't there. Look at {place}, then tell us whether you see it.",
      'This post may already be out on {place}. {network} gives no usable answer when we check. We keep checking, and it is not sent again meanwhile. Look at {place}, then tell us whether you see it.',
    ],
    (gaps) => ({ code: 'may_be_out', action: 'resolve', params: { ...placeOf(gaps), look: 'unanswered' } }),
  ),
  reader(
    'cannot_look',
    [
      'This post may already be out: we cannot check whether an earlier try, or one that Pagecast has no record of, put it on {place}. Look there, then tell us whether you see it.',
      'Pagecast was away for a while, and we cannot check whether this post went out already. Look at {place}, then publish it or discard it.',
    ],
    (gaps) => ({ code: 'cannot_look', action: 'resolve', params: placeOf(gaps) }),
  ),
];

/** Why it did not go out. */
const ENDS = [
  reader(
    'crashed',
    'Something went wrong on our side twice, so we stopped trying. This post was not published. Publish it again; if it fails again, contact support.',
    () => ({ code: 'crashed', action: 'publish_now', params: {} }),
  ),
  reader(
    'crashed',
    'This post may be published: something goes wrong on our side whenever we check. We keep trying. If you can see whether it is there, tell us.',
    () => ({ code: 'crashed', action: 'resolve', params: {} }),
  ),
  reader(
    'unreachable',
    'The other side could not be reached for an hour, so this post was not published. Publish it now or pick a new time.',
    () => ({ code: 'unreachable', action: 'publish_now', params: {} }),
  ),
  reader('missed', `${LATE}. Publish it now, pick a new time, or discard it.`, () => ({
    code: 'missed',
    action: 'publish_now',
    params: { because: 'time', ...SPACING },
  })),
  reader(
    'missed',
    `${LATE}: other posts of its page were before it, and late ones leave {minutes} min apart. Publish it now, pick a new time, or discard it.`,
    ({ minutes }) => ({
      code: 'missed',
      action: 'publish_now',
      params: { because: 'turn', spacingMinutes: Number(minutes) },
    }),
  ),
  reader(
    'missed_behind_doubt',
    `${LATE}: another post of its page may already be out, and nobody could tell. Decide about that one; then publish this one now, pick a new time, or discard it.`,
    () => ({ code: 'missed_behind_doubt', action: 'publish_now', params: {} }),
  ),
  reader(
    'vanished',
    'Facebook lost this post before it went out. We looked for it on {place} twice, and it is not there. Publish it again.',
    ({ place = '' }) => ({ code: 'vanished', action: 'publish_now', params: { target: FACEBOOK, page: place } }),
  ),
  reader('vanished', 'Facebook lost this post before it went out. Publish it again.', () => ({
    code: 'vanished',
    action: 'publish_now',
    params: { target: FACEBOOK, page: null },
  })),
  reader(
    'set_aside',
    'We stopped trying because the server went down three times while publishing this post. It was not published. Check its text and files, then publish it again.',
    () => ({ code: 'set_aside', action: 'edit', params: {} }),
  ),
  reader(
    'set_aside',
    'We stopped trying because the server went down several times while publishing this post. It may already be out: look at the page, then tell us whether you see it.',
    () => ({ code: 'set_aside', action: 'resolve', params: {} }),
  ),
  reader(
    'tech_site_key',
    'The tech site does not accept our key. Ask your administrator to check it, then publish again.',
    () => ({ code: 'tech_site_key', action: 'publish_now', params: {} }),
  ),
  ...(
    [
      ['gone', 'The file of this post is no longer on this server. Make the post again, with its file.'],
      [
        'unreadable',
        'The file of this post cannot be read on this server: it was changed, replaced or locked. Make the post again, with its file.',
      ],
      [
        'stuck',
        'Facebook keeps asking for parts of this file that it was sent already. Publish the post again to start the upload over; if that does not help, choose another file.',
      ],
      ['unprocessed', 'Facebook could not process this video. Try another file.'],
    ] as const
  ).map(([flaw, text]) =>
    reader('refused', text, () => ({
      code: 'refused',
      action: 'edit',
      params: { target: FACEBOOK, page: null, said: null, flaw },
    })),
  ),
  reader(
    'refused',
    [
      'Facebook refused this post and gave no reason that we know. Publish it again later, or change the text.',
      'Facebook refused this post (code {number}). Change the text and publish again.',
    ],
    ({ number }) => ({
      code: 'refused',
      action: 'edit',
      params: { target: FACEBOOK, page: null, said: null },
      ...(number === undefined ? {} : { facebook: { code: Number(number), subcode: null, traceId: null } }),
    }),
  ),
  reader(
    'refused',
    'The tech site refused this article: {said} Change the text and publish again.',
    ({ said = '' }) => ({ code: 'refused', action: 'edit', params: { target: 'fiztech', page: null, said } }),
  ),
  reader(
    'duplicate',
    'Facebook refused this post because the same text is already on {page}. Change the text and publish again.',
    (gaps) => ({ code: 'duplicate', action: 'edit', params: { ...placeOf(gaps), said: null } }),
  ),
];

/** What was said of posts. */
export const OF_POSTS = [...HINDRANCES, ...WAITS, ...DOUBTS, ...ENDS];
