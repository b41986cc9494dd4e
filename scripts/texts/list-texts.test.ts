import { describe, expect, test } from 'vitest';
import { listTexts } from './list-texts.ts';
import { productSources } from './product-sources.ts';

const textsIn = (source: string) => listTexts({ 'mf-new/src/screen.tsx': source }).map(({ text }) => text);

describe('a source', () => {
  test.each([
    ['a text between tags', '<p>Your pages, <b>your</b> posts.</p>', 'Your pages, your posts.'],
    ['an attribute', '<Card title="Your pages" />', 'Your pages'],
    ['an attribute of a part of a sentence', '<p>A <a title="Read more">link</a></p>', 'A link', 'Read more'],
    ['a sentence with a value', 'const a = `Goes out on ${post.page.name}.`', 'Goes out on {name}.'],
    ['words that depend on a value', '<p>All {n} {n === 1 ? "post" : "posts"}</p>', 'All {n} {post/posts}'],
    ['a sentence in two literals', "const a = 'Nothing is lost. ' + 'Try again.'", 'Nothing is lost. Try again.'],
    ['what a code stands for', "switch (code) { case 'out of date': return 'Reload the page.' }", 'Reload the page.'],
    ['one word in small letters between tags', '<p>{name}<span>copied</span></p>', 'copied'],
    ['one word in small letters of an attribute', '<Field label="website" />', 'website'],
    ['one label', "const titles = { failed: 'Failed' }", 'Failed'],
  ])('shows %s', (_, source, ...texts) => {
    expect(textsIn(source).join('\n')).toContain(texts.join('\n'));
  });

  test.each([
    ['classes', '<p className="Flex gap-2" />'],
    ['classes in a constant', "const box = 'flex gap-2 text-sm'"],
    ['classes with a point', "const box = 'flex px-2.5 min-h-9'"],
    ['statements that stand for themselves', "const SQL = 'select name from posts where id = 1'"],
    ['drawings', "const icon = 'M4 3h5a1 1 0 0 1 1 1v7z'"],
    ['keys', "const a = { 'Some key': 1 }; a['Some key']"],
    ['codes', "if (code === 'Not found') return 'not_found'"],
    ['lines of the log', "log.info({ id }, 'A post is out')"],
    ['what only a programmer can have done wrong', "throw new Error('No such table')"],
    ['statements', "db.raw('select * from posts')"],
    ['words to be found by', "const command = { keywords: 'leave sign out' }"],
    ['imports', "import a from 'Some module'"],
    ['methods and addresses', "fetch('/api/posts', { method: 'POST' })"],
  ])('does not show %s', (_, source) => {
    expect(textsIn(source)).toEqual([]);
  });

  test('is read from top to bottom, with the line of each text', () => {
    expect(listTexts({ 'b.tsx': "\nf('The first');\n\ng('The second');", 'a.tsx': "f('The third')" })).toEqual([
      { file: 'b.tsx', line: 2, text: 'The first' },
      { file: 'b.tsx', line: 4, text: 'The second' },
      { file: 'a.tsx', line: 1, text: 'The third' },
    ]);
  });
});

describe('the product', () => {
  const sources = productSources();
  const all = listTexts(sources);

  test.each([
    ['screens', 'mf-history/', 'Scheduled Posts'],
    ['problems', 'api/src/problems/', 'No AI key is set up'],
    ['notifications', 'api/src/features/notifications/', 'Automation'],
    ['mails', 'api/src/features/mail/', 'Confirm your email address'],
    ['public pages', 'shell/src/app/public/', 'Privacy Policy'],
    ['what the kit says everywhere', 'shell/src/kit/', 'Retry'],
  ])('shows its %s', (_, folder, beginning) => {
    expect(all.filter(({ file, text }) => file.startsWith(folder) && text.startsWith(beginning))).not.toEqual([]);
  });

  test('is listed the same each time, file by file', () => {
    expect(listTexts(sources)).toEqual(all);
    expect(all.map(({ file }) => file)).toEqual(all.map(({ file }) => file).toSorted());
    expect(all.length).toBeGreaterThan(2000);
  });

  test('shows a new text of a remote at its place', () => {
    const file = 'mf-history/src/remote.tsx';
    const more = {
      ...sources,
      [file]: `${sources[file]}\nexport const news = <p className="px-2">Brand new words.</p>;`,
    };
    expect(listTexts(more).filter(({ text }) => !all.some((one) => one.text === text))).toMatchObject([
      { file, text: 'Brand new words.' },
    ]);
  });
});
