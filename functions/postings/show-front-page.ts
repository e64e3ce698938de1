import { frontPage } from '../../pages/public/front.ts';
import { localized } from '../../pages/public/frame.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { publicPage } from '../http/public-page.ts';
import { postingPath } from '../jobs/job/public-names.ts';
import { employerLink } from './posting/posting.ts';
import { feedServicesFor } from './services.ts';

const numberText = /^\s*#?([1-9]\d{0,9})\s*$/;

/** Interface 11.15: the front page, and the redirect from the number of a posting. */
export const handler = publicPage('showFrontPage', feedServicesFor, async (request, { feeds }) => {
  const { event, frame, siteAddress } = request;
  const typed = new URLSearchParams(event.rawQueryString).get('job');
  const [, number] = numberText.exec(typed ?? '') ?? [];
  if (number !== undefined) {
    return { status: 302, location: localized(siteAddress(postingPath(number)), frame) };
  }
  const employers = (await feeds.employers()).map((each) => ({
    ...each,
    ...employerLink(each, siteAddress),
  }));
  const docsUrl = new URL('../../docs', siteAddress(`${BASE_PATH}/`)).href;
  const content = { url: siteAddress('/'), docsUrl, employers, wrongNumber: typed ?? undefined };
  const page = { page: frontPage(content, frame), hasForm: true } as const;
  return typed === null ? { ...page, maxAge: 300 } : { ...page, status: 400 };
});
