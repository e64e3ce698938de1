import { localized } from '../../pages/public/frame.ts';
import { recruitingQuery } from '../../pages/public/recruiting.ts';
import { requireOwnSite } from '../http/own-site.ts';
import { publicPage } from '../http/public-page.ts';
import { actions } from './recruiting/actions.ts';
import { sayProblems } from './recruiting/problem-pages.ts';
import { actionOf, sentFields } from './recruiting/sent-action.ts';
import { recruitingFormServicesFor } from './recruiting/recruiting-access.ts';

/** Interface 12.13: the buttons of the page for recruiters. */
export const handler = publicPage(
  'submitRecruitingForm',
  recruitingFormServicesFor,
  async (request, services) => {
    sayProblems(request);
    requireOwnSite(request.event);
    const sent = sentFields(request.event);
    const { token, before, application: on } = sent;
    const recruited = await services.recruited(token);
    const action = actionOf(sent);
    const application = await services.application(recruited, on);
    if (application) await actions[action](services, application, sent);
    const query = recruitingQuery({ token, before, news: application ? action : 'gone', on });
    const address = localized(request.siteAddress(`/recruiting${query}`), request.frame);
    return { status: 303, location: `${address}#${encodeURIComponent(on)}` };
  },
);
