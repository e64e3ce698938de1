import { randomUUID, sign } from 'node:crypto';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { setting } from '../../platform/config.ts';
import { post, type Outcome, type SearchEngine } from './search-engine.ts';

/** The key of a service account of Google, as its console hands it out. */
interface ServiceAccount {
  client_email: string;
  private_key: string;
  token_uri: string;
}

/** Reads the service account of Google from the parameter of the stage. Throws the errors of SSM, and SyntaxError. */
export async function serviceAccount(): Promise<ServiceAccount> {
  const client = new SSMClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_500, throwOnRequestTimeout: true },
  });
  const { Parameter } = await client.send(
    new GetParameterCommand({ Name: setting('GOOGLE_ACCOUNT'), WithDecryption: true }),
  );
  return JSON.parse(Parameter?.Value ?? '') as ServiceAccount;
}

const SCOPE = 'https://www.googleapis.com/auth/indexing';
const ADDRESS = 'https://indexing.googleapis.com/batch';

/** How long an assertion is valid, in seconds. */
const ASSERTION_SECONDS = 3_600;

const base64Json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signed request for an access token (RFC 7523). */
function assertionOf({ client_email: iss, private_key, token_uri: aud }: ServiceAccount, now: Date): string {
  const iat = Math.trunc(now.getTime() / 1_000);
  const claims = { iss, scope: SCOPE, aud, iat, exp: iat + ASSERTION_SECONDS };
  const signed = `${base64Json({ alg: 'RS256', typ: 'JWT' })}.${base64Json(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), private_key).toString('base64url')}`;
}

async function accessToken(account: ServiceAccount, now: Date, millis?: number): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(account, now),
  }).toString();
  const { status, text } = await post(
    account.token_uri,
    { type: 'application/x-www-form-urlencoded', body },
    millis,
  );
  if (status !== 200) throw new Error(`Google gives no access token: ${status} ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}

function outcomeOf(status: number | undefined): Outcome {
  if (status === 200) return 'accepted';
  if (status === 429) return 'limited';
  // Google rejects the address itself, so a retry would fail, too.
  return status === 400 || status === 404 ? 'refused' : 'failed';
}

/** The statuses of the responses in a batch, by their number. */
const statusesIn = (text: string) =>
  new Map(
    [...text.matchAll(/Content-ID:\s*<response-(\d+)>.*?HTTP\/[\d.]+ (\d{3})/gis)].map(([, id, status]) => [
      Number(id),
      Number(status),
    ]),
  );

interface GoogleOptions {
  account: () => Promise<ServiceAccount>;
  now: () => Date;
  address?: string;
  millis?: number;
}

/**
 * Google's Indexing API, which is there for job postings, in batches of 100. A new project may send 200
 * notifications a day. Reads the account and gets a token once for each run that sends some.
 */
export function google({ account, now, address = ADDRESS, millis }: GoogleOptions): SearchEngine {
  let token: Promise<string> | undefined;
  return {
    batch: 100,
    notify: async (notifications) => {
      token ??= account().then((found) => accessToken(found, now(), millis));
      const boundary = randomUUID();
      const parts = notifications.map(({ url, isOpen }, index) =>
        [
          `--${boundary}`,
          'Content-Type: application/http',
          `Content-ID: <${index}>`,
          '',
          'POST /v3/urlNotifications:publish HTTP/1.1',
          'Content-Type: application/json',
          '',
          JSON.stringify({ url, type: isOpen ? 'URL_UPDATED' : 'URL_DELETED' }),
        ].join('\r\n'),
      );
      const { status, text } = await post(
        address,
        {
          type: `multipart/mixed; boundary=${boundary}`,
          body: `${parts.join('\r\n')}\r\n--${boundary}--\r\n`,
          authorization: `Bearer ${await token}`,
        },
        millis,
      );
      if (status === 429) return notifications.map(() => 'limited');
      if (status !== 200) throw new Error(`Google answers ${status}: ${text.slice(0, 200)}`);
      const statuses = statusesIn(text);
      return notifications.map((_, index) => outcomeOf(statuses.get(index)));
    },
  };
}
