import { reportingPage } from '../../pages/public/reporting.ts';
import { operator } from '../http/page-frame.ts';
import { publicPage } from '../http/public-page.ts';
import { constantServicesFor } from '../reference/services.ts';

/** Interface 11.14: the policy about reports of postings. */
export const handler = publicPage('showReporting', constantServicesFor, ({ frame, siteAddress }) => ({
  page: reportingPage(siteAddress('/reporting'), operator, frame),
  maxAge: 300,
}));
