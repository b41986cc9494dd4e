// @vitest-environment jsdom
import { checkClaims, type UnsourcedClaim } from '@pagecast/api/contract';
import { answer, Refusal } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { generate, open, writer } from '../compose/compose-testing.tsx';

const TEXT = 'Warm loaves at eight. #bread';
const eight: UnsourcedClaim = { kind: 'time', text: 'eight', start: 15, end: 20 };

/** The checker of the server, whose sources here are the words of the brief. */
const checker = (claims: readonly UnsourcedClaim[]) =>
  answer(checkClaims, ({ body: { content, brief } }) => {
    const unsourced = claims.filter(({ text }) => content.includes(text) && !brief.includes(text));
    return {
      claims: [...unsourced],
      unsourced: unsourced.length,
      sourced: claims.length - unsourced.length,
      checkedTo: null,
      avoided: [],
    };
  });
const list = () => screen.findByRole('region', { name: 'No source' });

test('what nobody gave the AI is underlined in the text and listed with what to do', async () => {
  await open(writer, checker([eight]));
  await generate();
  const region = await list();
  expect(region.textContent).toContain(
    "1 claim in this text isn't in your brief. Add it to your brief, or take it out.",
  );
  expect(within(region).getByRole('listitem').textContent).toContain('“eight” Time');
  expect(document.querySelector('[data-at]')?.textContent).toBe('eight');
  expect(document.querySelector('[data-at]')?.closest('[aria-hidden]')?.textContent).toBe(`${TEXT}\u200B`);
});

test('a claim is found in the text by a press, and added to the brief by another', async () => {
  const { toasts } = await open(writer, checker([eight]));
  const text = (await generate()) as HTMLTextAreaElement;
  await userEvent.click(within(await list()).getByRole('button', { name: 'Show “eight” in the text' }));
  expect(document.activeElement).toBe(text);
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('eight');
  await userEvent.click(screen.getByRole('button', { name: 'Add to brief: “eight”' }));
  expect(screen.getByLabelText<HTMLInputElement>(/keywords/i).value).toBe('bread, eight');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'No source' }));
  expect(toasts.at(-1)).toMatchObject({ title: 'Added to your brief' });
  expect(await screen.findByText('Every claim in this text has a source.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'No source' })).toBeNull();
});

test('a claim that is taken out of the text is gone from the list at once', async () => {
  await open(writer, checker([eight]));
  const text = await generate();
  await list();
  await userEvent.clear(text);
  await userEvent.type(text, 'Warm loaves');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'No source' })).toBeNull());
});

test('of many claims the first five are named until somebody asks for the rest', async () => {
  const many = Array.from(TEXT.replaceAll(' ', '').slice(0, 8), (_, at): UnsourcedClaim => {
    const start = at * 3;
    return { kind: 'number', text: TEXT.slice(start, start + 3), start, end: start + 3 };
  });
  await open(writer, checker(many));
  await generate();
  const region = await list();
  expect(within(region).getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(within(region).getByRole('button', { name: 'Show 3 more' }));
  expect(within(region).getAllByRole('listitem')).toHaveLength(8);
});

test('a text that was not checked to its end, or not at all, says so', async () => {
  const part = answer(checkClaims, { claims: [eight], unsourced: 1, sourced: 0, checkedTo: 20, avoided: [] });
  const { unmount } = await open(writer, part);
  await generate();
  expect(await screen.findByText(/too long to check to its end. We checked the first 20 characters/)).toBeDefined();
  unmount();
  await open(
    writer,
    answer(checkClaims, () => new Refusal(500)),
  );
  expect(await screen.findByText("We couldn't check what this text claims.")).toBeDefined();
});

test('words that the page avoids are underlined and named too', async () => {
  const loaves = { text: 'loaves', start: 5, end: 11 };
  const avoiding = { claims: [eight], unsourced: 1, sourced: 0, checkedTo: null, avoided: [loaves] };
  await open(writer, answer(checkClaims, avoiding));
  await generate();
  expect(await screen.findByText('This page avoids “loaves”. Take it out, or change the page voice.')).toBeDefined();
  expect(Array.from(document.querySelectorAll('[data-at]'), (line) => line.textContent)).toEqual(['loaves', 'eight']);
});
