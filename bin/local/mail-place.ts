import { setting } from '../../functions/platform/config.ts';
import { OUTBOX_PATH } from './outbox/outbox-pages.ts';
import { StartFailure } from './start-failure.ts';

/** The region in which the SDK finds SES. The import is dynamic because the client is slow to load. */
async function regionOfSes(): Promise<string> {
  const { SESv2Client } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client();
  try {
    return await client.config.region();
  } catch (error) {
    throw new StartFailure('MAIL_CONFIGURATION_SET needs the AWS region of its SES: set AWS_REGION.', {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}

/**
 * A description of the mail's destination, which `chosenMailer` decides. Throws StartFailure when SES has no region.
 */
export async function describeMailDestination(address: string): Promise<string> {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) {
    return `Amazon SES in ${await regionOfSes()}, with the configuration set ${configurationSet}`;
  }
  const server = setting('SMTP_URL');
  return server === undefined ? `${address}${OUTBOX_PATH} (kept, not sent)` : new URL(server).host;
}
