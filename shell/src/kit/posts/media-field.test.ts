import { expect, test } from 'vitest';
import { droppedBeside } from './media-field.tsx';

const images = [1, 2, 3, 4].map((id) => ({ id, width: null, height: null, altText: '' }));

test.each([
  [4, 1, 'before', [4, 1, 2, 3]],
  [1, 3, 'after', [2, 3, 1, 4]],
  [1, 2, 'before', [1, 2, 3, 4]],
  [2, 2, 'after', [1, 2, 3, 4]],
  [9, 2, 'after', [1, 2, 3, 4]],
] as const)('image %i dropped on %i, %s it, gives %j', (id, beside, edge, order) => {
  expect(droppedBeside(images, id, beside, edge).map((image) => image.id)).toEqual(order);
});
