import { afterEach, expect } from '@jest/globals';
import { shown } from './watched-console.ts';

/** Checks in every suite that no line logged by a handler contains a key, an e-mail address or a body. */
afterEach(() => {
  expect(shown.splice(0)).toEqual([]);
});
