import { afterEach } from 'vitest';
import { secondConnections, watchForSecondConnections } from '../../api/src/testing/second-connections.ts';

watchForSecondConnections();
afterEach(() => {
  const [first] = secondConnections();
  if (first !== undefined) throw first;
});
