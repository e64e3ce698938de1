import { withdrawnPage } from '../pages/public/withdrawn.ts';
import { applicationOfToken } from './domain/application-token.ts';
import { Refusal } from './domain/refusal.ts';
import { wasNeverMailed } from './domain/withdrawal.ts';
import { formParameters } from './http/form-parameters.ts';
import { publicPage } from './http/public-page.ts';
import { withdrawalServicesFor } from './wiring/withdrawal-services.ts';

/** Interface 12.9: the candidate withdraws the application. Repeated, it changes nothing. */
export const handler = publicPage('withdrawApplication', withdrawalServicesFor, async (request, services) => {
  const { event, language } = request;
  const { applications, signingKey, erase } = services;
  const key = applicationOfToken(await signingKey(), formParameters(event).get('token') ?? '');
  if (!key) throw new Refusal('application_not_found');
  const application = await applications.get(key);
  const erased = application && (await erase(application));
  return { page: withdrawnPage(erased !== undefined && wasNeverMailed(erased), language) };
});
