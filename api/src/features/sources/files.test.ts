import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Source } from '../../contract/sources.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpApi();
const { caller } = setUpPerson(api);

const send = async (name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
  const answer = await caller.fetch(`/api/sources/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  return { status: answer.status, body: (await answer.json()) as Source & { flaw?: string; message?: string } };
};

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const docx = (text: string) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${TYPES}"><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${RELATIONS}">` +
        `<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${WORDS}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });

/** A document of one page, with its text as a reader of PDFs finds it. */
function pdf(text: string): string {
  const drawn = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
}

test.each([
  ['menu.txt', 'Nasi lemak from seven, RM 6.50.', 'Nasi lemak from seven, RM 6.50.'],
  ['news.md', '# Opening hours\n\nFrom **seven**.', 'From **seven**.'],
  ['plan.docx', docx('A new branch opens in Ipoh.'), 'A new branch opens in Ipoh.'],
  ['flyer.pdf', pdf('Half price on Fridays'), 'Half price on Fridays'],
  ['page.html', `<article><h1>Bread</h1><p>${'Fresh bread every day. '.repeat(10)}</p></article>`, 'Fresh bread'],
])('%s is read', async (name, bytes, text) => {
  const { status, body } = await send(name, bytes);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { kind: 'file', address: null, name, beginning: expect.stringContaining(text) },
  });
});

test.each([
  ['empty.txt', ' \n ', 'no-text'],
  ['photo.txt', 'a\0b', 'binary'],
  ['scan.pdf', pdf(''), 'no-text'],
  ['cut.pdf', '%PDF-1.4 no more', 'broken'],
  ['other.docx', zipSync({ 'readme.txt': strToU8('x') }), 'binary'],
  ['cut.docx', 'PK\u0003\u0004 no more', 'broken'],
  ['bomb.docx', zipSync({ 'word/document.xml': new Uint8Array(60_000_000) }), 'too-complex'],
  ['large.txt', 'x'.repeat(5 * 1024 * 1024 + 1), 'too-large'],
])('%s is refused with what to do: %s', async (name, bytes, flaw) => {
  expect(await send(name, bytes)).toMatchObject({
    status: 400,
    body: { flaw, message: expect.stringMatching(/[Cc]hoose|Save/) },
  });
});

test('more than is told to the AI is cut, and said to be', async () => {
  const { body } = await send('long.txt', 'One more sentence of many. '.repeat(2000));
  expect(body.isCut).toBe(true);
});
