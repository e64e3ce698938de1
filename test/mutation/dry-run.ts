import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a test did on the sources as they are: how long it took, and which of the mutated files it reached. */
export interface DryRunTest {
  /** The titles of its describe blocks and its own, with a space between. */
  name: string;
  millis: number;
  files: string[];
}

/** What a suite did: how long it took with its set-up, its tests, and how many mutants of each file it reached. */
export interface DryRun {
  millis: number;
  tests: DryRunTest[];
  mutants: Record<string, number>;
}

const fileOf = (rootDir: string, suite: string) =>
  join(rootDir, 'dist/dry-run', `${createHash('sha256').update(suite).digest('hex')}.json`);

/** Keeps what the dry run saw of a suite for the trials, which run in other processes. */
export function keepDryRun(rootDir: string, suite: string, dryRun: DryRun): void {
  const file = fileOf(rootDir, suite);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(dryRun));
}

export const dryRunOf = (rootDir: string, suite: string): DryRun =>
  JSON.parse(readFileSync(fileOf(rootDir, suite), 'utf8')) as DryRun;
