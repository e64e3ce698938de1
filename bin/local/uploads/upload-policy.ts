import { createHmac, timingSafeEqual } from 'node:crypto';
import { LOCAL_REGION, localCredentials } from '../../../functions/platform/files/local-upload.ts';
import type { Fields } from './upload-body.ts';
import { UploadRefusal } from './upload-refusal.ts';

/** What a signed policy allows. */
interface Allowed {
  key: string;
  minBytes: number;
  maxBytes: number;
}

interface Policy {
  expiration: string;
  conditions: (Record<string, string> | ['content-length-range', number, number])[];
}

/** Fields that no policy names. */
const unnamed = new Set(['policy', 'x-amz-signature']);

const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

/** The signature of a policy (Signature Version 4). */
function signatureOf(secret: string, date: string, policy: string): string {
  const steps = [date, LOCAL_REGION, 's3', 'aws4_request'];
  const key = steps.reduce<string | Uint8Array>((before, step) => hmac(before, step), `AWS4${secret}`);
  return hmac(key, policy).toString('hex');
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const denied = (reason: string) =>
  new UploadRefusal(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);

/** The policy among the fields, if this service has signed it. Throws UploadRefusal. */
function signedPolicy(fields: Fields, secret: Uint8Array): Policy {
  const of = (name: string) => fields.get(name) ?? '';
  const policy = of('policy');
  if (policy === '') throw new UploadRefusal(403, 'AccessDenied', 'Access Denied');
  const { accessKeyId, secretAccessKey } = localCredentials(secret);
  const [key = '', date = '', ...scope] = of('x-amz-credential').split('/');
  if (key !== accessKeyId || scope.join('/') !== `${LOCAL_REGION}/s3/aws4_request`) {
    throw new UploadRefusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist.');
  }
  if (
    !isEqual(signatureOf(secretAccessKey, date, policy), of('x-amz-signature').replace(/[^\x20-\x7e]/g, '?'))
  ) {
    throw new UploadRefusal(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
}

/**
 * What the fields of an upload allow, by S3's rules for POST policies as far as the service uses them: a signed policy
 * that is not over, whose conditions all fields meet, with no field that it does not name. Throws UploadRefusal.
 */
export function allowedBy(fields: Fields, secret: Uint8Array, now: Date): Allowed {
  const { expiration, conditions } = signedPolicy(fields, secret);
  if (Date.parse(expiration) <= now.getTime()) throw denied('Policy expired.');
  const exact = new Map<string, string>();
  let range = [0, 0];
  for (const condition of conditions) {
    if (Array.isArray(condition)) range = [condition[1], condition[2]];
    else for (const [name, value] of Object.entries(condition)) exact.set(name.toLowerCase(), value);
  }
  for (const [name, value] of exact) {
    if (fields.get(name) !== value) {
      throw denied(`Policy Condition failed: ["eq", "$${name}", "${value}"]`);
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !exact.has(name) && !unnamed.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  const [minBytes = 0, maxBytes = 0] = range;
  return { key: exact.get('key') ?? '', minBytes, maxBytes };
}
