import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LANGUAGE_PARAMETER } from '../../pages/public/formats.ts';
import type { Frame, Operator } from '../../pages/public/frame.ts';
import { languages, type Language } from '../../schemas/languages.ts';
import { setting } from '../platform/config.ts';
import { acceptedLanguage, siteAddressOf, type EventAddress, type Incoming } from './incoming.ts';
import { chosenLanguage } from '../platform/page-language.ts';

/** The operator of the service, as its pages show it. */
export const operator: Operator = {
  name: setting('OPERATOR_NAME'),
  email: setting('OPERATOR_EMAIL'),
  privacyUrl: setting('OPERATOR_PRIVACY_URL'),
  policyUrl: setting('OPERATOR_POLICY_URL'),
};

/** The query of a page with its language replaced. */
function queryIn(language: Language, query: URLSearchParams): string {
  const other = new URLSearchParams(query);
  other.set(LANGUAGE_PARAMETER, language);
  return other.toString();
}

/** The parts of an event that determine the language of a page. */
type LanguageEvent = Pick<APIGatewayProxyEventV2, 'headers' | 'rawQueryString' | 'pathParameters'> & {
  requestContext: { http: { method: string } };
};

/**
 * The frame of a public page. Its language comes from the query, else from the client's preference, else from the
 * content (guide: public-pages 4 and 5).
 */
export function createFrame(event: LanguageEvent, shown: Language = languages[0]): Frame {
  const query = new URLSearchParams(event.rawQueryString);
  const chosen = chosenLanguage(query.getAll(LANGUAGE_PARAMETER));
  const language = chosen ?? acceptedLanguage(event) ?? shown;
  const other = languages.find((each) => each !== language);
  // The token that a form without an id in its path sends is not in the address of its response.
  const isSent = event.requestContext.http.method === 'POST' && !event.pathParameters?.['id'];
  return {
    language,
    isChosen: chosen !== undefined,
    other: isSent || other === undefined ? undefined : { language: other, query: queryIn(other, query) },
  };
}

/** The layout of a page, in the language of its content unless the client prefers another language. */
export const pageFrame = (
  event: EventAddress & Pick<Incoming, 'headers' | 'rawQueryString' | 'pathParameters'>,
  shown?: Language,
): Frame => ({
  ...createFrame(event, shown),
  site: { url: siteAddressOf(event, ''), operator },
});
