import { pages } from '../schemas/pages.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { ROOT_MARK as root } from './root-mark.ts';

/** What a person sees where nothing is; ROOT_MARK stands in its links. */
export const missingPage = (): string =>
  layout({
    title: 'Nothing is at this path',
    description: 'Nothing is at this path.',
    root,
    main: html`<p class="route"><strong class="status">404</strong></p>
      <h1>Nothing is at this path</h1>
      <p class="lead">Check the address, or continue here:</p>
      <ul>
        <li><a href="${root}docs">Guide and reference</a></li>
        <li><a href="${root}docs#problems">All problems</a></li>
        <li><a href="${root}${pages.openapi.path.slice(1)}">OpenAPI document</a></li>
      </ul>`,
  });
