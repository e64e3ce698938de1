import type { Suspicion } from '../application/application.ts';
import { couldSign, signerOf, type ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** The minimum time in which a person fills in the form, in milliseconds. */
const MIN_TYPING_MILLIS = 3_000;

const signedText = (publicId: string, millis: string) => JSON.stringify([publicId, millis]);

/** Signs the time at which the form of a posting was first shown. */
export function signIssueTime(secret: Uint8Array, publicId: string, now: Date): string {
  const millis = String(now.getTime());
  return `${millis}.${signatureOf(secret, 'apply form', signedText(publicId, millis))}`;
}

/** Verifies that time, in milliseconds since 1970; undefined when nobody signed it. */
function verifyIssueTime(secrets: ServiceSecrets, publicId: string, issued: string): number | undefined {
  const [millis = '', signature = ''] = issued.split('.');
  const signer = signerOf(secrets, 'apply form', signedText(publicId, millis), signature);
  return signer && couldSign(signer, Number(millis)) ? Number(millis) : undefined;
}

/** Whether a form was sent faster than a person types, or without a valid time. */
export function isTooFast(secrets: ServiceSecrets, publicId: string, issued: string, now: Date): boolean {
  const issuedAt = verifyIssueTime(secrets, publicId, issued);
  if (issuedAt === undefined) return true;
  const typing = now.getTime() - issuedAt;
  // A negative duration comes from a clock that was set back.
  return typing >= 0 && typing < MIN_TYPING_MILLIS;
}

/** The suspicions about a form. */
export const formSuspicions = (isTrapped: boolean, isFast: boolean): Suspicion[] => [
  ...(isTrapped ? (['trap_filled'] as const) : []),
  ...(isFast ? (['too_fast'] as const) : []),
];
