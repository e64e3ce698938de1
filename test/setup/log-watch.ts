import { afterEach, expect } from '@jest/globals';
import { loggedPrivateData } from './log-privacy.ts';

/** Checks in every suite that no line logged by a handler contains a key, an e-mail address or a body. */
afterEach(() => {
  expect(loggedPrivateData.splice(0)).toEqual([]);
});
