import { expectTypeOf, test } from 'vitest';
import type { Owner } from '../db/owner.ts';
import type { PagesRepository } from '../features/pages/pages.repository.ts';
import type { Post } from '../features/posts/post.ts';
import type { PostsRepository } from '../features/posts/posts.repository.ts';
import { GraphPageId, PageId, PostId, UserId } from './ids.ts';

test('an id in the place of another kind does not compile', () => {
  expectTypeOf<PageId>().toExtend<number>();
  expectTypeOf<GraphPageId>().toExtend<string>();
  expectTypeOf<number>().not.toExtend<PageId>();
  expectTypeOf<string>().not.toExtend<GraphPageId>();
  expectTypeOf<PageId>().not.toExtend<PostId>();
  expectTypeOf<PostId>().not.toExtend<PageId>();
  expectTypeOf<UserId>().not.toExtend<PostId>();
  expectTypeOf<PostId>().not.toExtend<UserId>();
  expectTypeOf<UserId>().not.toExtend<PageId>();
});

test('what reads and writes rows asks for the id of its own', () => {
  expectTypeOf<Parameters<PostsRepository['find']>[1]>().toEqualTypeOf<PostId>();
  expectTypeOf<Parameters<PagesRepository['find']>[1]>().toEqualTypeOf<PageId>();
  expectTypeOf<Owner['userId']>().toEqualTypeOf<UserId>();
  expectTypeOf<Post['id']>().toEqualTypeOf<PostId>();
  expectTypeOf<Post['facebookPageId']>().toEqualTypeOf<PageId | null>();
});

test('on the wire they are what they were', ({ expect }) => {
  expect(PageId.parse('7')).toBe(7);
  expect(PostId.parse(7)).toBe(7);
  expect(UserId.parse(7)).toBe(7);
  expect(GraphPageId.parse('102100000000000000001')).toBe('102100000000000000001');
  expect(GraphPageId.safeParse('my page').success).toBe(false);
});
