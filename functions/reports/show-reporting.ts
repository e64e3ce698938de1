import { reportingPage } from '../../pages/public/reporting.ts';
import { operator } from '../http/page-frame.ts';
import { publicPage } from '../http/public-page.ts';
import { constantServicesFor } from '../reference/services.ts';

/** The policy about reports of postings (guide: public-pages 13 and 14). */
export const handler = publicPage('showReporting', constantServicesFor, ({ frame, siteAddress }) => ({
  page: reportingPage(siteAddress('/reporting'), operator, frame),
  maxAge: 300,
}));
