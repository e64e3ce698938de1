import { isMetered, metered, writeLine } from './log-line.ts';
import type { Usage } from './dynamodb/database.ts';

/** How a run ended. */
interface End {
  level: 'INFO' | 'WARN' | 'ERROR';
  /** Whether it did nothing: then it writes only its metrics. */
  isIdle: boolean;
  usage: Usage;
  /** The names of the facts that are metrics, besides what the run used of the database. */
  metrics?: readonly string[];
}

/** Begins a run of a function that nobody waits for. The result writes its JSON log line, with what it did. */
export function runLog(operation: string, now: () => Date) {
  const started = performance.now();
  return (did: object, { level, isIdle, usage, metrics = [] }: End): void => {
    if (!isMetered && isIdle) return;
    writeLine({
      level,
      operation,
      milliseconds: Math.round(performance.now() - started),
      ...did,
      ...usage,
      ...metered([...metrics, 'readUnits', 'writeUnits'], now()),
    });
  };
}
