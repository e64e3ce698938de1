import type { Suspicion } from '../application/application.ts';
import { couldSign, signerOf, type ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** A person takes at least this long to fill in the form, in milliseconds. */
const MIN_TYPING_MILLIS = 3_000;

const signedText = (publicId: string, millis: string) => JSON.stringify([publicId, millis]);

/** Says when the form of a posting was first shown, signed. */
export function signIssueTime(secret: Uint8Array, publicId: string, now: Date): string {
  const millis = String(now.getTime());
  return `${millis}.${signatureOf(secret, 'apply form', signedText(publicId, millis))}`;
}

/** When the form was first shown, in milliseconds since 1970; undefined if nobody signed that. */
function verifyIssueTime(secrets: ServiceSecrets, publicId: string, issued: string): number | undefined {
  const [millis = '', signature = ''] = issued.split('.');
  const signer = signerOf(secrets, 'apply form', signedText(publicId, millis), signature);
  return signer && couldSign(signer, Number(millis)) ? Number(millis) : undefined;
}

/** Whether a form was sent sooner than a person types, or without saying when it was shown. */
export function isTooFast(secrets: ServiceSecrets, publicId: string, issued: string, now: Date): boolean {
  const shown = verifyIssueTime(secrets, publicId, issued);
  if (shown === undefined) return true;
  const typing = now.getTime() - shown;
  // Less than no time is that of a clock that was set back.
  return typing >= 0 && typing < MIN_TYPING_MILLIS;
}

/** What is suspicious about a filled-in form. */
export const formSuspicions = (isTrapped: boolean, isFast: boolean): Suspicion[] => [
  ...(isTrapped ? (['trap_filled'] as const) : []),
  ...(isFast ? (['too_fast'] as const) : []),
];
