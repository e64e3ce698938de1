import { operationHandler } from '../http/chain.ts';
import { handler as deleteLogo } from './delete-logo.ts';
import { logoServicesFor } from './services.ts';
import { handler as setLogo } from './set-logo.ts';

/** Interface 5.6: POST on the logo only serves the method override; without one it is rejected before this handler. */
export const handler = operationHandler('overrideLogoMethod', logoServicesFor, () => ({}), {
  PUT: setLogo,
  DELETE: deleteLogo,
});
