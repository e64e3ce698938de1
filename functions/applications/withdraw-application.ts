import { BODY_MAX_BYTES } from '../../schemas/limits.ts';
import { withdrawnPage } from '../../pages/public/candidate-page.ts';
import { Refusal } from '../platform/errors.ts';
import { wasNeverMailed } from './application/application.ts';
import { toJsonFields, parseForm } from '../http/form-body.ts';
import { publicPage } from '../http/public-page.ts';
import { employerLink, employerLook } from '../postings/posting/posting.ts';
import { withdrawalServicesFor } from './services.ts';

const withdrawal = { properties: { token: { type: 'string' } } } as const;

/** Withdraws an application (guide: stages 4 and 5). A repeated request has no effect. */
export const handler = publicPage('withdrawApplication', withdrawalServicesFor, async (request, services) => {
  const { event, siteAddress } = request;
  const { byToken, employerOf, erase } = services;
  const { token } = toJsonFields(parseForm(event, BODY_MAX_BYTES), withdrawal);
  const authenticated = typeof token === 'string' && (await byToken(token));
  if (!authenticated) throw new Refusal('application_not_found');
  const { application } = authenticated;
  const employer = application && (await employerOf(application));
  const frame = {
    ...request.frameFor(request.frame.language, application?.test),
    ...(employer && employerLook(employer.profile, siteAddress)),
  };
  const erased = application && (await erase(application, { type: 'candidate' }));
  const content = {
    neverMailed: erased !== undefined && wasNeverMailed(erased),
    employer: employer && employerLink(employer, siteAddress),
  };
  return { page: withdrawnPage(content, frame), frame };
});
