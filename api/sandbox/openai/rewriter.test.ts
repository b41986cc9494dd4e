import { expect, test } from 'vitest';
import { rewritten } from './rewriter.ts';

test('other words say no sentence twice, whatever the seed', () => {
  const text = 'Good morning! We bake bread. It is warm at seven. Come with everybody who likes butter.\nSee you soon!';
  for (let seed = 0; seed < 100; seed += 1) {
    const other = rewritten(
      [
        { role: 'system', text: 'You reword posts.' },
        { role: 'user', text },
      ],
      `${seed}`,
    );
    const sentences = other?.split(/(?<=[.!?])\s/) ?? [];
    expect([sentences.length, new Set(sentences).size]).toEqual([5, 5]);
  }
});
