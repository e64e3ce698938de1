import { localized } from '../../pages/public/frame.ts';
import { recruitingErasePage, recruitingPage, recruitingQuery } from '../../pages/public/recruiting.ts';
import { recruitingScript, recruitingStyle } from '../../pages/public/recruiting-style.ts';
import { employerLook } from '../postings/posting/posting.ts';
import { publicPage } from '../http/public-page.ts';
import { recruitingServicesFor } from './recruiters/recruiting-access.ts';
import { parseRecruitingQuery, showRecruiterProblems, recruitingList } from './recruiters/recruiting-page.ts';

/**
 * All applications for a job, the download of a file, and the page that confirms an erasure (guide: stages 6 and 7).
 */
export const handler = publicPage('showRecruitingPage', recruitingServicesFor, async (request, services) => {
  const { event, siteAddress } = request;
  const { file, erase, ...query } = parseRecruitingQuery(event);
  showRecruiterProblems(request);
  const recruited = await services.recruited(query.token);
  const { profile, test } = recruited;
  const { ownStyle = '', logo } = employerLook(profile, siteAddress);
  const look = { ownStyle: recruitingStyle + ownStyle, logo };
  const frame = { ...request.frameFor(profile.language, test), ...look };
  const options = { frame, hasForm: true } as const;
  const id = file ?? erase;
  if (id === undefined) {
    const list = await recruitingList(services, recruited, query, { language: frame.language, siteAddress });
    return { page: recruitingPage(list, frame, services.timeZone), ...options, script: recruitingScript };
  }
  const application = await services.application(recruited, id);
  if (application && erase !== undefined)
    return { page: recruitingErasePage({ id, name: application.name }, query, frame), ...options };
  const gone = siteAddress(`/recruiting${recruitingQuery({ ...query, news: 'gone' })}`);
  const address = application?.resume && (await services.fileAddress(application.resume));
  return { status: 302, location: address ?? localized(gone, frame) };
});
