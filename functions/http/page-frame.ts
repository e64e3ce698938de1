import type { Frame, Operator } from '../../pages/public/frame.ts';
import type { Language } from '../../schemas/languages.ts';
import { setting } from '../platform/config.ts';
import { siteAddressOf } from './addresses.ts';
import type { EventAddress, Incoming } from './incoming.ts';
import { createFrame } from './language.ts';

/** The operator of the service, as its pages show it. */
export const operator: Operator = {
  name: setting('OPERATOR_NAME'),
  email: setting('OPERATOR_EMAIL'),
  privacyUrl: setting('OPERATOR_PRIVACY_URL'),
  policyUrl: setting('OPERATOR_POLICY_URL'),
};

/** The layout of a page, in the language of its content unless the client prefers another language. */
export const pageFrame = (
  event: EventAddress & Pick<Incoming, 'headers' | 'rawQueryString'>,
  shown?: Language,
): Frame => ({
  ...createFrame(event, shown),
  site: { url: siteAddressOf(event, ''), operator },
});
