import { pages } from '../schemas/pages.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { ROOT_PLACEHOLDER as root } from './root-mark.ts';

/** The 404 page. Its links contain ROOT_PLACEHOLDER. */
export const missingPage = (): string =>
  layout({
    title: 'There is nothing at this path',
    description: 'There is nothing at this path.',
    root,
    main: html`<p class="route"><strong class="status">404</strong></p>
      <h1>There is nothing at this path</h1>
      <p class="lead">Check the address, or continue here:</p>
      <ul>
        <li><a href="${root}docs">Guide and reference</a></li>
        <li><a href="${root}docs#problems">All errors</a></li>
        <li><a href="${root}${pages.openapi.path.slice(1)}">OpenAPI document</a></li>
      </ul>`,
  });
