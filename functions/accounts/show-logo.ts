import { LOGO_MAX_AGE } from '../../schemas/logo.ts';
import { publicPage } from '../http/public-page.ts';
import { logoPageServicesFor } from './services.ts';

/** The current logo of an employer as unchanged bytes (guide: public-pages 12). */
export const handler = publicPage('showLogo', logoPageServicesFor, async ({ id }, { logos }) => {
  const { bytes, mediaType } = await logos.shown(id);
  return { bytes, type: mediaType, maxAge: LOGO_MAX_AGE };
});
