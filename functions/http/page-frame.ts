import type { Frame, Operator } from '../../pages/public/frame.ts';
import type { Language } from '../../schemas/languages.ts';
import { setting } from '../platform/config.ts';
import { siteAddressOf } from './addresses.ts';
import type { Incoming } from './incoming.ts';
import { frameOf } from './language.ts';

/** Who runs the service, as its pages say. */
export const operator: Operator = {
  name: setting('OPERATOR_NAME'),
  email: setting('OPERATOR_EMAIL'),
  privacyUrl: setting('OPERATOR_PRIVACY_URL'),
  policyUrl: setting('OPERATOR_POLICY_URL'),
};

type Received = Pick<Incoming, 'headers' | 'rawQueryString' | 'rawPath' | 'requestContext'>;

/** The frame of a page of the site: in the language that it is shown in unless the client names another. */
export const pageFrame = (event: Received, shown?: Language): Frame => ({
  ...frameOf(event, shown),
  site: { url: siteAddressOf(event, ''), operator },
});
