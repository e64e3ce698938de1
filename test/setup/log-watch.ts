import { afterEach, expect } from '@jest/globals';
import { privateDataIn } from './private-data.ts';

const levels = new Set<PropertyKey>(['log', 'info', 'warn', 'error', 'debug']);
const shown: string[] = [];

type Method = (...values: unknown[]) => unknown;

/** The same method to everybody, spies included, but one that looks at what it is given. */
const watched = (method: Method): Method =>
  new Proxy(method, {
    apply: (target, self, values: unknown[]) => {
      for (const value of values) {
        shown.push(...privateDataIn(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
      }
      return Reflect.apply(target, self, values);
    },
  });

// Around the whole console, and not its methods: a test that puts a spy in the place of one is watched too.
globalThis.console = new Proxy(console, {
  get: (target, name) => {
    const member: unknown = Reflect.get(target, name);
    return levels.has(name) && typeof member === 'function' ? watched(member as Method) : member;
  },
});

/** In every suite: no key, no e-mail address and no body in any line that a handler logs. */
afterEach(() => {
  expect(shown.splice(0)).toEqual([]);
});
