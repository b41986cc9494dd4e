import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { articleType, titleAndBody, type Article } from '../../networks/fiztech/article.ts';
import { changingAs, type Author } from './author.ts';
import { ENDED_BY_TEXT, ready } from '../../problems/ended-problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import { asksOwner, hasCode, mayBeOutSql } from '../../problems/problem.sql.ts';
import type { PostStatus } from './post.ts';
import { boundBy, insertSql, movingOf, removingOf, type OwnersMoves, type Written } from './post-writes.sql.ts';
import type { NewPost, PostChanges, PostCopy } from './posts.repository.ts';

/** A planned post like one that is there, save for what is given. */
const COPY = `${insertSql(
  'scheduled',
  {
    user_id: 'p.user_id',
    environment: 'p.environment',
    target: 'p.target',
    facebook_page_id: 'coalesce(:facebook_page_id, p.facebook_page_id)',
    article: 'p.article || cast(:article as jsonb)',
    placement: 'p.placement',
    media_type: 'p.media_type',
    content: 'coalesce(:content, p.content)',
    content_type: 'p.content_type',
    tone: 'p.tone',
    keywords: 'p.keywords',
    is_ai_generated: 'p.is_ai_generated',
    ai_call_id: 'p.ai_call_id',
    scheduled_at: ':scheduled_at',
  },
  'posts p where p.id = :id and p.user_id = :user_id and p.environment = :environment',
)} returning id`;

const SEVERAL_VALUES = {
  user_id: 'cast(:user_id as bigint)',
  environment: ':environment',
  composition_id: 'r.composition_id',
  target: 'r.target',
  facebook_page_id: 'r.facebook_page_id',
  placement: 'r.placement',
  media_type: 'r.media_type',
  content: 'r.content',
  content_type: 'r.content_type',
  tone: 'r.tone',
  keywords: 'r.keywords',
  is_ai_generated: 'r.is_ai_generated',
  ai_call_id: 'r.ai_call_id',
  publish_now: 'r.publish_now',
  scheduled_at: 'case when r.publish_now then now() else r.scheduled_at end',
};
const SEVERAL_ROWS = `jsonb_to_recordset(cast(:posts as jsonb)) as r(place int, composition_id bigint, target text,
  facebook_page_id bigint, placement text, media_type text, content text, content_type text, tone text, keywords text,
  is_ai_generated boolean, ai_call_id bigint, publish_now boolean, scheduled_at timestamptz) order by r.place`;
/** Several posts. Ids are given in the order of the rows. */
const SEVERAL = {
  draft: `with made as (${insertSql('draft', SEVERAL_VALUES, SEVERAL_ROWS)} returning id)
    select id from made order by id`,
  scheduled: `with made as (${insertSql('scheduled', SEVERAL_VALUES, SEVERAL_ROWS)} returning id)
    select id from made order by id`,
};

/** A new post, and the composition that it is part of. */
export interface TiedPost extends NewPost {
  readonly compositionId: number | null;
}

/** What a new post says, by column; its owner, its article and its time aside. */
function columnsOf(post: NewPost) {
  return {
    target: post.target,
    facebook_page_id: post.facebookPageId,
    media_type: post.mediaType,
    content: post.content,
    content_type: post.contentType,
    tone: post.tone,
    keywords: post.keywords,
    is_ai_generated: post.isAiGenerated,
    ai_call_id: post.aiCallId,
    publish_now: post.publishNow,
  };
}

/** Nobody is asked whether it is out. Of a draft nobody can be asked: its claim looks first. */
export const NOT_IN_DOUBT = `(status = 'draft' or problem is null or not coalesce(${asksOwner('problem')}, false))`;

/** Of posts, those of which nobody is asked whether they are out, nor has to look first. */
const unseen = (posts: Knex.QueryBuilder) =>
  posts.whereRaw(`coalesce(not ${asksOwner('problem')}, true)`).whereRaw(`not ${mayBeOutSql('posts')}`);

/** What a person does to posts of theirs. */
export function postWrites(db: Knex) {
  return {
    ...newPostRows(db),
    ...removals(db),

    /** Changes a post that is in one of `from`, in one statement; false when it is no longer in any of them. */
    async change(author: Author, id: PostId, from: readonly PostStatus[], changes: PostChanges): Promise<boolean> {
      return changingAs(db, author, async (trx) => {
        const posts = movingOf(trx, author, movesOf(trx, changes), { from, written: writtenIn(trx, changes) }).where({
          id,
        });
        // A second click finds the first one's mark. What may be out is sent again by its owner's word alone.
        if (changes.publishNow === true) void posts.where('publish_now', false).whereRaw(NOT_IN_DOUBT);
        // What may be out is looked for by the files that were sent.
        if (changes.mediaType !== undefined) void posts.whereRaw(NOT_IN_DOUBT);
        return Number(await posts) === 1;
      });
    },

    /**
     * Publishes a post so many seconds from now, unless that is taken back; false when it is on its way, out, or asked
     * for already.
     */
    async askForNow(author: Author, id: PostId, seconds: number): Promise<boolean> {
      const at = db.raw('now() + make_interval(secs => ?)', [seconds]);
      return changingAs(db, author, async (trx) => {
        const posts = movingOf(trx, author, { askForNow: { publish_now_at: at } }).where({ id, publish_now: false });
        void posts.whereRaw(NOT_IN_DOUBT);
        // It may have been taken off the schedule since the program looked.
        if ('token' in author && author.token !== null) void posts.whereNot('status', 'draft');
        return Number(await posts.whereNull('publish_now_at')) === 1;
      });
    },

    /** Takes that back; false when it was not asked for, or has begun. */
    async unaskForNow(author: Author, id: PostId): Promise<boolean> {
      return changingAs(db, author, async (trx) => {
        const posts = movingOf(trx, author, { unaskForNow: {} }).where({ id });
        return Number(await posts.whereNotNull('publish_now_at')) === 1;
      });
    },

    /** A post that did not go out goes back among the drafts, with the reason; false when it is no longer as it was. */
    async keepAsDraft(
      owner: Owner,
      id: PostId,
      { from, problem }: { from: 'failed' | 'scheduled'; problem?: Problem },
    ): Promise<boolean> {
      const why = problem === undefined ? db.raw('problem') : JSON.stringify(problem);
      const posts = movingOf(db, owner, { keepAsDraft: { problem: why } }, { from: [from] }).where({ id });
      // What may be out waits for its owner's word where it is.
      return Number(await posts.whereRaw(NOT_IN_DOUBT)) === 1;
    },

    /** Deletes a post that is in one of `from`; false when it is no longer in any of them. */
    async remove(owner: Owner, id: PostId, from: readonly PostStatus[]): Promise<boolean> {
      return Number(await removingOf(db, owner, 'remove', from).where({ id })) === 1;
    },

    /** The same of a post that this transaction has taken back from whoever brings posts out. */
    async removeTakenBack(owner: Owner, id: PostId): Promise<boolean> {
      return Number(await removingOf(db, owner, 'removeTakenBack').where({ id })) === 1;
    },
  };
}

/** Posts that go because what made them says so. */
function removals(db: Knex) {
  return {
    /** Whether it was sent, and is looked for before it is sent again. */
    async mayBeOut(owner: Owner, id: PostId): Promise<boolean> {
      return (await ownedBy(db, 'posts', owner).where({ id }).whereRaw(mayBeOutSql('posts')).first('id')) !== undefined;
    },

    /** Deletes a post that is surely not out, in one of `from`; false when it may be, is on its way, or is gone. */
    async removeUnseen(owner: Owner, id: PostId, from: readonly PostStatus[]): Promise<boolean> {
      return Number(await unseen(removingOf(db, owner, 'remove', from).where({ id }))) === 1;
    },

    /**
     * The same of a post that is as it was made: neither says other words, nor is for another page, nor has a person
     * changed its files or its time, or asked for it at once. In a transaction.
     */
    async removeAsMade(
      owner: Owner,
      id: PostId,
      from: readonly PostStatus[],
      { content, facebookPageId }: Pick<NewPost, 'content' | 'facebookPageId'>,
    ): Promise<boolean> {
      // What somebody else is noting of it at this moment is there to be read once it is locked.
      await ownedBy(db, 'posts', owner).where({ id }).forUpdate().select('id');
      const posts = removingOf(db, owner, 'remove', from).where({ id, content, facebook_page_id: facebookPageId });
      const byPeople = db('post_events')
        .where({ post_id: id, actor_token: null })
        .whereNotNull('actor_facebook_id')
        .whereIn('kind', ['edited', 'scheduled', 'unscheduled', 'publish-asked'])
        // Whoever lets through what somebody else wrote puts it on the schedule with that.
        .where('at', '<>', db.ref('posts.created_at'));
      return Number(await unseen(posts).whereNull('publish_now_at').whereNotExists(byPeople)) === 1;
    },

    /** Those of these posts that were sent before are drafts from then on: nothing goes out, and none is forgotten. */
    async unscheduleSent(author: Author, ids: readonly PostId[]): Promise<void> {
      if (ids.length === 0) return;
      await changingAs(db, author, async (trx) => {
        await movingOf(trx, author, { takeOff: {} }, { from: ['scheduled'] })
          .whereIn('id', [...ids])
          .whereRaw(mayBeOutSql('posts'));
      });
    },

    /**
     * Deletes those of these posts that wait for their time, or for a page that was removed, and not for right now, nor
     * may be out.
     */
    async removeWaiting(owner: Owner, ids: readonly PostId[]): Promise<PostId[]> {
      const rows = await removingOf(db, owner, 'remove')
        .whereIn('id', [...ids])
        .whereRaw(
          `(status = 'scheduled' and not publish_now or status = 'failed' and ${hasCode('problem', CODE.pageRemoved)})`,
        )
        .whereNull('publish_now_at')
        .whereRaw(`not ${mayBeOutSql('posts')}`)
        .returning<{ id: PostId }[]>('id');
      return (rows as { id: PostId }[]).map(({ id }) => id);
    },
  };
}

/** Posts as they begin. */
function newPostRows(db: Knex) {
  return {
    async create(author: Author, post: NewPost): Promise<PostId> {
      return changingAs(db, author, async (trx) => {
        const row = {
          ...ownedColumns(author),
          ...columnsOf(post),
          placement: post.placement ?? 'feed',
          article: post.article === null ? null : JSON.stringify(post.article),
          scheduled_at: post.publishNow ? trx.fn.now() : post.scheduledAt,
        };
        const {
          rows: [made],
        } = await trx.raw<{ rows: [{ id: PostId }] }>(`${insertSql(post.status, boundBy(row))} returning id`, row);
        return made.id;
      });
    },

    /**
     * Several posts, in one statement whatever their number.
     * @param posts all with the same status
     * @returns their ids, in the same order
     */
    async createMany(author: Author, posts: readonly TiedPost[]): Promise<PostId[]> {
      const [first] = posts;
      if (first === undefined) return [];
      const { rows } = await changingAs(db, author, async (trx) =>
        trx.raw<{ rows: { id: PostId }[] }>(SEVERAL[first.status], {
          ...ownedColumns(author),
          posts: JSON.stringify(
            posts.map((post, place) => ({
              place,
              composition_id: post.compositionId,
              ...columnsOf(post),
              placement: post.placement ?? 'feed',
              scheduled_at: post.scheduledAt,
            })),
          ),
        }),
      );
      return rows.map(({ id }) => id);
    },

    /** A new post on the schedule like this one of the owner, save for what is given. Files are not part of it. */
    async duplicate(author: Author, id: PostId, { content, facebookPageId, scheduledAt }: PostCopy): Promise<PostId> {
      const {
        rows: [row],
      } = await changingAs(db, author, async (trx) =>
        trx.raw<{ rows: [{ id: PostId }] }>(COPY, {
          ...ownedColumns(author),
          id,
          facebook_page_id: facebookPageId ?? null,
          article: JSON.stringify(articleChanges(content === undefined ? {} : { content })),
          content: content ?? null,
          scheduled_at: scheduledAt,
        }),
      );
      return row.id;
    },
  };
}

/** The moves that a change stands for; a change of the text alone is one too. */
function movesOf(db: Knex, changes: PostChanges): OwnersMoves {
  const { content, mediaType, status, scheduledAt, facebookPageId, publishNow } = changes;
  const isSame = content === undefined && mediaType === undefined;
  const text = isSame ? { edit: {} } : { rewrite: { problem: afterNewContent(db, changes) } };
  const page = facebookPageId === undefined ? text : { changePage: {} };
  if (publishNow === true) return { ...page, publishNow: {} };
  if (status === 'scheduled') return { ...page, schedule: { scheduled_at: scheduledAt ?? null } };
  return status === 'draft' ? { ...page, takeOff: {} } : page;
}

/** A text that is the same ends nothing, and what is wrong with a file other files alone mend. */
function afterNewContent(db: Knex, { content, mediaType }: PostChanges): Knex.Raw {
  const flaw = "problem #> '{params,flaw}'";
  const ended = [
    ...(content === undefined
      ? []
      : [{ when: `content <> ? and ${flaw} is null`, values: [content], by: 'text' as const }]),
    ...(mediaType === undefined ? [] : [{ when: `${flaw} is not null`, values: [], by: 'file' as const }]),
  ];
  return db.raw(
    `case when not (status in ('draft', 'failed', 'missed') and ${hasCode('problem', ...ENDED_BY_TEXT)}
      and not ${asksOwner('problem')}) then problem
      ${ended.map(({ when }) => `when ${when} then ?::jsonb`).join(' ')} else problem end`,
    ended.flatMap(({ values, by }) => [...values, JSON.stringify(ready(by))]),
  );
}

/** What of a change a person has written, by column. */
function writtenIn(db: Knex, changes: PostChanges): Written {
  const { content, contentType, tone, keywords, facebookPageId, mediaType } = changes;
  return {
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { media_type: mediaType }),
    ...(contentType === undefined ? {} : { content_type: contentType }),
    ...(tone === undefined ? {} : { tone }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(facebookPageId === undefined ? {} : { facebook_page_id: facebookPageId }),
    ...(content === undefined && contentType === undefined
      ? {}
      : { article: db.raw('article || ?::jsonb', [JSON.stringify(articleChanges(changes))]) }),
  };
}

/**
 * What a change of the text means for the article that goes out; other posts have none, and nothing added to that is
 * nothing.
 */
function articleChanges({ content, contentType }: PostChanges): Partial<Article> {
  return {
    ...(content === undefined ? {} : titleAndBody(content)),
    ...(contentType === undefined ? {} : { type: articleType(contentType) }),
  };
}
