import { localized } from '../../pages/public/frame.ts';
import { linkMailedPage } from '../../pages/public/recruiting-ended.ts';
import { LINK_ACTION } from '../../pages/public/recruiting-words.ts';
import { recruitingQuery } from '../../pages/public/recruiting.ts';
import { publicPage } from '../http/public-page.ts';
import { showRecruiterProblems, parseStageFilter } from './recruiters/recruiting-page.ts';
import { recruitingFormServicesFor } from './recruiters/recruiting-access.ts';
import { parseAction, parseActionForm, perform } from './recruiters/recruiting-actions.ts';

/** Interface 12.13: the buttons of the page for recruiters. */
export const handler = publicPage(
  'submitRecruitingForm',
  recruitingFormServicesFor,
  async (request, services) => {
    const { event, frame } = request;
    showRecruiterProblems(request);
    const sent = parseActionForm(event);
    const { token, before, filter, application: on } = sent;
    if (sent.action === LINK_ACTION) return { page: linkMailedPage(await services.mailLink(token), frame) };
    const recruited = await services.recruited(token);
    const action = parseAction(sent);
    const isDone = await perform(action, sent, { services, job: recruited });
    const place = {
      token,
      before,
      stage: parseStageFilter(filter),
      news: isDone ? action : 'gone',
      on,
    } as const;
    const address = localized(request.siteAddress(`/recruiting${recruitingQuery(place)}`), frame);
    return { status: 303, location: on === '' ? address : `${address}#${encodeURIComponent(on)}` };
  },
);
