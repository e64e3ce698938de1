import { now } from '../platform/time/clock.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';
import { unnamedLogos } from './store/unnamed-logos.ts';

/** What a run did. */
export interface LogoSweep {
  /** Files that no profile named. */
  removed: number;
  /** Whether it came to the end; if not, the next run continues. */
  finished: boolean;
}

/** Nothing more is begun with less time left than this, in milliseconds. */
const MIN_MILLIS_LEFT = 60_000;

/**
 * Removes the files of logos that no profile names: those of requests that broke off between file and profile. A run may
 * break off or run twice: the next one removes what is left.
 */
export async function sweepLogos(context: RequestTime): Promise<LogoSweep> {
  const db = databaseFor(context);
  const files = filesFor(db);
  const log = runLog('sweepLogos');
  const sweep: LogoSweep = { removed: 0, finished: false };
  const isLate = () => context.getRemainingTimeInMillis() < MIN_MILLIS_LEFT;
  try {
    for await (const key of unnamedLogos(db, files, now())) {
      if (isLate()) return sweep;
      await files.remove(key);
      sweep.removed += 1;
    }
    sweep.finished = true;
  } finally {
    log.end(sweep, {
      level: sweep.finished ? 'INFO' : 'WARN',
      isIdle: sweep.finished && sweep.removed === 0,
      usage: db.usage(),
    });
  }
  return sweep;
}
