import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { mapWithPauses } from '../../with-pauses.ts';
import { normalised } from './intent.ts';
import { COMPARED, likenessOf, signsOf, sketchOf } from './likeness.ts';
import type { Around } from './looked-at.sql.ts';
import { markedPostsRepository } from './marked-posts.repository.ts';
import { pageSketchesRepository, type Sketched } from './page-sketches.repository.ts';
import type { Reference, Similar } from './proposal.ts';
import { needed, sketchIndex, sketchList, type Sketches } from './sketch-index.ts';

/** So many of those whose sketches are most alike are read: of one text, and of each of many. */
const READ = 60;
const READ_OF_MANY = 10;
/** Where many are alike, the likeliest of them are so. */
const READ_FIRST = 2;
const REMEMBERED = 1000;
/** Their texts are read together. */
const AT_ONCE = 50;
const BOTH = ['post', 'proposal'] as const;

/** What may be another post of its page. */
export interface Asked {
  readonly pageId: PageId;
  readonly content: string;
  readonly marks: readonly string[];
  readonly placement: 'feed' | 'story';
  /** When it is to go out. */
  readonly at: Date;
}

/** What one is like. */
export interface Likeness {
  /** The most alike, which is shown. */
  readonly similar: Similar;
  /** All that it is like, that one among them. */
  readonly alike: readonly Reference[];
}

interface How {
  readonly kinds?: readonly Reference['kind'][];
  /** The proposal itself, which is like itself. */
  readonly exceptId?: number;
  /** What is left out: a person knows of it. */
  readonly known?: readonly Reference[];
}

const nameOf = ({ kind, id }: Reference) => `${kind}/${id}`;

/**
 * Whether pages have had, have planned, or were offered posts that new ones may be. Every post and proposal of a page
 * counts, however many there are: each is compared by its sketch, and the nearest by their texts.
 */
export function similarPosts(db: Knex) {
  const pages = pageSketchesRepository(db);

  /** @returns in the order of what is asked; null where none is like it enough for a person to be asked */
  async function all(
    owner: Owner,
    asked: readonly Asked[],
    { kinds = BOTH, exceptId = 0, known = [] }: How,
    most: number,
  ): Promise<(Likeness | null)[]> {
    const around = { owner, exceptId, pageIds: [...new Set(asked.map(({ pageId }) => pageId))] };
    const leftOut = new Set(known.map(nameOf));
    const isNew = (one: Reference) => !leftOut.has(nameOf(one));
    const isOfMany = most === READ_OF_MANY;
    const sketches = new Map<PageId, Sketches>();
    for (const [id, found] of await sketchesOf(pages, around, kinds)) {
      const those = leftOut.size === 0 ? found : found.filter(isNew);
      sketches.set(id, isOfMany ? await sketchIndex(those) : sketchList(those));
    }
    const marks = asked.flatMap(({ pageId, marks: own }) => own.map((mark) => ({ pageId, mark })));
    const marked = Map.groupBy(
      (await markedPostsRepository(db).marked(around, kinds, marks)).filter(isNew),
      ({ pageId, mark }) => `${pageId}/${mark}`,
    );
    const texts = readingTexts(pages);
    const looked = async (some: readonly Looked[]) => {
      const read = await texts(some.flatMap(({ near, byMark }) => [...near, ...byMark.slice(0, READ)]));
      return mapWithPauses(some, (each) => likenessTo(each, read));
    };
    const found = new Map<Asked, Likeness | null>();
    // Those of one page together, since they are likely to be compared with the same.
    const byPage = asked.toSorted((a, b) => a.pageId - b.pageId);
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const some = await mapWithPauses(byPage.slice(from, from + AT_ONCE), (one) => {
        const signs = one.placement === 'feed' ? signsOf(one.content) : new Set<number>();
        const near = sketches.get(one.pageId)?.near(sketchOf(signs), one.at, most) ?? [];
        const byMark = one.marks.flatMap((mark) => marked.get(`${one.pageId}/${mark}`) ?? []);
        return { one, signs, near, byMark };
      });
      const first = await looked(
        some.map((each) => ({ ...each, near: each.near.slice(0, isOfMany ? READ_FIRST : most) })),
      );
      const rest = some.filter((_, place) => first[place] === null);
      const second = isOfMany ? await looked(rest.map((each) => ({ ...each, near: each.near.slice(READ_FIRST) }))) : [];
      for (const [place, { one }] of some.entries()) found.set(one, first[place] ?? null);
      for (const [place, { one }] of rest.entries()) found.set(one, second[place] ?? null);
    }
    return asked.map((one) => found.get(one) ?? null);
  }

  return {
    sketch: pages.sketch,
    postsOf: pages.postsOf,

    /** The one that is most like it, and all that are; null where none is like it enough for a person to be asked. */
    async closest(owner: Owner, asked: Asked, how: How = {}): Promise<Likeness | null> {
      return (await all(owner, [asked], how, READ))[0] ?? null;
    },

    /** The same of many. */
    ofEach: (owner: Owner, asked: readonly Asked[]): Promise<(Likeness | null)[]> =>
      all(owner, asked, {}, READ_OF_MANY),
  };
}

type Pages = ReturnType<typeof pageSketchesRepository>;

/** Those that have no sketch get one first. */
async function sketchesOf(pages: Pages, around: Around, kinds: readonly Reference['kind'][]) {
  const found = await pages.sketches(around, kinds);
  const bare = around.pageIds.filter((id) => found.get(id)?.some(({ isSketched }) => !isSketched));
  if (bare.length === 0) return found;
  await pages.sketch(around.owner, ...bare);
  return pages.sketches(around, kinds);
}

type Text = Reference & { readonly content: string; readonly at: Date; readonly signs: ReadonlySet<number> };

/** Reads texts, and remembers some of them for whoever asks for the same next. */
function readingTexts({ texts }: Pick<Pages, 'texts'>) {
  let known = new Map<string, Text>();
  return async (of: readonly Reference[]): Promise<ReadonlyMap<string, Text>> => {
    const missing = new Map(of.map((one) => [nameOf(one), one] as const).filter(([name]) => !known.has(name)));
    const read = missing.size === 0 ? [] : await texts([...missing.values()]);
    const kept = known.size > REMEMBERED ? of.flatMap((one) => known.get(nameOf(one)) ?? []) : known.values();
    const signed = await mapWithPauses(read, (row) => ({ ...row, signs: signsOf(row.content) }));
    const those = [...kept, ...signed];
    known = new Map(those.map((text) => [nameOf(text), text]));
    return known;
  };
}

interface Looked {
  readonly one: Asked;
  readonly signs: ReadonlySet<number>;
  readonly near: readonly Sketched[];
  readonly byMark: readonly Reference[];
}

function likenessTo({ one, signs, near, byMark }: Looked, texts: ReadonlyMap<string, Text>): Likeness | null {
  const least = new Map<string, number>([
    ...near.map((other) => [nameOf(other), needed(other, one.at)] as const),
    ...byMark.map((other) => [nameOf(other), 0] as const),
  ]);
  const measured = [...least].flatMap(([name, enough]) => {
    const text = texts.get(name);
    if (text === undefined) return [];
    const likeness = likenessOf(signs, text.signs);
    return likeness >= enough ? [{ text, likeness }] : [];
  });
  const alike = measured.toSorted(
    (a, b) => b.likeness - a.likeness || a.text.kind.localeCompare(b.text.kind) || b.text.id - a.text.id,
  );
  const [closest] = alike;
  if (closest === undefined) return null;
  const { kind, id, content, at } = closest.text;
  const isSame = one.placement === 'feed' && normalised(content) === normalised(one.content.slice(0, COMPARED));
  return {
    similar: { kind, id, content, at: at.toISOString(), isSame },
    alike: alike.map(({ text }) => ({ kind: text.kind, id: text.id })),
  };
}
