import { readFileSync } from 'node:fs';

/** A mail as it is expected to arrive, with lines that end in LF. */
export const mailFixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/mails/${name}.eml`, import.meta.url), 'utf8');

/** The text of a mail that arrived, without what is random in it: what separates its parts. */
export const withoutChance = (message: Uint8Array = new Uint8Array()): string =>
  Buffer.from(message)
    .toString('utf8')
    .replaceAll(/(?<=--_NmP-)[0-9a-f]+/g, '0')
    .replaceAll('\r\n', '\n');
