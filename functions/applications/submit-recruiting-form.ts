import { localized } from '../../pages/public/frame.ts';
import { linkMailedPage, recruitingQuery } from '../../pages/public/recruiting.ts';
import { LINK_ACTION } from '../../pages/public/recruiting-words.ts';
import { publicPage } from '../http/public-page.ts';
import { showRecruiterProblems, parseStageFilter } from './recruiters/recruiting-page.ts';
import { recruitingFormServicesFor } from './recruiters/recruiting-access.ts';
import { parseAction, parseActionForm, perform } from './recruiters/recruiting-actions.ts';

/** Performs the action of a button on the page for recruiters (guide: stages 6 and 7). */
export const handler = publicPage(
  'submitRecruitingForm',
  recruitingFormServicesFor,
  async (request, services) => {
    const { event, frame } = request;
    showRecruiterProblems(request);
    const form = parseActionForm(event);
    const { token, before, filter, application: on } = form;
    if (form.action === LINK_ACTION) return { page: linkMailedPage(await services.mailLink(token), frame) };
    const recruited = await services.recruited(token);
    const action = parseAction(form);
    const { news, unsaved } = await perform(action, form, { services, job: recruited });
    const query = { token, before, stage: parseStageFilter(filter), news, on, unsaved };
    const address = localized(request.siteAddress(`/recruiting${recruitingQuery(query)}`), frame);
    return { status: 303, location: on === '' ? address : `${address}#${encodeURIComponent(on)}` };
  },
);
