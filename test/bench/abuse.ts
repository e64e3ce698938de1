import { UPLOAD_MAX_BYTES } from '../../schemas/application.ts';
import { needsNoKey, serviceFunctions, type ServiceFunction } from '../../lib/functions.ts';
import type { Stage } from '../../lib/stages.ts';
import { LOGO_MAX_BYTES } from '../../schemas/logo.ts';
import { applicationUnits } from './application-costs.ts';
import { taken } from './monthly-costs.ts';
import { prices } from './prices.ts';

const DAY = 86_400;
const GIGABYTE = 1e9;

/** Two days. */
const UPLOADED_MONTHS = 2 / 30;

interface Taken {
  readUnits: number;
  writeUnits: number;
  seconds: number;
  bytes: number;
  /** Of a file that stays for a month. */
  storedBytes: number;
  /** Of a file that stays for two days. */
  uploadedBytes: number;
}

const page: Taken = {
  readUnits: 2,
  writeUnits: 0,
  seconds: taken.secondsARequest,
  bytes: taken.pageBytes,
  storedBytes: 0,
  uploadedBytes: 0,
};

/** What a request takes at most, by its function or the group of that; otherwise what a page does. */
const requests: Readonly<Record<string, Taken>> = {
  // The largest is the OpenAPI document.
  Documentation: { ...page, readUnits: 0, bytes: 180_000 },
  // Half a unit, and one more for a logo that is not there.
  ShowLogo: { ...page, readUnits: 1.5, bytes: LOGO_MAX_BYTES },
  // A page of an employer's postings as JSON.
  Postings: { ...page, readUnits: 11 },
  // One on which something is looked for.
  ShowEmployer: { ...page, readUnits: 40 },
};

/** An application with the largest résumé, which was uploaded. */
const application: Taken = {
  ...page,
  ...applicationUnits.receive,
  seconds: 0.5,
  storedBytes: UPLOAD_MAX_BYTES,
};

/** An upload of the largest file, which no application names. */
const upload: Taken = { ...page, ...applicationUnits.upload, uploadedBytes: UPLOAD_MAX_BYTES };

/** A request to a route for employers with a key that nobody has. */
const refused: Taken = { ...page, readUnits: 1, bytes: 1_000 };

function takenBy(definition: ServiceFunction, method: string): Taken {
  if (!needsNoKey(definition)) return refused;
  if (definition.id === 'CreateUpload') return upload;
  if (definition.group === 'Intake' && method === 'POST') return application;
  const most = requests[definition.id] ?? requests[definition.group] ?? page;
  return method === 'HEAD' ? { ...most, bytes: 0 } : most;
}

function dollarsOf(definition: ServiceFunction, method: string): number {
  const { readUnits, writeUnits, seconds, bytes, storedBytes, uploadedBytes } = takenBy(definition, method);
  return (
    prices.httpApiRequest +
    prices.lambdaRequest +
    seconds * (definition.memoryMegabytes / 1_024) * prices.lambdaGigabyteSecond +
    readUnits * prices.readUnits +
    writeUnits * prices.writeUnits +
    // Who applies with an uploaded file has it read and written again.
    (storedBytes > 0 ? prices.fileGet + prices.filePut : 0) +
    (uploadedBytes > 0 ? prices.filePut : 0) +
    (taken.logBytes * prices.logGigabyte +
      (bytes + taken.headerBytes) * prices.egressGigabyte +
      (storedBytes + uploadedBytes * UPLOADED_MONTHS) * prices.gigabyteMonth) /
      GIGABYTE
  );
}

/**
 * Dollars that a day of requests can cost at most, as many as the limits of the routes admit, for routes that need no
 * key and for all. Nothing limits several routes together.
 */
export function abuseDollars(throttling: Stage['throttling']): { keyless: number; all: number } {
  const sums = { keyless: 0, all: 0 };
  for (const definition of serviceFunctions) {
    const { trigger } = definition;
    if (typeof trigger !== 'object' || !('routes' in trigger)) continue;
    const { rate } = throttling[trigger.clients];
    for (const method of trigger.routes.flatMap(({ methods }) => methods)) {
      const dollars = DAY * rate * dollarsOf(definition, method);
      sums.all += dollars;
      if (needsNoKey(definition)) sums.keyless += dollars;
    }
  }
  return sums;
}
