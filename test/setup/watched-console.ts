import { privateDataIn } from './private-data.ts';

const levels = new Set<PropertyKey>(['log', 'info', 'warn', 'error', 'debug']);

/** The private data that the console has shown since it was watched. */
export const shown: string[] = [];

type Method = (...values: unknown[]) => unknown;

/** Wraps a method so that its arguments are checked; spies see no difference. */
const watched = (method: Method): Method =>
  new Proxy(method, {
    apply: (target, self, values: unknown[]) => {
      for (const value of values) {
        shown.push(...privateDataIn(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
      }
      return Reflect.apply(target, self, values);
    },
  });

// Wraps the whole console instead of its methods, so that a test that replaces one with a spy is checked too.
globalThis.console = new Proxy(console, {
  get: (target, name) => {
    const member: unknown = Reflect.get(target, name);
    return levels.has(name) && typeof member === 'function' ? watched(member as Method) : member;
  },
});
